import { Form, useNavigation, useSubmit } from '@remix-run/react'
import { Lock } from 'lucide-react'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { formatRupees, type Paise } from '~/domain/money'
import { links } from '~/links'
import { Button, ButtonLink } from '~/ui/button'
import { Cover } from '~/ui/cover'
import { VERIFIED_WORDS } from './verified-words'

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
  /** `contact`: the number as it is called from anywhere. */
  customer: { name: string; email: string; contact: string }
  businessName: string
  keyId: string
  scriptUrl: string
  formUrl: string
  returnUrl: string
  cancelUrl: string
}

interface CheckoutFailure {
  error: { description?: string; reason?: string }
}

interface CheckoutWindow {
  open(): void
  on(event: 'payment.failed', handle: (failure: CheckoutFailure) => void): void
}

declare global {
  interface Window {
    Razorpay?: new (options: Record<string, unknown>) => CheckoutWindow
  }
}

/** Loads the provider's script once; resolves to whether its window can be opened. */
function loadCheckout(scriptUrl: string): Promise<boolean> {
  if (window.Razorpay) return Promise.resolve(true)
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.onload = () => resolve(window.Razorpay !== undefined)
    script.onerror = () => resolve(false)
    document.head.append(script)
  })
}

/**
 * Whether this document was loaded at the page on which is paid. Only then does its Content-Security-Policy name the provider; one
 * that came here from another step by script must be loaded anew.
 */
function mayOpenProvider(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded !== undefined && new URL(loaded.name).pathname.toLowerCase() === window.location.pathname.toLowerCase()
}

/**
 * What waits to be paid: a hold, or a sum of a booking that stands. The form goes to the provider's hosted page; with scripts the provider's window
 * opens instead, and the hosted page stays the way out when it cannot.
 */
export function PayPanel(props: PayPanelProps) {
  const { token, orderId, amount, heldUntil, customer, ownPage } = props
  const submit = useSubmit()
  const [logged, setLogged] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  useOnArrival(() => setBusy(false))

  const openWindow = useCallback(async () => {
    setBusy(true)
    setFailure(undefined)
    if (!mayOpenProvider()) {
      window.location.reload()
      return
    }
    const ready = await loadCheckout(props.scriptUrl)
    if (!ready || !window.Razorpay) {
      console.error('The payment window could not be loaded.')
      // HTMLFormElement.submit skips onSubmit: straight to the hosted page
      form.current?.submit()
      return
    }
    const checkout = new window.Razorpay({
      key: props.keyId,
      order_id: orderId,
      amount,
      currency: props.currency,
      name: props.businessName,
      description: 'Booking Payment',
      timeout: props.windowSeconds,
      prefill: customer,
      retry: { enabled: true },
      theme: { color: '#1a1024' },
      modal: {
        confirm_close: true,
        escape: false,
        ondismiss: () => {
          setBusy(false)
          submit({ token }, { method: 'post', action: links.paymentDismissed() })
        },
      },
      handler: async (paid: Record<string, string>) => {
        if (!(await canVerify({ ...paid, token }))) {
          setBusy(false)
          const shows = ownPage ? 'your booking’s page shows it' : 'we confirm by e-mail'
          setFailure(`${VERIFIED_WORDS.unreachable}. What you paid is safe: ${shows} when it arrives.`)
          return
        }
        submit({ ...paid, token }, { method: 'post', action: links.paymentVerify(), replace: true })
      },
    })
    checkout.on('payment.failed', ({ error }) => {
      const description = error.description ?? ''
      setFailure(`Payment failed${description ? `: ${description.trim().replace(/\.?$/, '.')}` : '.'}`)
      // only a note: when the line that failed is ours, it is left out, and the window still offers another try
      const body = new URLSearchParams({ token, intent: 'failed', reason: description })
      fetch(links.paymentDismissed(), { method: 'POST', body }).then(
        ({ ok }) => setLogged(ok),
        () => setLogged(false),
      )
    })
    checkout.open()
  }, [
    props.scriptUrl,
    props.keyId,
    orderId,
    amount,
    props.currency,
    props.businessName,
    props.windowSeconds,
    customer,
    token,
    submit,
    ownPage,
  ])

  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (opened.current === orderId) return
    opened.current = orderId
    openWindow()
  }, [orderId, openWindow])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    openWindow()
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
      <p className="mt-2 text-muted">
        {heldUntil
          ? `Pay ${formatRupees(amount)} now and the room is yours. Nobody else can book it meanwhile.`
          : `Pay ${formatRupees(amount)} now, and it is off your bill at the theatre.`}
      </p>
      {failure && (
        <p role="alert" className="mt-4 text-wrong">
          {failure}
          {logged && ' Payment canceled due to timeout or failure. You can try again.'}
        </p>
      )}
      <form ref={form} method="post" action={props.formUrl} onSubmit={onSubmit} className="mt-6">
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
        <Form method="post" action={links.paymentDismissed()} className="mt-3">
          <input type="hidden" name="token" value={token} />
          <Button look="plain" className="px-0">
            Give the slot back
          </Button>
        </Form>
      )}
      {busy && <Cover>Waiting for your payment…</Cover>}
    </section>
  )
}

/**
 * Hands the checkout's answer to the server and says whether that worked. It is handed in once more to be led on, which
 * changes nothing; but a line that breaks in between must not end on the error page of somebody who has just paid.
 */
async function canVerify(claim: Record<string, string>): Promise<boolean> {
  const sent = { method: 'POST', body: new URLSearchParams(claim), redirect: 'manual' } as const
  return fetch(links.paymentVerify(), sent).then(
    ({ status }) => status < 500,
    () => false,
  )
}

/** Calls back whenever a navigation has ended on the page that was already there. */
function useOnArrival(arrive: () => void) {
  const { state } = useNavigation()
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== 'idle' && state === 'idle') arrive()
    before.current = state
  })
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
