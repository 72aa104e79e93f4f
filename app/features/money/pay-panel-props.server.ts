import { dialled } from '~/domain/calling'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import type { OpenCheckout } from './checkout.server'
import type { PayPanelProps } from './pay-panel'

/** What the panel that opens the provider's window is drawn from, for an order that waits for its money. */
export function payPanelProps(
  { business, gateway }: AppContext,
  { token, orderId, amount, currency, windowSeconds, underWay, customer }: OpenCheckout,
  heldUntil: string | null,
): PayPanelProps {
  const { name, email, number } = customer
  const { keyId, scriptUrl, formUrl } = gateway.checkout
  return {
    ...{ token, orderId, amount, currency, windowSeconds, heldUntil, keyId, scriptUrl, formUrl },
    underWay,
    opensItself: !underWay,
    customer: { name, email, contact: dialled(number) },
    businessName: business.name,
    returnUrl: `${business.appUrl}${links.paymentReturn(token)}`,
    cancelUrl: `${business.appUrl}${links.paymentCancelled(token)}`,
  }
}
