import { and } from 'drizzle-orm'
import { onDeskDay } from '~/db/occupancy'
import { countsAs } from '~/domain/booking-status'
import { type CalendarDate, formatDate, formatSlot, formatWeekday, todayIn } from '~/domain/calendar'
import { deskDate, owesAtDesk } from '~/domain/desk-day'
import { isLiveHold } from '~/domain/hold'
import { ledgerOfSums } from '~/domain/ledger'
import { type Paise, paise, ZERO } from '~/domain/money'
import { momentWords } from '~/domain/money-request'
import type { Scope } from '~/domain/staff-role'
import type { AppContext } from '~/platform/context.server'
import {
  type BookingFilter,
  findBookingRow,
  type ListedBooking,
  linesOf,
  orderOfFound,
  pageOfBookings,
  pageOfWholeBookings,
  sumDue,
  whereOf,
} from './booking-queries.server'

/** A page of the bookings within a scope, as the list shows them. */
export async function listBookings(
  context: AppContext,
  scope: Scope,
  filter: BookingFilter & { page?: number; limit?: number },
) {
  const found = await pageOfBookings(context.db, whereOf(context, scope, filter), filter)
  return { ...found, bookings: found.bookings.map((row) => listed(row, context)) }
}

/** What all the bookings of a list still owe, where that is what it is of, and not of one page alone. */
export const dueOfList = async (
  context: AppContext,
  scope: Scope,
  filter: BookingFilter,
): Promise<Paise | undefined> =>
  filter.due ? paise(await sumDue(context.db, whereOf(context, scope, filter))) : undefined

/** The first bookings that a search finds within a scope, in the order in which the front desk needs them (rule E9), each with what is due. */
export async function searchedAtDesk(
  context: AppContext,
  scope: Scope,
  { search, today, limit }: { search: string; today: CalendarDate; limit: number },
) {
  const where = whereOf(context, scope, { search })
  const order = orderOfFound(today, context.clock.now())
  const found = await pageOfBookings(context.db, where, { search, limit, order })
  return found.bookings.map((row) => {
    const booking = listed(row, context)
    return { ...booking, due: owesAtDesk(row) ? booking.remaining : ZERO }
  })
}

/** Most rows of today that stand above a list. */
const TODAY_ROWS = 30

/**
 * The visits of the desk's day (rule E4), the earliest first, those after midnight last, as short rows; beyond the most that stand
 * there, how many more come.
 */
export async function todayRows(context: AppContext, scope: Scope) {
  const { db, business, clock } = context
  const today = deskDate(business.timeZone, clock.now())
  const where = and(whereOf(context, scope, { status: 'booked' }), onDeskDay(today))
  const found = await pageOfBookings(db, where, { sort: 'visit-first', limit: TODAY_ROWS })
  const rows = found.bookings.map((row) => {
    const { remaining, state } = ledgerOfSums(row)
    return {
      ...{ id: row.id, code: row.code, name: row.customerName, screen: row.screenName },
      slot: formatSlot({ from: row.slotFrom, to: row.slotTo }),
      due: owesAtDesk(row) ? remaining : ZERO,
      paid: state === 'paid',
      came: { expected: null, arrived: 'arrived', 'no-show': 'did not come' }[row.attendance],
    }
  })
  return { rows, more: found.total - rows.length }
}

export type TodayVisits = Awaited<ReturnType<typeof todayRows>>

/** A page of the bookings within a scope with what was sold; for the JSON API. */
export async function listWholeBookings(
  context: AppContext,
  scope: Scope,
  filter: BookingFilter & { page?: number; limit?: number },
) {
  const { db } = context
  const found = await pageOfWholeBookings(db, whereOf(context, scope, filter), filter)
  const lines = found.bookings.length
    ? await linesOf(
        db,
        found.bookings.map(({ id }) => id),
      )
    : []
  const bookings = found.bookings.map((row) => ({
    ...row,
    lines: lines.filter(({ bookingId }) => bookingId === row.id),
  }))
  return { ...found, bookings }
}

/** One booking with everything that is known of it; undefined outside the scope. */
export const findWholeBooking = ({ db }: AppContext, scope: Scope, id: string) => findBookingRow(db, scope, id)

function listed(row: ListedBooking, { business, clock }: AppContext) {
  const [zone, now] = [business.timeZone, clock.now()]
  const { received, remaining } = ledgerOfSums(row)
  return {
    id: row.id,
    code: row.code,
    customer: { name: row.customerName, number: row.customerNumber, email: row.customerEmail },
    locationId: row.locationId,
    location: row.locationName,
    screen: row.screenName,
    bookedOn: formatDate(todayIn(zone, row.createdAt)),
    date: formatDate(row.visitDate),
    weekday: formatWeekday(row.visitDate),
    slot: formatSlot({ from: row.slotFrom, to: row.slotTo }),
    total: row.total,
    advance: received,
    remaining,
    // as what it is found and counted (rule E26)
    status: countsAs(row),
    /** Until when a hold keeps its slot, in words; null of all that is none, or has run out. */
    heldUntil: isLiveHold(row, now) && row.holdEndsAt ? momentWords(row.holdEndsAt, now, zone) : null,
  }
}
