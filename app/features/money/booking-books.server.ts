import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { bookingEvents, bookings, payments, refunds } from '~/db/schema'
import type { BookingEventKind } from '~/domain/booking-events'
import { type Paise, sum } from '~/domain/money'
import { isLiveRefund } from '~/domain/refund-life'
import { recordEvent } from '~/features/stored-booking/booking-history.server'
import type { GatewayPayment } from '~/platform/payment-gateway.server'
import { ledgerOfRows } from './desk-money.server'

/** A booking, locked, with what was paid for it and what goes back. */
export interface Books {
  booking: typeof bookings.$inferSelect
  rows: (typeof payments.$inferSelect)[]
  back: (typeof refunds.$inferSelect)[]
}

/** Locks the booking and reads all of it, in one trip. */
export async function readBooks(tx: Transaction, bookingId: string): Promise<Books> {
  const [[booking], rows, back] = await Promise.all([
    tx.select().from(bookings).where(eq(bookings.id, bookingId)).for('update'),
    tx.select().from(payments).where(eq(payments.bookingId, bookingId)),
    tx.select().from(refunds).where(eq(refunds.bookingId, bookingId)),
  ])
  if (!booking) throw new Error('The booking of a payment attempt is gone.')
  return { booking, rows, back }
}

/** What is still to be paid. */
export const remainingOf = ({ booking, rows, back }: Books): Paise => ledgerOfRows(booking, rows, back).remaining

/** Whether of a captured payment all that the provider says of it stands in the booking's books already. */
export const isEnteredWhole = ({ rows }: Books, { id, fee, bankReference }: GatewayPayment): boolean =>
  rows.some(
    (row) =>
      row.providerPaymentId === id &&
      (fee === null || row.fee !== null) &&
      (bankReference === null || row.bankReference !== null),
  )

/** Whether a payment is in our books: the provider's answer may be older than them. */
export const isEntered = async (tx: Transaction, { id }: GatewayPayment): Promise<boolean> =>
  (await tx.$count(payments, eq(payments.providerPaymentId, id))) > 0

/** Writes something about a payment into the history, the first time it is seen. */
export async function recordOnce(
  tx: Transaction,
  booking: Books['booking'],
  kind: BookingEventKind,
  payment: GatewayPayment,
  at: Date,
): Promise<void> {
  const known = await tx.query.bookingEvents.findMany({
    where: and(eq(bookingEvents.bookingId, booking.id), eq(bookingEvents.kind, kind)),
  })
  if (known.some(({ detail }) => detail?.paymentId === payment.id)) return
  await recordPayment(tx, booking, kind, payment, at)
}

/** Writes something about a payment into the history, and how it stood at the provider then. */
export const recordPayment = (
  tx: Transaction,
  { id }: Books['booking'],
  kind: BookingEventKind,
  { id: paymentId, amount, currency, status }: GatewayPayment,
  at: Date,
) => recordEvent(tx, id, { at, kind, actor: 'provider', detail: { paymentId, amount, currency, status } })

/** Payments of which another sum went back at the provider than our books say. */
export function refundedOtherwise({ rows, back }: Books, tries: readonly GatewayPayment[]): string[] {
  const sent = back.filter((one) => one.providerRefundId && isLiveRefund(one.status))
  const sentOf = (id: string) => sum(sent.filter(({ paymentId }) => paymentId === id).map(({ amount }) => amount))
  const differs = ({ id, amountRefunded }: GatewayPayment) =>
    rows.some((row) => row.providerPaymentId === id && sentOf(row.id) !== amountRefunded)
  return tries.filter(differs).map(({ id }) => id)
}

/** Whether all that was captured of these payments goes back. */
export async function wentBackWhole(tx: Transaction, tries: readonly GatewayPayment[]): Promise<boolean> {
  const captured = tries.filter(({ status }) => status === 'captured').map(({ id }) => id)
  if (!captured.length) return false
  const rows = await tx.select().from(payments).where(inArray(payments.providerPaymentId, captured))
  const ids = rows.map(({ id }) => id)
  const back = ids.length ? await tx.select().from(refunds).where(inArray(refunds.paymentId, ids)) : []
  const live = back.filter(({ status }) => isLiveRefund(status))
  const of = (id: string) => sum(live.filter(({ paymentId }) => paymentId === id).map(({ amount }) => amount))
  return rows.length > 0 && rows.every(({ id, amount }) => of(id) >= amount)
}
