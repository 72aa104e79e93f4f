import { Lock } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { formatRupees, type Paise } from '~/domain/money'
import { links } from '~/links'
import { Button, ButtonLink } from '~/ui/button'
import { Cover } from '~/ui/cover'
import { useProviderWindow } from './provider-window'

export interface PayPanelProps {
  token: string
  orderId: string
  amount: Paise
  currency: string
  /** Until when the slot is held; null when the booking stands already. */
  heldUntil: string | null
  /** The page of the booking, when it is paid there: it is left as it is. Without one the slot can be released. */
  ownPage?: string
  windowSeconds: number
  /** A payment may be under way: who pays again might pay twice. */
  underWay: boolean
  /** What paying is good for; and what is said instead while a payment may be under way. */
  asking: string
  warning: string
  /** Whether the provider's window opens without being asked for, as it does after Pay was pressed. */
  opensItself: boolean
  /** `contact`: the number as it is called from anywhere. */
  customer: { name: string; email: string; contact: string }
  businessName: string
  keyId: string
  scriptUrl: string
  formUrl: string
  returnUrl: string
  cancelUrl: string
}

/**
 * What waits to be paid: a hold, or a sum of a booking that stands. The form goes to the provider's hosted page; with scripts the provider's window
 * opens instead, and the hosted page stays the way out when it cannot.
 */
export function PayPanel(props: PayPanelProps) {
  const { token, amount, heldUntil, ownPage } = props
  const form = useRef<HTMLFormElement>(null)
  const { busy, failure, logged, leftOpen, open, releaseSlot } = useProviderWindow(props, form)

  const instead = (work: () => void) => (event: FormEvent) => {
    event.preventDefault()
    work()
  }

  return (
    <section aria-labelledby="pay" className="rounded-card bg-plum p-6 sm:p-8">
      <h2 id="pay" className="text-2xl">
        {heldUntil ? (
          <>
            Your slot is held until <span className="figures text-champagne">{heldUntil}</span>
          </>
        ) : (
          'Your booking is confirmed'
        )}
      </h2>
      <p className="mt-2 text-muted">{props.underWay || leftOpen ? props.warning : props.asking}</p>
      {failure && (
        <p role="alert" aria-atomic={false} className="mt-4 text-wrong">
          {failure}
          {logged && ' Payment canceled due to timeout or failure. You can try again.'}
        </p>
      )}
      <form ref={form} method="post" action={props.formUrl} onSubmit={instead(open)} className="mt-6">
        {Object.entries(hostedFields(props)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button look="gold" className="w-full sm:w-auto" disabled={busy}>
          <Lock aria-hidden className="size-4" />
          Pay {formatRupees(amount)} now
        </Button>
      </form>
      {ownPage ? (
        <ButtonLink to={ownPage} look="plain" className="mt-3 px-0">
          Back to your booking
        </ButtonLink>
      ) : (
        <form method="post" action={links.paymentDismissed()} onSubmit={instead(releaseSlot)} className="mt-3">
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="order" value={props.orderId} />
          <Button look="plain" className="px-0">
            Give the slot back
          </Button>
        </form>
      )}
      {busy && <Cover>Waiting for your payment…</Cover>}
    </section>
  )
}

/** The fields of the provider's hosted checkout form. */
function hostedFields(props: PayPanelProps): Record<string, string | number> {
  return {
    key_id: props.keyId,
    order_id: props.orderId,
    amount: props.amount,
    currency: props.currency,
    name: props.businessName,
    description: 'Booking Payment',
    'prefill[name]': props.customer.name,
    'prefill[email]': props.customer.email,
    'prefill[contact]': props.customer.contact,
    callback_url: props.returnUrl,
    cancel_url: props.cancelUrl,
  }
}
