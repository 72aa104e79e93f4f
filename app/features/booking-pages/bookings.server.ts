import { type CalendarDate, formatDate, formatSlot, formatWeekday, todayIn } from '~/domain/calendar'
import { csvLine } from '~/domain/csv'
import { deskDate } from '~/domain/desk-day'
import { isReceived, ledgerOfSums } from '~/domain/ledger'
import { toRupeeNumber } from '~/domain/money'
import { purposeWords } from '~/domain/payment-purposes'
import { isLiveRefund } from '~/domain/refund-life'
import type { Scope } from '~/domain/staff-role'
import { tillDates } from '~/features/money/till.server'
import type { AppContext } from '~/platform/context.server'
import {
  type BookingFilter,
  batchesOfBookings,
  findBookingRow,
  type ListedBooking,
  linesOf,
  moneyOf,
  pageOfBookings,
  pageOfWholeBookings,
  whereOf,
} from './booking-queries.server'

/** A page of the bookings within a scope, as the list shows them. */
export async function listBookings(
  { db, business }: AppContext,
  scope: Scope,
  filter: BookingFilter & { page?: number; limit?: number },
) {
  const found = await pageOfBookings(db, whereOf(scope, filter, business.timeZone), filter)
  return { ...found, bookings: found.bookings.map((row) => listed(row, business.timeZone)) }
}

/** Most rows of today that stand above a list. */
const TODAY_ROWS = 30

/** The visits of the desk's day, the earliest first, as short rows; beyond the most that stand there, how many more come. */
export async function todayRows({ db, business, clock }: AppContext, scope: Scope) {
  const today = deskDate(business.timeZone, clock.now())
  const filter = { from: today, to: today, status: 'booked', sort: 'visit-first', limit: TODAY_ROWS } as const
  const { bookings, total } = await pageOfBookings(db, whereOf(scope, filter, business.timeZone), filter)
  const rows = bookings.map((row) => ({
    ...{ id: row.id, code: row.code, name: row.customerName, screen: row.screenName },
    slot: formatSlot({ from: row.slotFrom, to: row.slotTo }),
    remaining: ledgerOfSums(row).remaining,
    came: { expected: null, arrived: 'arrived', 'no-show': 'did not come' }[row.attendance],
  }))
  return { today, rows, more: total - rows.length }
}

export type TodayVisits = Awaited<ReturnType<typeof todayRows>>

/** A page of the bookings within a scope with what was sold; for the JSON API. */
export async function listWholeBookings(
  { db, business }: AppContext,
  scope: Scope,
  filter: BookingFilter & { page?: number; limit?: number },
) {
  const found = await pageOfWholeBookings(db, whereOf(scope, filter, business.timeZone), filter)
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

function listed(row: ListedBooking, zone: string) {
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
    status: row.status,
  }
}

/** The bookings that a filter names as a CSV file, a batch at a time. Amounts in rupees. */
export async function* exportBookings({ db, business }: AppContext, scope: Scope, filter: BookingFilter) {
  yield csvLine([
    ...['Code', 'Status', 'Attendance', 'Name', 'Phone', 'Email', 'City', 'Location', 'Screen'],
    ...['Booked on', 'Date', 'From', 'To', 'People', 'Package', 'Coupon', 'Total', 'Advance', 'Remaining', 'Note'],
  ])
  for await (const rows of batchesOfBookings(db, whereOf(scope, filter, business.timeZone)))
    for (const row of rows) {
      const { received, remaining } = ledgerOfSums(row)
      yield csvLine([
        ...[row.code, row.status, row.attendance, row.customerName, row.customerNumber, row.customerEmail],
        ...[row.cityName, row.locationName, row.screenName, formatDate(todayIn(business.timeZone, row.createdAt))],
        ...[formatDate(row.visitDate), row.slotFrom, row.slotTo, row.people, row.packageName, row.couponCode],
        ...[toRupeeNumber(row.total), toRupeeNumber(received), toRupeeNumber(remaining), row.note],
      ])
    }
}

/**
 * The payments and refunds of the bookings that a filter names, as a CSV file, by the days of the till (rule E4). Amounts in rupees,
 * refunds negative. By the day of the payment it names the payments of these days alone. The amounts add up: of what counts for
 * nothing, as a payment that was struck out or a refund that does not go, the amount stands in a column of its own.
 */
export async function* exportPayments({ db, business }: AppContext, scope: Scope, filter: BookingFilter) {
  yield csvLine([
    ...['Booking', 'Location', 'Name', 'Kind', 'Mode', 'Purpose or reason', 'Status', 'Date', 'Amount', 'Fee'],
    ...['Provider id', 'Voided', 'Not counted'],
  ])
  const dateAt = await tillDates({ db, business })
  const { dateOf, from, to } = filter
  const byPayment = dateOf === 'paid-on' && (from !== undefined || to !== undefined)
  const wanted = (date: CalendarDate) => !byPayment || ((!from || date >= from) && (!to || date <= to))
  for await (const batch of batchesOfBookings(db, whereOf(scope, filter, business.timeZone))) {
    const { payments, refunds } = await moneyOf(
      db,
      batch.map(({ id }) => id),
    )
    for (const { id, code, locationId, locationName, customerName } of batch) {
      const whose = [code, locationName, customerName]
      for (const row of payments.get(id) ?? []) {
        const date = dateAt(row.locationId ?? locationId, row.receivedAt)
        if (!wanted(date)) continue
        const amount = toRupeeNumber(row.amount)
        const counts = isReceived({ status: row.status, voided: row.voidedAt !== null })
        yield csvLine([
          ...[...whose, 'payment', row.mode, purposeWords(row.purpose), row.status, formatDate(date)],
          ...[counts ? amount : 0, row.fee === null ? '' : toRupeeNumber(row.fee), row.providerPaymentId],
          ...[row.voidedAt ? 'voided' : '', counts ? '' : amount],
        ])
      }
      for (const row of refunds.get(id) ?? []) {
        if (byPayment) break
        const amount = -toRupeeNumber(row.amount)
        const counts = isLiveRefund(row.status)
        yield csvLine([
          ...[
            ...whose,
            'refund',
            row.mode,
            row.reason,
            row.status,
            formatDate(dateAt(row.locationId ?? locationId, row.createdAt)),
          ],
          ...[counts ? amount : 0, '', row.providerRefundId, '', counts ? '' : amount],
        ])
      }
    }
  }
}
