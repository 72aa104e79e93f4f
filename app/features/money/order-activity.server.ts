import type { PaymentGateway } from '~/platform/payment-gateway.server'

/**
 * Whether money may still come, or has come, for an order: `open` while a try is under way or went through, `quiet` when
 * all failed or there was none, `unknown` when the provider does not answer. The list may leave out a try that has just
 * begun, so the order's own count of tries is compared with it.
 */
export async function orderActivity(gateway: PaymentGateway, orderId: string): Promise<'quiet' | 'open' | 'unknown'> {
  const [order, tries] = await Promise.all([gateway.fetchOrder(orderId), gateway.fetchOrderPayments(orderId)])
  if (!order.ok || !tries.ok) return 'unknown'
  const failed = tries.value.filter(({ status }) => status === 'failed').length
  return tries.value.length > failed || order.value.attempts > failed ? 'open' : 'quiet'
}
