import { eq } from 'drizzle-orm'
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
  const differing = tries.filter(({ id, amountRefunded }) => {
    const row = rows.find(({ providerPaymentId }) => providerPaymentId === id)
    const sent = back.filter((one) => one.paymentId === row?.id && one.providerRefundId && isLiveRefund(one.status))
    return row && sum(sent.map(({ amount }) => amount)) !== amountRefunded
  })
  return differing.map(({ id }) => id)
}
