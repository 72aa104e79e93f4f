import { countsAs } from '~/domain/booking-status'
import { type CalendarDate, todayIn } from '~/domain/calendar'
import { csvLine } from '~/domain/csv'
import { isReceived, ledgerOfSums } from '~/domain/ledger'
import { type Paise, toRupeeNumber } from '~/domain/money'
import { purposeWords } from '~/domain/payment-purposes'
import { isLiveRefund } from '~/domain/refund-life'
import type { Scope } from '~/domain/staff-role'
import { correctedBy, DOCUMENT_TITLES } from '~/domain/tax-document'
import { guestWithin } from '~/features/money/money-place.server'
import { referenceOf } from '~/features/money/payment-name.server'
import { tillDays } from '~/features/money/till.server'
import type { AppContext } from '~/platform/context.server'
import { type BookingFilter, batchesOfBookings, whereOf } from './booking-queries.server'
import {
  type BackRow,
  batchesOfPapers,
  batchesOfPayments,
  batchesOfRefunds,
  batchesOfReversals,
  moneyOf,
  type PaidRow,
  type PaperRow,
  papersOf,
  type ReversedRow,
} from './movement-queries.server'

/** The bookings that a filter names as a CSV file, a batch at a time. Amounts in rupees, dates and times as in all files (rule T9). */
export async function* exportBookings(context: AppContext, scope: Scope, filter: BookingFilter) {
  const { db, business } = context
  yield csvLine([
    ...['Code', 'Status', 'Attendance', 'Name', 'Phone', 'Email', 'City', 'Location', 'Screen'],
    ...['Booked on', 'Date', 'From', 'To', 'People', 'Package', 'Coupon', 'Total', 'Advance', 'Remaining', 'Note'],
    // those that came later stand last, where no sheet misses another
    ...['Refunded', 'Income', 'Coupon amount', 'Cancelled on', 'Booked by'],
  ])
  for await (const rows of batchesOfBookings(db, whereOf(context, scope, filter)))
    for (const row of rows) {
      const { received, remaining, refunded, income } = ledgerOfSums(row)
      yield csvLine([
        ...[row.code, countsAs(row), row.attendance, row.customerName, row.customerNumber, row.customerEmail],
        ...[row.cityName, row.locationName, row.screenName, todayIn(business.timeZone, row.createdAt)],
        ...[row.visitDate, row.slotFrom, row.slotTo, row.people, row.packageName, row.couponCode],
        ...[toRupeeNumber(row.total), toRupeeNumber(received), toRupeeNumber(remaining), row.note],
        ...[toRupeeNumber(refunded), toRupeeNumber(income), toRupeeNumber(row.couponPrice)],
        ...[row.cancelledAt ? todayIn(business.timeZone, row.cancelledAt) : '', row.source],
      ])
    }
}

/**
 * The payments and refunds of the bookings that a filter names, as a CSV file, by the days and the places of the till (rules E4,
 * M25). Amounts in rupees, refunds negative. The amounts add up: of what counts for nothing, as a payment that was struck out or a
 * refund that does not go, the amount stands in a column of its own. By the day of the payment it names instead what moved in the
 * till on these days and where that was, of any status that is not asked for otherwise, and comes to what the till says.
 */
export async function* exportPayments(context: AppContext, scope: Scope, filter: BookingFilter) {
  yield csvLine([
    ...['Booking', 'Location', 'Name', 'Kind', 'Mode', 'Purpose or reason', 'Status', 'Date', 'Amount', 'Fee'],
    ...['Provider id', 'Reference', 'Voided', 'Not counted'],
  ])
  const { dateOf, from, to } = filter
  if (dateOf === 'paid-on' && (from || to)) return yield* exportMovements(context, scope, filter)
  const { db } = context
  for await (const batch of batchesOfBookings(db, whereOf(context, scope, filter))) {
    const { payments, refunds } = await moneyOf(
      db,
      batch.map(({ id }) => id),
    )
    const { dateAt } = await tillDays(context, [
      ...[...payments.values()].flat().map(({ receivedAt }) => receivedAt),
      ...[...refunds.values()].flat().map(refundedAt),
    ])
    for (const { id } of batch) {
      for (const row of payments.get(id) ?? [])
        yield paymentLine(
          row,
          dateAt(row.placeId, row.receivedAt),
          isReceived({ ...row, voided: row.voidedAt !== null }),
        )
      for (const row of refunds.get(id) ?? [])
        yield refundLine(row, dateAt(row.placeId, refundedAt(row)), isLiveRefund(row.status))
    }
  }
}

/** The same of what moved on some days: a payment that was struck out, or a refund that came back, on a later day or after its own was closed stands twice, as in the till. */
async function* exportMovements(context: AppContext, scope: Scope, filter: BookingFilter) {
  const { db, business } = context
  const wanted = daysOf(filter)
  const seen = <Row extends PaidRow | BackRow | ReversedRow>(row: Row): Row => ({
    ...row,
    customerName: guestWithin(scope, row.bookedAt, row.customerName),
  })
  for await (const batch of batchesOfPayments(db, scope, filter, business.timeZone)) {
    const moments = batch.flatMap(({ receivedAt, voidedAt }) => [receivedAt, ...(voidedAt ? [voidedAt] : [])])
    const { dateAt, undone } = await tillDays(context, moments)
    for (const row of batch.map(seen)) {
      const paidOn = dateAt(row.placeId, row.receivedAt)
      const received = isReceived({ ...row, voided: false })
      const uncounted = row.voidedAt !== null && undone(row.placeId, row.receivedAt, row.voidedAt)
      const struckOn = row.voidedAt && dateAt(row.placeId, row.voidedAt)
      if (wanted(paidOn)) yield paymentLine(row, paidOn, received && !uncounted)
      if (struckOn && received && !uncounted && wanted(struckOn)) yield struckLine(row, struckOn)
    }
  }
  for await (const batch of batchesOfRefunds(db, scope, filter, business.timeZone)) {
    const { dateAt } = await tillDays(
      context,
      batch.flatMap(({ settledAt }) => settledAt ?? []),
    )
    for (const row of batch.map(seen)) {
      const paidOutOn = row.settledAt && dateAt(row.placeId, row.settledAt)
      if (paidOutOn && wanted(paidOutOn)) yield refundLine(row, paidOutOn, true)
    }
  }
  for await (const batch of batchesOfReversals(db, scope, filter, business.timeZone)) {
    const moments = batch.flatMap(({ paidOutAt, cameBackAt }) => [paidOutAt, cameBackAt])
    const { dateAt, undone } = await tillDays(context, moments)
    for (const row of batch.map(seen)) {
      if (undone(row.placeId, row.paidOutAt, row.cameBackAt)) continue
      const [paidOutOn, backOn] = [dateAt(row.placeId, row.paidOutAt), dateAt(row.placeId, row.cameBackAt)]
      if (wanted(paidOutOn)) yield reversedLine(row, 'refund', paidOutOn)
      if (wanted(backOn)) yield reversedLine(row, 'came back', backOn)
    }
  }
}

/** When a refund went out, or was to. */
const refundedAt = ({ settledAt, createdAt }: BackRow): Date => settledAt ?? createdAt

/** Whether a date is one of those that a filter asks for. */
const daysOf =
  ({ from, to }: BookingFilter) =>
  (date: CalendarDate | null) =>
    date !== null && (!from || date >= from) && (!to || date <= to)

/**
 * The papers that were issued on the days of a filter, whichever dates it is about, as a CSV file (rule M33), by the places in whose
 * series they are numbered. Amounts in rupees, as each paper says them; of one that was cancelled they stand once more on that day,
 * negative, so that days that are over say ever after what they said.
 */
export async function* exportPapers({ db, business }: AppContext, scope: Scope, filter: BookingFilter) {
  yield csvLine([
    ...['Number', 'Kind', 'Issued', 'Booking', 'Name', 'Location', 'Taxable', 'Rate', 'CGST', 'SGST', 'Total'],
    ...['Corrects', 'Cancelled', 'Reason'],
  ])
  const wanted = daysOf(filter)
  for await (const batch of batchesOfPapers(db, scope, filter, business.timeZone)) {
    const papers = await papersOf(
      db,
      batch.map(({ bookingId }) => bookingId),
    )
    for (const row of batch) {
      const paper = { ...row, name: guestWithin(scope, row.bookedAt, row.content.buyer?.name) }
      const corrects = correctedBy(row.id, papers.get(row.bookingId) ?? [])
      const cancelledOn = row.cancelledAt && todayIn(business.timeZone, row.cancelledAt)
      if (wanted(row.date)) yield paperLine(paper, corrects)
      if (cancelledOn && wanted(cancelledOn)) yield paperLine(paper, corrects, cancelledOn)
    }
  }
}

function paperLine(
  row: PaperRow & { name: string | null | undefined },
  corrects: string | null,
  cancelledOn?: CalendarDate,
) {
  const { tax } = row.content
  const [sign, off] = cancelledOn ? [-1, [cancelledOn, row.cancelReason]] : [1, ['', '']]
  const said = (amount: Paise) => sign * toRupeeNumber(amount)
  return csvLine([
    ...[row.number, DOCUMENT_TITLES[row.kind], row.date, row.code, row.name, row.place],
    ...(tax ? [said(tax.taxable), tax.rate / 100, said(tax.cgst), said(tax.sgst)] : ['', '', '', '']),
    ...[said(row.total), corrects, ...off],
  ])
}

const whose = ({ code, place, customerName }: PaidRow | BackRow | ReversedRow) => [code, place, customerName]

function paymentLine(row: PaidRow, date: CalendarDate, counts: boolean): string {
  const amount = toRupeeNumber(row.amount)
  return csvLine([
    ...[...whose(row), 'payment', row.mode, purposeWords(row.purpose), row.status, date],
    ...[counts ? amount : 0, row.fee === null ? '' : toRupeeNumber(row.fee), row.providerPaymentId],
    ...[referenceOf(row), row.voidedAt ? 'voided' : '', counts ? '' : amount],
  ])
}

const struckLine = (row: PaidRow, date: CalendarDate): string =>
  csvLine([
    ...[...whose(row), 'struck out', row.mode, purposeWords(row.purpose), row.status, date],
    ...[-toRupeeNumber(row.amount), '', row.providerPaymentId, referenceOf(row), 'voided', ''],
  ])

function refundLine(row: BackRow, date: CalendarDate, counts: boolean): string {
  const amount = -toRupeeNumber(row.amount)
  return csvLine([
    ...[...whose(row), 'refund', row.mode, row.reason, row.status, date],
    ...[counts ? amount : 0, '', row.providerRefundId, row.settledNote, '', counts ? '' : amount],
  ])
}

/** One way of a refund that came back; under which name at the provider is not kept. */
const reversedLine = (row: ReversedRow, what: 'refund' | 'came back', date: CalendarDate): string =>
  csvLine([
    ...[...whose(row), what, 'online', row.reason, row.status, date],
    ...[(what === 'refund' ? -1 : 1) * toRupeeNumber(row.amount), '', '', '', '', ''],
  ])
