import { and, eq, gt, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { BLOCKING_STATUSES } from '~/domain/booking-status'
import { addDays, type CalendarDate } from '~/domain/calendar'
import { DAY_ENDS_AT } from '~/domain/desk-day'
import type { InstantRange } from '~/domain/slots'
import { bookings } from './schema'

/** Whether a booking occupies its slot at `now`: what `occupies` of domain/hold says of a row, as a condition. */
export const occupying = (now: Date, rows: Record<'status' | 'holdEndsAt', AnyPgColumn> = bookings): SQL | undefined =>
  and(inArray(rows.status, [...BLOCKING_STATUSES]), or(eq(rows.status, 'booked'), gt(rows.holdEndsAt, now)))

/** Whether a booking's slot shares an instant with a range. */
export const meeting = (range: InstantRange): SQL =>
  sql`${bookings.during} && ${sql.param(range, bookings.during)}::tstzrange`

/** Holds whose end has come; they occupy nothing any more, and are still to be expired. */
export const runOut = (now: Date): SQL | undefined => and(eq(bookings.status, 'pending'), lte(bookings.holdEndsAt, now))

/** Bookings and holds for visits from a date on: what a change of the offer would touch. */
export const comingFrom = (today: CalendarDate): SQL | undefined =>
  and(inArray(bookings.status, [...BLOCKING_STATUSES]), gte(bookings.visitDate, today))

/**
 * Whether a visit begins in the business's day of a date, which ends in the next morning (rule E4): what `deskDayRange` of
 * domain/desk-day says of an instant, as a condition.
 */
export const onDeskDay = (date: CalendarDate): SQL | undefined =>
  or(
    and(eq(bookings.visitDate, date), gte(bookings.slotFrom, DAY_ENDS_AT)),
    and(eq(bookings.visitDate, addDays(date, 1)), lt(bookings.slotFrom, DAY_ENDS_AT)),
  )

/**
 * The same of the days from one date to another, or without a first or a last; the dates of the calendar between which they lie are
 * found by the index.
 */
export const onDeskDays = ([first, last]: readonly [CalendarDate | undefined, CalendarDate | undefined]) =>
  and(
    first && and(gte(bookings.visitDate, first), sql`${deskDayOfVisit} >= ${first}::date`),
    last && and(lte(bookings.visitDate, addDays(last, 1)), sql`${deskDayOfVisit} <= ${last}::date`),
  )

/** The business's day in which a visit begins, as a column: the date of which `onDeskDay` is true. */
export const deskDayOfVisit = sql`(${bookings.visitDate} - case when ${bookings.slotFrom} < ${DAY_ENDS_AT} then 1 else 0 end)`
