/** Any origin: only what stays on it is a path of ours. */
const OWN = 'http://own.invalid'

/** The path, with its query, that a form names to lead back to; undefined when a browser would leave this site for it. */
export function ownPath(named: string): string | undefined {
  if (!named.startsWith('/') || !URL.canParse(named, OWN)) return undefined
  const { origin, pathname, search } = new URL(named, OWN)
  // what is tidied can begin like the name of another site
  return origin === OWN && !/^\/[/\\]/.test(pathname) ? `${pathname}${search}` : undefined
}
