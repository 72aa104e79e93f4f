import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { normalizePhone, PHONE_SPELLING } from '~/domain/customer-details'

/** A search text as a pattern for `like` or `ilike`; `%`, `_` and `\` in it stand for themselves. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Whether `text`, an expression in small letters, holds what is searched for, in whatever letters that is written, or the digits of a
 * phone number in whatever way it is spelt.
 */
export const found = (text: SQL, search: string): SQL | undefined => {
  const digits = normalizePhone(search)
  const holds = (what: string) => sql`${text} like lower(${likePattern(what)})`
  return or(holds(search), /^\d{3,}$/.test(digits) && digits !== search ? holds(digits) : undefined)
}

/** A phone number that was stored as it was typed, as `normalizePhone` spells it; one of another country keeps its code. */
export const phoneOf = (typed: SQLWrapper): SQL =>
  sql`regexp_replace(regexp_replace(translate(${typed}, ${SPELLING}, ''), '^[+]91', ''), '^(0091|91)?0?(?=[0-9]{10}$)', '')`

/** Where characters of a number's spelling stand; what a database takes for a space or a dash hangs on its language. */
const PLANES = [
  [0x1, 0xd7ff],
  [0xe000, 0x1ffff],
  [0xe0000, 0xe0fff],
] as const

/** Every character of a number's spelling, one after another. */
const SPELLING = PLANES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
)
  .join('')
  .match(PHONE_SPELLING)
  ?.join('') as string
