import { eq, inArray } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { payments, refunds } from '~/db/schema'
import { sum } from '~/domain/money'
import { isLiveRefund } from '~/domain/refund-life'
import type { GatewayPayment } from '~/platform/payment-gateway.server'

/** Payments of which another sum went back at the provider than our books say. */
export async function refundedOtherwise(
  tx: Transaction,
  booking: { id: string },
  tries: readonly GatewayPayment[],
): Promise<string[]> {
  const rows = await tx.query.payments.findMany({ where: eq(payments.bookingId, booking.id) })
  const back = await tx.select().from(refunds).where(eq(refunds.bookingId, booking.id))
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
