import { placeWords } from '~/domain/asked-day'
import { formatDate, formatSlot, formatWeekday } from '~/domain/calendar'
import { daysToCome, deskDate } from '~/domain/desk-day'
import { paise } from '~/domain/money'
import { sharesOf } from '~/domain/shares'
import type { Scope } from '~/domain/staff-role'
import type { AppContext } from '~/platform/context.server'
import type { DashboardFilter } from './booking-sums.server'
import { bookingsByLocation, DAYS_AHEAD, figures, UPCOMING, upcoming } from './dashboard-queries.server'

/** The figures of the dashboard, its today the desk's day (rule E4); amounts in paise (rule V11). */
export async function dashboardFigures({ db, clock, business }: AppContext, scope: Scope, filter: DashboardFilter) {
  const found = await figures(db, scope, filter, deskDate(business.timeZone, clock.now()))
  const [totalIncome, pendingAmount] = [paise(found.totalIncome), paise(found.pendingAmount)]
  return {
    ...found,
    totalIncome,
    pendingAmount,
    currentAmount: paise(totalIncome - pendingAmount),
    keptAmount: paise(found.keptAmount),
    refundedAmount: paise(found.refundedAmount),
  }
}

/** Each location's part of the bookings, in percent that add up to 100, or all 0 while there are none. */
export async function locationShares({ db }: AppContext, scope: Scope, filter: DashboardFilter) {
  const rows = await bookingsByLocation(db, scope, filter)
  const shares = sharesOf(rows.map(({ bookings }) => bookings))
  return rows.map(({ locationId, name, bookings, gone }, index) => ({
    id: locationId ?? 'unallocated',
    name: placeWords({ name: name || 'Unallocated', gone }),
    bookings,
    percentage: shares[index] ?? 0,
  }))
}

/** What comes in the desk's day (rule E4) and the next two: the first of it, and between which of the desk's days the list has all of it. */
export async function upcomingBookings(
  { db, clock, business }: AppContext,
  scope: Scope,
  { locationId }: { locationId?: string },
) {
  const now = clock.now()
  const days = daysToCome(business.timeZone, now, DAYS_AHEAD)
  const rows = await upcoming(db, scope, locationId, days, now)
  const [from, to] = days
  return {
    ...{ from, to },
    more: rows.length > UPCOMING,
    bookings: rows.slice(0, UPCOMING).map(({ visitDate, slotFrom: from, slotTo: to, ...row }) => ({
      ...row,
      date: formatDate(visitDate),
      weekday: formatWeekday(visitDate),
      slot: formatSlot({ from, to }),
    })),
  }
}
