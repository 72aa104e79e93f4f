import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatRupees, paise } from '~/domain/money'
import { ADVANCE } from '~/domain/payment-choice'
import { BookingFrame } from '~/features/booking/booking-frame'
import { frameOf } from '~/features/booking/frame.server'
import { OrderSummary, SelectedItems } from '~/features/booking/order-summary'
import { placeHold } from '~/features/booking/place-booking.server'
import { answerBesides, fieldsOf, refuseStep } from '~/features/booking/step-answer.server'
import { keepDraft, openVisit, requireStep, stepLink } from '~/features/booking/visit.server'
import { openCheckout, startPayment } from '~/features/payment/checkout.server'
import { confirmationHeaders, heldUntil } from '~/features/payment/conclude.server'
import { PayPanel } from '~/features/payment/pay-panel'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { redirectWithNotice } from '~/platform/session.server'
import { Button } from '~/ui/button'

export const meta: MetaFunction = () => [{ title: 'Payment · Lumière Private Theatre' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const visit = await requireStep(await openVisit(context, request), 'payment')
  const checkout = await openCheckout(context, visit)
  const { business, gateway } = context
  return {
    frame: frameOf(context, visit, 'payment'),
    customer: visit.draft.customer,
    pay: checkout && {
      token: checkout.token,
      orderId: checkout.orderId,
      amount: checkout.amount,
      currency: checkout.currency,
      windowSeconds: checkout.windowSeconds,
      customer: checkout.customer,
      heldUntil: heldUntil(context, checkout.holdEndsAt),
      businessName: business.name,
      keyId: gateway.checkout.keyId,
      scriptUrl: gateway.checkout.scriptUrl,
      formUrl: gateway.checkout.formUrl,
      returnUrl: `${business.appUrl}${links.paymentReturn(checkout.token)}`,
      cancelUrl: `${business.appUrl}${links.paymentCancelled(checkout.token)}`,
    },
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const visit = await requireStep(await openVisit(context, request), 'payment')
  const fields = fieldsOf(await request.formData())
  const besides = await answerBesides(context, visit, 'payment', fields)
  if (besides) return besides
  const draft = {
    ...visit.draft,
    payChoice: fields.get('payChoice') === 'full' ? ('full' as const) : ('advance' as const),
  }
  const tooMany = await tooManyTries(context, 'hold', draft.customer?.number ?? draft.attemptId)
  if (tooMany) return refuseStep({ '': tooMany }, draft, 429)
  const shown = Number(fields.get('total'))
  const placed = await placeHold(
    context,
    { draft, dropped: visit.dropped },
    Number.isInteger(shown) ? paise(shown) : undefined,
  )
  if (!placed.ok) {
    if (placed.step === 'payment') return refuseStep({ '': placed.message }, draft)
    const again = placed.step ?? (placed.reason === 'basic-only' ? 'packages' : 'slots')
    const kept = again === 'slots' ? { ...draft, slotId: undefined } : draft
    return redirectWithNotice(stepLink(again), placed.message, 'error', await keepDraft(kept, visit.dropped))
  }
  if (!placed.attemptId) {
    return redirect(links.bookingConfirmation(), { status: 303, headers: await confirmationHeaders(placed.linkToken) })
  }
  const started = await startPayment(context, placed.attemptId)
  if (!started.ok) return refuseStep({ '': started.message }, draft, 502)
  return redirect(links.bookPayment(), { status: 303, headers: await keepDraft(draft, visit.dropped) })
}

export default function Payment() {
  const { frame, customer, pay } = useLoaderData<typeof loader>()
  const faults = useActionData<typeof action>()?.faults
  const busy = useNavigation().state === 'submitting'
  const total = frame.priced?.total ?? paise(0)
  return (
    <BookingFrame frame={frame} title="Payment" faults={faults} summary>
      {pay ? (
        <PayPanel key={pay.orderId} {...pay} />
      ) : (
        <Form method="post" className="max-w-xl">
          <input type="hidden" name="total" value={total} />
          <p className="text-muted">
            For {customer?.name}, {customer?.email}, <span className="figures">{customer?.number}</span>
          </p>
          <fieldset className="mt-6 grid gap-3">
            <legend className="mb-3 text-xl">How much would you like to pay now?</legend>
            <Choice
              value="advance"
              chosen={frame.draft.payChoice === 'advance'}
              title="Pay the advance now"
              amount={formatRupees(total < ADVANCE ? total : ADVANCE)}
            >
              The rest, {formatRupees(paise(Math.max(0, total - ADVANCE)))}, at the theatre.
            </Choice>
            <Choice
              value="full"
              chosen={frame.draft.payChoice === 'full'}
              title="Pay in full"
              amount={formatRupees(total)}
            >
              Nothing left to pay on the day.
            </Choice>
          </fieldset>
          <p className="mt-6 text-sm text-muted">
            Your slot is held for 15 minutes while you pay. Cancelling is free of charge, except payment-gateway
            charges, up to 72 hours before; not for Friday, Saturday and Sunday bookings.
          </p>
          <Button look="gold" name="intent" value="pay" className="mt-6 w-full sm:w-auto" disabled={busy}>
            Pay and book
          </Button>
          {busy && (
            <p
              role="status"
              className="fixed inset-0 z-40 grid place-items-center bg-night/80 text-lg backdrop-blur-sm"
            >
              <span className="flex items-center gap-3">
                <LoaderCircle aria-hidden className="animate-spin text-gold" />
                Holding your slot…
              </span>
            </p>
          )}
        </Form>
      )}
      {frame.priced && (
        <div className="mt-10 grid gap-8 rounded-card bg-aubergine p-6 lg:hidden">
          <OrderSummary priced={frame.priced} place={frame.place} />
          <SelectedItems priced={frame.priced} />
        </div>
      )}
    </BookingFrame>
  )
}

function Choice(props: { value: string; chosen: boolean; title: string; amount: string; children: ReactNode }) {
  return (
    <label className="flex items-start gap-4 rounded-2xl bg-aubergine p-5 transition has-checked:bg-plum has-checked:shadow-glow has-focus-visible:outline-2 has-focus-visible:outline-gold">
      <input
        type="radio"
        name="payChoice"
        value={props.value}
        defaultChecked={props.chosen}
        className="mt-1 size-5 accent-gold"
      />
      <span className="grow">
        <span className="block font-medium">{props.title}</span>
        <span className="text-sm text-muted">{props.children}</span>
      </span>
      <span className="figures text-lg text-champagne">{props.amount}</span>
    </label>
  )
}
