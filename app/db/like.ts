import { or, type SQL, sql } from 'drizzle-orm'
import { normalizePhone } from '~/domain/customer-details'

/** A search text as a pattern for `ilike`; `%`, `_` and `\` in it stand for themselves. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Whether a text holds what is searched for, or the digits of a phone number that it spells in whatever way. */
export const found = (text: SQL, search: string): SQL | undefined => {
  const digits = normalizePhone(search)
  return or(
    sql`(${text}) ilike ${likePattern(search)}`,
    /^\d{3,}$/.test(digits) && digits !== search ? sql`(${text}) ilike ${likePattern(digits)}` : undefined,
  )
}
