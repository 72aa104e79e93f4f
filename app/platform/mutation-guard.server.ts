const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Whether a change was asked for by a page of another site. Browsers say so themselves (`Sec-Fetch-Site`, `Origin`);
 * a program that is no browser sends neither and has no visitor's cookies to misuse.
 */
export function isForeignChange(
  request: Request,
  appUrl: string,
  origin = request.headers.get('Origin') ?? undefined,
): boolean {
  if (!CHANGING.has(request.method)) return false
  const site = request.headers.get('Sec-Fetch-Site')
  if (site) return site !== 'same-origin' && site !== 'none'
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const own = new URL(appUrl)
  const { host } = new URL(origin)
  // the address the visitor typed is ours too, unless it is APP_URL's with another protocol
  return origin !== own.origin && (host === own.host || host !== request.headers.get('Host'))
}
