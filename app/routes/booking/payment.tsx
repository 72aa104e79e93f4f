import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { useEffect, useMemo, useRef } from 'react'
import { normalizePhone } from '~/domain/customer-details'
import { type Paise, shownSum, ZERO } from '~/domain/money'
import { untold } from '~/domain/rescue'
import { answerDraft } from '~/domain/step-answers'
import { asShown } from '~/features/booking/booking-content.server'
import { heldQuote } from '~/features/booking/held-quote.server'
import { paidAlready, paidRefusal } from '~/features/booking/paid-already.server'
import { PAYMENT_UNDER_WAY, placeHold } from '~/features/booking/place-booking.server'
import { attemptOutcome, hasBooking, heldUntil, isHeld, openCheckout } from '~/features/booking/quote-payment.server'
import { heldNoLonger } from '~/features/booking-pages/ended-hold.server'
import { BookingFrame } from '~/features/flow/booking-frame'
import { deskStep } from '~/features/flow/desk-step.server'
import type { FlowQuote } from '~/features/flow/flow-quote.server'
import { frameOf } from '~/features/flow/frame.server'
import { PayButton, PayChoiceFields } from '~/features/flow/pay-choice'
import { shownFault, useRefusal } from '~/features/flow/refusal'
import { Review } from '~/features/flow/review'
import { promisesOf, reviewOf } from '~/features/flow/review.server'
import { answerBesides, pressedOf } from '~/features/flow/step-answer.server'
import { startPayment } from '~/features/money/checkout.server'
import { leftOrder } from '~/features/money/leave-payment.server'
import { PayPanel } from '~/features/money/pay-panel'
import { payPanelProps } from '~/features/money/pay-panel-props.server'
import { pageMeta } from '~/features/site/page-meta'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { approvalsFor, asksAnew, type InternalNote } from '~/features/stored-booking/internal-notes.server'
import { confirmationHeaders } from '~/http/after-payment.server'
import { deskResponse } from '~/http/desk-response.server'
import { openQuote, requireStep, saveDraft } from '~/http/draft.server'
import { openAnswer } from '~/http/open-answer.server'
import { leadBack, refuseStep, stepResponse } from '~/http/step-response.server'
import { links } from '~/links'
import { type AppContext, appContext } from '~/platform/context.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { lazyPart } from '~/ui/lazy-part'
import { Link } from '~/ui/link'
import { hearHeading } from '~/ui/scroll-to-top'
import { useNews } from '~/ui/use-reload'

export { draftAction as clientAction } from '~/ui/unreachable'

export const meta = pageMeta({ title: 'Payment' })

/** A customer's draft as it is held, where it is; `begun`: its attempt has come to a booking or a hold. */
async function asHeld(context: AppContext, quote: FlowQuote): Promise<{ quote: FlowQuote; begun: boolean }> {
  if (quote.staffActor || !(await hasBooking(context, quote))) return { quote, begun: false }
  const { asked: draft, dropped } = quote
  const held = await heldQuote(context, context.db, { draft, dropped })
  return { quote: { ...quote, ...held?.quote, held: held?.stored }, begun: true }
}

const WAIT_FOR_MAIL = 'If you have just paid, wait for our mail.'
/** Worded here, since what a browser is sent once need not be in its files. */
const CHANGED_ELSEWHERE = `This booking was changed in another tab: its payment was closed here. ${WAIT_FOR_MAIL}`
const NOT_CHOSEN = `The slot that you were paying for is not chosen any more. ${WAIT_FOR_MAIL}`

/** What a coupon does to the price would make another hold of the one that may be paid at this moment. */
const CHANGES_COUPON: ReadonlySet<string> = new Set(['coupon', 'remove-coupon'])

/** Why the hold that is paid on the page cannot be changed now, as the provider says; undefined when nothing of it is under way. */
async function waitRefusal(
  context: AppContext,
  token: string,
): Promise<{ message: string; status: 422 | 429 } | undefined> {
  const tooMany = await tooManyTries(context, 'payment', token)
  if (tooMany) return { message: tooMany, status: 429 }
  const left = await leftOrder(context, { token })
  return left?.state === 'under-way' ? { message: PAYMENT_UNDER_WAY.message, status: 422 } : undefined
}

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const { quote: opened, begun } = await asHeld(context, await openQuote(context, request))
  const left = begun && opened.slot === undefined && (await isHeld(context, opened))
  const quote = await requireStep(request, opened, 'payment', left ? NOT_CHOSEN : undefined)
  const frame = frameOf(context, quote, 'payment')
  const { holdMinutes } = quote
  const shown = { frame, holdMinutes, review: reviewOf(quote) }
  if (quote.staffActor) {
    const { staff, stored } = quote.staffActor
    const approvals = await approvalsFor(context, scopeOf(staff), quote.draft.customer?.number ?? '')
    return {
      ...shown,
      desk: deskStep(context, quote, quote.staffActor),
      approvals,
      asksApproval: asksAnew(stored, quote.draft.customer?.number ?? '') && approvals.length > 0,
      promises: undefined,
      mark: '',
      paid: [],
      over: undefined,
      elsewhere: undefined,
      pay: undefined,
    }
  }
  const outcome = begun ? await attemptOutcome(context, quote) : undefined
  if (outcome?.became === 'lost') throw redirect(links.customerBooking(outcome.token))
  if (outcome) throw redirect(links.bookingConfirmation(), { headers: await confirmationHeaders(outcome.token) })
  const checkout = begun ? await openCheckout(context, quote) : undefined
  const paid = await paidAlready(context, quote.draft, checkout?.bookingId)
  return {
    ...shown,
    desk: undefined,
    approvals: [],
    asksApproval: false,
    promises: promisesOf(context, quote),
    mark: asShown(quote, quote.held).mark,
    paid,
    // what may still be paid of it says more
    over: begun && !checkout && paid.length === 0 ? await heldNoLonger(context, quote) : undefined,
    elsewhere: begun ? CHANGED_ELSEWHERE : undefined,
    pay: checkout && {
      ...payPanelProps(context, checkout, heldUntil(context, checkout.holdEndsAt)),
      // its window would cover what is said of the money that waits
      ...(paid.length > 0 && { opensItself: false }),
    },
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const answer = await openAnswer(context, request, 'payment')
  if (answer.overtaken) return answer.overtaken
  const { quote: opened, begun } = await asHeld(context, answer.quote)
  const quote = await requireStep(request, opened, 'payment')
  const fields = pressedOf(answer.form)
  const draft = answerDraft(quote.draft, 'payment', fields)
  const paying = begun ? await openCheckout(context, { ...quote, draft }) : undefined
  const waits = paying && CHANGES_COUPON.has(fields.get('intent') ?? '') && (await waitRefusal(context, paying.token))
  if (waits) {
    const code = fields.get('code')
    return stepResponse(context, quote, { ok: false, faults: { code: waits.message }, code, status: waits.status })
  }
  const besides = await answerBesides(context, quote, 'payment', fields, draft)
  if (besides) return stepResponse(context, quote, besides)
  if (quote.staffActor) return deskResponse(context, quote, quote.staffActor, answer.form)
  // the money may have come since the page was drawn
  const told = answer.form.getAll('told').map(String)
  const unseen = paidRefusal(untold(await paidAlready(context, draft, paying?.bookingId), told))
  if (unseen) return leadBack(context, quote, draft, unseen)
  const tooMany = await tooManyTries(
    context,
    'hold',
    draft.customer ? normalizePhone(draft.customer.number) : draft.attemptId,
  )
  if (tooMany) return refuseStep(context, quote, { '': tooMany }, { keep: draft, status: 429 })
  const shown = { total: shownSum(fields.get('total')), mark: answer.form.get('mark')?.toString() }
  const placed = await placeHold(context, { draft, dropped: quote.dropped }, shown, told)
  if (!placed.ok) {
    // a redirect where the page is to show what it costs now, or what is booked already
    const anew = placed.reason === 'changed-meanwhile' || placed.reason === 'paid-already'
    const stays = placed.step === 'payment' && !anew
    return stays
      ? refuseStep(context, quote, { '': placed.message }, { keep: draft })
      : leadBack(context, quote, draft, placed)
  }
  if (!placed.attemptId) {
    return redirect(links.bookingConfirmation(), { status: 303, headers: await confirmationHeaders(placed.linkToken) })
  }
  const started = await startPayment(context, placed.attemptId)
  if (!started.ok) return refuseStep(context, quote, { '': started.message }, { keep: draft, status: 502 })
  return redirect(links.bookPayment(), { status: 303, headers: await saveDraft(context, quote, draft, quote.dropped) })
}

// few customers ever see it
const PaidNote = lazyPart('paid-note', async () => (await import('~/features/flow/paid-note')).PaidNote)
// customers never need them, so that they do not load them
const DeskPanel = lazyPart('desk-panel', async () => (await import('~/features/flow/desk-panel')).DeskPanel)
const NoteList = lazyPart<{ notes: readonly InternalNote[] }>(
  'note-list',
  async () => (await import('~/features/front-desk/notes-box')).NoteList,
)

/**
 * What this page has shown since it was opened, or something was pressed on it: what comes anew by itself is nobody's agreement, so that a
 * press still means what was shown (rule M2). `gone`: the order that was paid here has left it by itself.
 */
function useShown(total: Paise, mark: string, order: string | undefined) {
  const { key } = useLocation()
  const shown = useRef({ key, total, mark, order, gone: false })
  if (shown.current.key !== key) shown.current = { key, total, mark, order, gone: false }
  else if (shown.current.order !== order) {
    shown.current.gone ||= shown.current.order !== undefined
    shown.current.order = order
  }
  return shown.current
}

/**
 * What is said once the slot is held no longer, or paid in another tab, led to as any refusal is (rule B27), unless somebody types a coupon;
 * where that is said otherwise, the heading takes the focus, for the panel and the window in which it was have gone.
 */
function useEnded(over: string | undefined, paying: boolean) {
  const ended = useMemo(() => over && { faults: { '': over } }, [over]) || undefined
  const paid = useRef(paying)
  useEffect(() => {
    if (paid.current && !paying && !ended) hearHeading()
    paid.current = paying
  }, [paying, ended])
  useRefusal(ended, () => (document.activeElement?.matches('[name=code]') ? undefined : shownFault()))
  return ended?.faults
}

export default function Payment() {
  const { frame, holdMinutes, review, desk, approvals, asksApproval, promises, mark, paid, over, elsewhere, pay } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const total = frame.priced?.total ?? ZERO
  const shown = useShown(total, mark, pay?.orderId)
  const reviewed = <Review facts={review} place={frame.place} whose={frame.whose} />
  // UPI money that comes late leads on to the confirmation, by the loader
  useNews(!desk)
  const ended = useEnded(over ?? (shown.gone ? elsewhere : undefined), pay !== undefined)
  return (
    <BookingFrame
      frame={frame}
      title="Payment"
      faults={{ ...ended, ...(answer && 'faults' in answer && answer.faults) }}
      end={promises && !desk && !pay && <PayButton total={total} className="max-lg:hidden" />}
    >
      {paid.length > 0 && <PaidNote paid={paid} />}
      {pay && (
        // first: without scripts the page opens at its top, and the next press is to be seen
        <div className="mb-8 max-w-xl">
          <PayPanel key={pay.orderId} {...pay} opensItself={pay.opensItself && !shown.gone} />
        </div>
      )}
      {desk ? (
        <>
          {reviewed}
          {approvals.length > 0 && <NoteList notes={approvals} />}
          <DeskPanel
            key={desk.attempt}
            step={desk}
            asksApproval={asksApproval}
            answer={answer && 'lastResult' in answer ? answer : undefined}
          />
        </>
      ) : (
        <>
          {promises && !pay && (
            <PayChoiceFields
              total={total}
              shown={shown}
              holdMinutes={holdMinutes}
              chosen={frame.draft.payChoice}
              promises={promises}
              told={paid.map(({ token }) => token)}
            />
          )}
          {/* below: on a phone the choice and what cancelling comes to are to be seen with the button that pays */}
          <div className="mt-8">{reviewed}</div>
        </>
      )}
      {!desk && !pay && !frame.draft.addons.length && !frame.draft.gifts.length && (
        <p className="mt-6 flex max-w-xl flex-wrap items-center gap-x-5 rounded-2xl bg-aubergine px-5 py-2 text-sm text-muted">
          To make it brighter:
          {frame.steps
            .filter(({ step }) => step === 'addons' || step === 'gifts')
            .map(({ step, label, href }) => (
              <Link
                key={step}
                to={href}
                className="inline-flex min-h-11 items-center text-champagne underline underline-offset-4"
              >
                {label}
              </Link>
            ))}
        </p>
      )}
      {!desk && (
        <p className="mt-6 text-sm text-muted">
          Has money left your account, and nothing is shown here?{' '}
          <a href={links.find()} className="text-champagne underline underline-offset-4">
            Find your payment
          </a>
        </p>
      )}
    </BookingFrame>
  )
}
