import { dialled } from '~/domain/calling'
import { formatRupees } from '~/domain/money'
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
    ...wordsOf(formatRupees(amount), heldUntil !== null),
    opensItself: !underWay,
    customer: { name, email, contact: dialled(number) },
    businessName: business.name,
    returnUrl: `${business.appUrl}${links.paymentReturn(token)}`,
    cancelUrl: `${business.appUrl}${links.paymentCancelled(token)}`,
  }
}

/** Worded here, since what a browser is sent once need not be in its files. Nobody knows what was done in the provider's window. */
function wordsOf(sum: string, held: boolean): Pick<PayPanelProps, 'asking' | 'warning'> {
  const shows = held ? ', so your slot stays held. We confirm by e-mail' : ': your booking’s page shows it'
  return {
    asking: held
      ? `Pay ${sum} now and the room is yours. Nobody else can book it meanwhile.`
      : `Pay ${sum} now, and it is off your bill at the theatre.`,
    warning: `A payment may still be under way${shows} when it arrives. Pay ${sum} only if you have not paid yet, or know that it failed.`,
  }
}
