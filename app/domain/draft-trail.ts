/**
 * Which state of a draft a page was drawn from, and whose it is: the pages of one tab, one after another, share a name where
 * scripts can tell tabs apart, and may answer many times.
 */
export interface DraftMark {
  version: number
  page: string
}

/** Changes of a draft that one page made without another in between, and the state before them. */
export interface DraftRun<State> {
  /** The version before the first of them, and the one that the last of them made. */
  from: number
  to: number
  page: string
  before: State
}

/** So many runs are remembered; a page that lags behind further is told what changed since the oldest of them. */
export const TRAIL_LENGTH = 12

/**
 * Whether another page has changed a draft since this one was drawn, and since which state. What a page changed itself it
 * knows, also when its answers overtake one another on the way. A form without a mark knows nothing.
 */
export function overtaken<State>(
  { version, trail }: { version: number; trail: readonly DraftRun<State>[] },
  mark: DraftMark | undefined,
): { since: State | undefined } | undefined {
  const missed = mark ? trail.filter(({ to }) => to > mark.version) : trail
  const reaches = mark && mark.version <= version && (missed[0]?.from ?? version) <= mark.version
  if (reaches && missed.every(({ page }) => page === mark.page)) return undefined
  return { since: missed[0]?.before }
}

/** The trail after one more change by a page. */
export function longerTrail<State>(
  { version, trail }: { version: number; trail: readonly DraftRun<State>[] },
  page: string,
  before: State,
): DraftRun<State>[] {
  const last = trail.at(-1)
  if (last?.page === page && last.to === version) return [...trail.slice(0, -1), { ...last, to: version + 1 }]
  return [...trail, { from: version, to: version + 1, page, before }].slice(-TRAIL_LENGTH)
}

/**
 * An answer that was worked out from `read` while the same page's answer before it was still on its way: what it changed, laid
 * over what is stored by now. `Content` is compared part by part, its draft field by field.
 */
export function layOver<Content extends { draft: object }>(read: Content, answered: Content, stored: Content): Content {
  const draft = changedParts(read.draft, answered.draft, stored.draft)
  return { ...changedParts(read, answered, stored), draft }
}

function changedParts<Parts extends object>(read: Parts, answered: Parts, stored: Parts): Parts {
  const result = { ...stored }
  for (const name of Object.keys({ ...read, ...answered }) as (keyof Parts)[]) {
    if (textOf(read[name]) !== textOf(answered[name])) result[name] = answered[name]
  }
  return result
}

const textOf = (value: unknown): string | undefined => JSON.stringify(value)

/** A mark as it stands in a form, `id.version.page`. */
export const writeMark = (draftId: string, { version, page }: DraftMark): string => `${draftId}.${version}.${page}`

/** The mark of a form; undefined when it has none, or that of another draft. */
export function readMark(draftId: string, text: unknown): DraftMark | undefined {
  const [id, version, page] = typeof text === 'string' ? text.split('.') : []
  const fits = id === draftId && /^\d{1,9}$/.test(version ?? '') && /^[\w-]{1,32}$/.test(page ?? '')
  return fits && page ? { version: Number(version), page } : undefined
}
