import { type AnyColumn, or, type SQL, sql } from 'drizzle-orm'
import { normalizePhone } from '~/domain/customer-details'

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
export const phoneOf = (typed: AnyColumn): SQL =>
  sql`regexp_replace(regexp_replace(${typed}, '[\\s().-]', '', 'g'), '^([+]91|0091|91)?0?(?=[0-9]{10}$)', '')`
