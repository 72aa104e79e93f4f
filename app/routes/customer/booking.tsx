import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CalendarPlus, MapPin } from 'lucide-react'
import { BEFORE_YOU_COME } from '~/content/before-you-come'
import { isMissed } from '~/domain/booking-status'
import { parseCalendarDate } from '~/domain/calendar'
import { callLink, shownPhone } from '~/domain/calling'
import { shownSum } from '~/domain/money'
import { momentWords } from '~/domain/money-request'
import { returnWords } from '~/domain/refund-parts'
import { untilWords } from '~/domain/rescue'
import { unbroken } from '~/domain/unbroken'
import { cancelledMoney } from '~/features/booking/cancelled-money.server'
import { customerOptions, inHouseWords } from '~/features/booking/customer-changes.server'
import { textsOf } from '~/features/booking/customer-texts.server'
import { promiseOf } from '~/features/booking/promise.server'
import { findRescue, offerWords, returnAtOnce, takeOffer } from '~/features/booking/rescue.server'
import { AskBank } from '~/features/booking-pages/ask-bank'
import { BookingProofs } from '~/features/booking-pages/booking-proofs'
import {
  AskUs,
  AtTheDesk,
  ChangedPlans,
  ComingBack,
  HeldSlot,
  OnceMore,
} from '~/features/booking-pages/booking-sections'
import { findCustomerBooking, viewNow } from '~/features/booking-pages/customer-booking.server'
import { endedHold } from '~/features/booking-pages/ended-hold.server'
import { Invoice } from '~/features/booking-pages/invoice'
import { PayOnOwnPage } from '~/features/booking-pages/pay-on-own-page'
import { PaymentList } from '~/features/booking-pages/payment-list'
import { RescueOffers } from '~/features/booking-pages/rescue-offers'
import { isDraftOf } from '~/features/flow/begun-draft.server'
import { readDraftCookie } from '~/features/flow/draft-cookie.server'
import { askBank } from '~/features/money/ask-bank.server'
import { paperList } from '~/features/money/paper.server'
import { PaperLinks } from '~/features/money/paper-links'
import { ReviewPanel } from '~/features/review/review-panel'
import { reviewOf } from '~/features/review/reviews.server'
import { pageMeta } from '~/features/site/page-meta'
import { ZoneNote } from '~/features/site/zone-note'
import { beginAgain, begunBeside, releaseSlot, takeReview } from '~/http/customer-deeds.server'
import { redirectWithNotice } from '~/http/notice.server'
import { links } from '~/links'
import { type AppContext, appContext } from '~/platform/context.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { buttonClass } from '~/ui/button'
import { lazyPart } from '~/ui/lazy-part'
import { PrintButton } from '~/ui/print-button'
import { UnreachableAlert } from '~/ui/unreachable'
import { useNews } from '~/ui/use-reload'

export { clientAction } from '~/ui/unreachable'

export const meta = pageMeta({ title: 'Your booking' })

const HEADINGS = {
  pending: 'Waiting for your payment',
  booked: 'Booking Confirmed!',
  expired: 'This hold has ended',
  cancelled: 'This booking was cancelled',
  over: 'Your visit with us',
  missed: 'This visit is over',
} as const

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = appContext()
  const token = params.token ?? ''
  const found = await findCustomerBooking(context, token)
  if (!found) throw data('Invalid booking Id', 404)
  const { timeZone, phones, email } = context.business
  const now = context.clock.now()
  const { returns, paid, booking, payable, underWay } = found
  const [rescue, review, papers, paysHere] = await Promise.all([
    findRescue(context, booking),
    reviewOf(context, booking),
    paperList(context, booking.id),
    readDraftCookie(request).then(({ draft }) => isDraftOf(context, draft, booking)),
  ])
  // money that waits for another slot is told of by its offers alone
  const [money, ended] = rescue
    ? []
    : await Promise.all([cancelledMoney(context, booking), endedHold(context, booking)])
  const options = customerOptions(booking, now) ?? null
  const promise = options && promiseOf(context, booking)
  const view = viewNow(booking, now)
  const toPay = payable && {
    ...{ payable, underWay, held: view.status === 'pending' },
    until: momentWords(payable.until, now, timeZone),
  }
  const held = view.status === 'pending' && booking.holdEndsAt
  const over = booking.during.to <= now
  // what has been eaten is not to be confirmed any more
  const texts = over ? null : (textsOf(context, booking) ?? null)
  const missed = isMissed(booking, now)
  const number = phones[0] ?? ''
  const again = review !== undefined || missed || ['expired', 'cancelled'].includes(view.status)
  return {
    papers,
    ...{ token, view, returns, paid, options, texts, review, over, toPay: toPay ?? null },
    /** Named here, so that the page loads no other. */
    heading: rescue ? 'Your slot went, your money waits' : HEADINGS[review ? 'over' : missed ? 'missed' : view.called],
    /** What guests have to know; read here, so that the page needs no file for it. */
    before: view.status === 'booked' && !over ? BEFORE_YOU_COME.join(' ') : null,
    /** Whether money may still book it: of a hold that has run out it can come late. */
    awaits: booking.status === 'pending',
    heldUntil: held && !toPay ? momentWords(held, now, timeZone) : null,
    /** Whether this is the browser that holds the slot: its steps lead to the payment. */
    paysHere,
    again: again && !ended?.booked && { begun: (await begunBeside(context, request, booking)) ?? null },
    inHouse: inHouseWords(booking, now) ?? null,
    promise: promise ? unbroken(promise) : null,
    /** What comes back of a cancelled booking, or why nothing does. */
    cancelled: money ? unbroken(money) : null,
    ask: {
      words: options ? 'One guest more, another name or number, or a question?' : 'Questions?',
      phone: { shown: shownPhone(number), call: callLink(number) },
      email,
    },
    /** Of a hold that nothing was paid for, or once too often: how it ended, and what followed it. */
    ended: ended ?? null,
    rescue: rescue
      ? {
          until: untilWords(rescue.until, now, timeZone),
          amount: rescue.amount,
          waits: rescue.waits ? unbroken(returnWords(rescue.waits, 'now')) : null,
          offers: rescue.offers.map((offer) => {
            const { screenId, date, slotId, kind, total } = offer
            return { screenId, date, slotId, kind, total, words: offerWords(offer) }
          }),
        }
      : null,
  }
}

/**
 * "I paid but see nothing": the provider is asked about this booking's orders, and what it says is done and said. And what
 * becomes of money that came when the slot was gone: another slot, or back at once. A hold that waits for its payment is released. After
 * the evening a review, or the same again.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const context = appContext()
  const token = params.token ?? ''
  const found = await findCustomerBooking(context, token)
  if (!found) throw data('Invalid booking Id', 404)
  const form = await request.formData()
  const intent = form.get('intent')
  if (intent === 'take' || intent === 'return') return settleRescue(context, token, intent, form)
  if (intent === 'review') return takeReview(context, found.booking, form)
  if (intent === 'give-back') return releaseSlot(context, found.booking)
  if (intent === 'again') return beginAgain(context, request, found.booking, form.get('replace') === 'yes')
  const tooMany = await tooManyTries(context, 'payment', token)
  if (tooMany) return data({ bank: { words: tooMany, good: false } }, 429)
  const { words, good } = await askBank(context, found.booking.id)
  return data({ bank: { words: unbroken(words), good } })
}

async function settleRescue(context: AppContext, token: string, intent: 'take' | 'return', form: FormData) {
  const to = links.customerBooking(token)
  if (intent === 'return') {
    const sent = await returnAtOnce(context, token)
    return sent.ok
      ? redirectWithNotice(to, returnWords(sent.returned, 'now'))
      : redirectWithNotice(to, sent.message, 'error')
  }
  const date = parseCalendarDate(form.get('date'))
  const total = shownSum(form.get('total'))
  if (!date || total === undefined) return redirectWithNotice(to, 'Please choose one of the slots.', 'error')
  const choice = { screenId: String(form.get('screen') ?? ''), date, slotId: String(form.get('slot') ?? '') }
  const taken = await takeOffer(context, token, choice, total)
  if (!taken.ok) return redirectWithNotice(to, taken.message, 'error')
  return redirectWithNotice(to, `The room is yours. ${returnWords(taken.returned, 'now')}`.trim())
}

// few have begun another booking on the same device
const PutAside = lazyPart('put-aside', async () => (await import('~/features/flow/put-aside')).PutAside)

export default function CustomerBooking() {
  const {
    papers,
    token,
    view,
    returns,
    paid,
    toPay,
    options,
    texts,
    promise,
    inHouse,
    cancelled,
    ended,
    rescue,
    review,
    again,
    over,
    heading,
    before,
    awaits,
    heldUntil,
    paysHere,
    ask,
  } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const bank = answer && 'bank' in answer ? answer.bank : undefined
  const coming = !over && view.blocks
  // money that comes late is noticed by the page itself
  useNews(awaits || (toPay !== null && toPay.underWay > 0))
  return (
    <main id="main" className="page max-w-3xl py-12">
      <h1 className="text-4xl">{heading}</h1>
      <p className="mt-2 text-muted">
        {view.screen}, {view.location}&nbsp;·{' '}
        <span className="figures inline-block">
          {view.date}&nbsp;· {view.slot}
        </span>
      </p>
      <ZoneNote className="mt-1" />
      {view.address && <p className="mt-1 text-muted">{view.address}</p>}
      {view.parking && coming && <p className="mt-1 text-muted">Parking: {view.parking}</p>}
      {before && (
        <p className="mt-5 max-w-prose">
          Before you come: {before}{' '}
          <a href={links.terms()} className="text-champagne underline underline-offset-4">
            All our terms
          </a>
        </p>
      )}
      {cancelled && <p className="mt-5 max-w-prose text-lg">{cancelled}</p>}
      {ended && (
        <p className="mt-5 max-w-prose text-lg">
          {ended.words}{' '}
          {ended.next && (
            <>
              {!ended.booked && 'You took the same slot once more after that: '}
              <a href={links.customerBooking(ended.next)} className="text-champagne underline underline-offset-4">
                {ended.booked ? 'See that booking' : 'see that booking'}
              </a>
            </>
          )}
        </p>
      )}
      {rescue && <RescueOffers {...rescue} />}
      {toPay && <PayOnOwnPage token={token} {...toPay} />}
      {heldUntil && <HeldSlot {...{ token, heldUntil, paysHere, bank }} />}
      <div className="my-8 flex flex-wrap gap-3 print:hidden">
        {view.addressLink && coming && (
          <a href={view.addressLink} target="_blank" rel="noopener noreferrer" className={buttonClass('quiet')}>
            <MapPin aria-hidden className="size-4" />
            Navigate to Location<span className="sr-only">, opens in a new tab</span>
          </a>
        )}
        {view.status === 'booked' && !over && (
          <a href={links.customerCalendar(token)} className={buttonClass('quiet')}>
            <CalendarPlus aria-hidden className="size-4" />
            Add to calendar
          </a>
        )}
        <PrintButton />
      </div>
      {review && <ReviewPanel review={review} answer={answer && !('bank' in answer) ? answer : undefined} />}
      {texts && <BookingProofs token={token} texts={texts} />}
      <Invoice view={view} />
      <PaymentList paid={paid} />
      {papers.length > 0 && (
        <section aria-labelledby="papers" className="mt-6 rounded-card bg-aubergine p-6 sm:p-8 print:hidden">
          <h2 id="papers" className="mb-2 text-2xl">
            Receipts and invoice
          </h2>
          <PaperLinks papers={papers} linkOf={(id) => links.customerPaper(token, id)} />
        </section>
      )}
      <UnreachableAlert words="We could not be reached" className="mt-6" />
      {!heldUntil && (
        <div className="mt-4">
          <AskBank action={`${links.customerBooking(token)}#bank`} answer={bank} />
        </div>
      )}
      <ComingBack returns={returns} />
      {again && (
        <OnceMore>
          {again.begun ? <PutAside begun={again.begun} yes="Same again, in its place" intent="again" /> : undefined}
        </OnceMore>
      )}
      {inHouse && <AtTheDesk words={inHouse} />}
      {options && promise && <ChangedPlans token={token} options={options} promise={promise} />}
      <AskUs {...ask} />
    </main>
  )
}
