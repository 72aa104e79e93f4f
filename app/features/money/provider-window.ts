import { useNavigation, useSubmit } from '@remix-run/react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { links } from '~/links'
import type { PayPanelProps } from './pay-panel'
import { UNREACHABLE } from './verified-words'

interface CheckoutFailure {
  error: { description?: string; reason?: string }
}

interface CheckoutWindow {
  open(): void
  /** Not documented: one without it stays open. */
  close?(): void
  on(event: 'payment.failed', handle: (failure: CheckoutFailure) => void): void
}

declare global {
  interface Window {
    Razorpay?: new (options: Record<string, unknown>) => CheckoutWindow
  }
}

const PATIENCE_MS = 15_000

/** Loads the provider's script once; resolves when it has come, and also when it does not. */
function loadCheckout(scriptUrl: string): Promise<unknown> {
  if (window.Razorpay) return Promise.resolve()
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.onload = resolve
    script.onerror = resolve
    // one that neither comes nor fails would leave the page covered
    setTimeout(resolve, PATIENCE_MS)
    document.head.append(script)
  })
}

/**
 * Opens the provider's window and answers it, or nothing. Its script may not have come, or break: where a phone keeps something from it,
 * or something of it does not come.
 */
function openCheckout(options: Record<string, unknown>, failed: (failure: CheckoutFailure) => void) {
  if (!window.Razorpay) return
  try {
    const checkout = new window.Razorpay(options)
    checkout.on('payment.failed', failed)
    checkout.open()
    return checkout
  } catch {}
}

/** Does something when the browser brings this page back from its memory, as it was left. */
function onceBack(work: () => void): void {
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    window.removeEventListener('pageshow', shown)
    work()
  }
  window.addEventListener('pageshow', shown)
}

/**
 * Whether this document was loaded at the page on which is paid. Only then does its Content-Security-Policy name the provider; one
 * that came here from another step by script must be loaded anew. Where a browser does not tell, the script is tried.
 */
function mayOpenProvider(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return !loaded || new URL(loaded.name).pathname.toLowerCase() === window.location.pathname.toLowerCase()
}

/**
 * What this tab knows of an order's window when the page is loaded again: it stood open, so that the page was left amid a payment,
 * or it was pressed for and the page had to be loaded anew first.
 */
type KnownWindow = 'open' | 'pressed-for'
const KNOWN_WINDOW = 'payment-window'

/** Remembers that of an order, or nothing; where a browser keeps nothing, each page begins anew. */
function rememberWindow(orderId: string, known: KnownWindow | undefined): void {
  try {
    if (known) sessionStorage.setItem(KNOWN_WINDOW, `${known} ${orderId}`)
    else sessionStorage.removeItem(KNOWN_WINDOW)
  } catch {}
}

function isWindow(known: KnownWindow, orderId: string): boolean {
  try {
    return sessionStorage.getItem(KNOWN_WINDOW) === `${known} ${orderId}`
  } catch {
    return false
  }
}

/**
 * The provider's own window over the page: opens once for each order, unless it is to wait for a press or was open when the page was
 * left (`leftOpen`: phones load it again after a look at the UPI app), and again with `open`. `form` is the one of the hosted page, which
 * goes out when `open` cannot open the window. `releaseSlot` ends the hold. Answers whether it is open, and what went wrong in it;
 * `logged` once we know of that. It closes with the page's payment: what is paid, over or left is not to be paid in it.
 */
export function useProviderWindow(props: PayPanelProps, form: RefObject<HTMLFormElement>) {
  const { token, orderId, amount, customer, ownPage, opensItself } = props
  const submit = useSubmit()
  const [logged, setLogged] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [leftOpen, setLeftOpen] = useState(false)
  const { state } = useNavigation()
  useEffect(() => {
    // what was under way has ended on this page
    if (state === 'idle') setBusy(false)
  }, [state])

  /**
   * Hands in what came of the checkout; says `lost` when it did not arrive. It is handed in once more to be led on, which changes
   * nothing; but a line that breaks in between must not end on the error page of somebody who has just paid.
   */
  const handIn = useCallback(
    async (action: string, claim: Record<string, string>, lost: string) => {
      // until it is answered: a second window would be of an order that is being given up
      setBusy(true)
      const sent = { method: 'POST', body: new URLSearchParams(claim), redirect: 'manual' } as const
      const arrived = await fetch(action, sent).then(
        ({ status }) => status < 500,
        () => false,
      )
      if (arrived) {
        // from here on the server knows what may be under way
        rememberWindow(orderId, undefined)
        return submit(claim, { method: 'post', action, replace: true })
      }
      setBusy(false)
      setFailure(lost)
    },
    [submit, orderId],
  )
  const releaseSlot = useCallback(
    () => handIn(links.paymentDismissed(), { token, order: orderId }, 'Nobody answered. Please try again.'),
    [handIn, token, orderId],
  )

  const shown = useRef<CheckoutWindow>(undefined)
  useEffect(
    () => () => {
      const left = shown.current
      // before it closes: the provider may call that dismissed, and a payment in it may be under way
      shown.current = undefined
      try {
        left?.close?.()
      } catch {}
    },
    [],
  )

  const openWindow = useCallback(
    async (unasked?: boolean) => {
      setBusy(true)
      setFailure(undefined)
      if (!mayOpenProvider()) {
        if (!unasked) rememberWindow(orderId, 'pressed-for')
        return window.location.reload()
      }
      await loadCheckout(props.scriptUrl)
      // the page was left meanwhile
      if (!form.current) return
      const options = {
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
            if (!shown.current) return
            shown.current = undefined
            releaseSlot()
          },
        },
        handler: (paid: Record<string, string>) => {
          shown.current = undefined
          const shows = ownPage ? 'your booking’s page shows it' : 'we confirm by e-mail'
          const lost = `${UNREACHABLE}. What you paid is safe: ${shows} when it arrives.`
          handIn(links.paymentVerify(), { ...paid, token }, lost)
        },
      }
      const failed = ({ error }: CheckoutFailure) => {
        const description = error.description ?? ''
        setFailure(`Payment failed${description ? `: ${description.trim().replace(/\.?$/, '.')}` : '.'}`)
        // only a note: when the line that failed is ours, it is left out, and the window still offers another try
        const body = new URLSearchParams({ token, intent: 'failed', reason: description })
        fetch(links.paymentDismissed(), { method: 'POST', body }).then(
          ({ ok }) => setLogged(ok),
          () => setLogged(false),
        )
      }
      shown.current = openCheckout(options, failed)
      if (shown.current) return rememberWindow(orderId, 'open')
      // who came back from the hosted page reads why, and is not sent there again unasked
      if (unasked) return setBusy(false)
      onceBack(() => setBusy(false))
      // HTMLFormElement.submit skips onSubmit: straight to the hosted page
      form.current.submit()
    },
    [
      props.scriptUrl,
      props.keyId,
      orderId,
      amount,
      props.currency,
      props.businessName,
      props.windowSeconds,
      customer,
      token,
      handIn,
      releaseSlot,
      ownPage,
      form,
    ],
  )

  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (opened.current === orderId) return
    opened.current = orderId
    const left = isWindow('open', orderId)
    setLeftOpen(left)
    if (isWindow('pressed-for', orderId)) {
      rememberWindow(orderId, undefined)
      openWindow()
    } else if (opensItself && !left) openWindow(true)
  }, [orderId, opensItself, openWindow])

  return { busy, failure, logged, leftOpen, open: () => openWindow(), releaseSlot }
}
