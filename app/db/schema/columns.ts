import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, date, integer, text, timestamp } from 'drizzle-orm/pg-core'
import { eachText } from '~/domain/booking-texts'
import type { CalendarDate, ClockTime } from '~/domain/calendar'
import type { Paise } from '~/domain/money'
import { newId } from '../new-id'

/** Primary key: a short id, made by the program. */
export const id = () => text('id').primaryKey().$defaultFn(newId)

/** An instant. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Money: a whole number of paise (rule M1). */
export const paise = (name: string) => integer(name).$type<Paise>()

/** A day in the business time zone; a string all the way, so that no driver shifts it. */
export const calendarDate = (name: string) => date(name, { mode: 'string' }).$type<CalendarDate>()

/** A time on the clock, `HH:MM`. */
export const clockTime = (name: string) => text(name).$type<ClockTime>()

/** The short texts of a booking, one column each (domain/booking-texts). */
export const bookingTexts = () =>
  eachText((name) =>
    text(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
      .notNull()
      .default(''),
  )

/** A check that a column holds a word of one of the domain's lists. */
export const oneOf = (name: string, column: AnyPgColumn, words: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`)

/** A check that none of these is below `least`; nothing is not. */
export const atLeast = (name: string, least: number, ...columns: AnyPgColumn[]) =>
  check(
    name,
    sql.join(
      columns.map((column) => sql`${column} >= ${sql.raw(String(least))}`),
      sql` and `,
    ),
  )

/** `created_at` and `updated_at`, the second kept true by every update made through Drizzle; by the database's clock (rule T10). */
export const timestamps = () => ({
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => sql`now()`),
})

/** Optimistic lock: a save names the version it read, and is refused when another save came first. */
export const version = () => integer('version').notNull().default(1)

/** Half-open range of instants, `[from, to)`, as Postgres's `tstzrange`. */
export const instantRange = customType<{ data: { from: Date; to: Date }; driverData: string }>({
  dataType: () => 'tstzrange',
  toDriver: ({ from, to }) => `[${from.toISOString()},${to.toISOString()})`,
  fromDriver: (value) => {
    const [from = '', to = ''] = value.slice(1, -1).replaceAll('"', '').split(',')
    return { from: new Date(from), to: new Date(to) }
  },
})
