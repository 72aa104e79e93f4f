import { textWords } from '~/domain/booking-texts'
import { formatDate, todayIn } from '~/domain/calendar'
import { peopleWords } from '~/domain/customer-details'
import { RETURNS, type ReturnReason } from '~/domain/late-money'
import type { BookingLetter } from '~/domain/letters'
import { formatRupees, type Paise, paise, sum, ZERO } from '~/domain/money'
import { momentWords } from '~/domain/money-request'
import { movedForIn } from '~/domain/moved-for'
import { summarize } from '~/domain/pricing'
import { REFUND_DAYS } from '~/domain/refund-life'
import { noRefundWords, type ReturnedSums, returnWords } from '~/domain/refund-parts'
import { untilWords } from '~/domain/rescue'
import { assertNever } from '~/domain/result'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import { asKeptByDispute } from '~/features/money/dispute.server'
import { payableNow } from '~/features/money/pay-on-own-page.server'
import { letter, notNeeded, withOpening } from '~/features/notification/letter.server'
import type { Composed } from '~/features/notification/outbox.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import type { Mail } from '~/platform/mailer.server'
import { calendarFile } from './calendar-file.server'
import { returnsOf } from './cancelled-money.server'
import {
  findBooking,
  linkOf,
  type MailedBooking,
  NO_ADDRESS,
  PAID,
  questions,
  stands,
  wayThere,
  whenOf,
  whereOf,
} from './mail-words.server'
import { paymentsInWords } from './payment-words.server'
import { promiseOf } from './promise.server'
import { findRescue, offerWords } from './rescue.server'
import { dueAtDoorMail, moneyReceivedMail, reminderMail, thankYouMail } from './visit-mail.server'

/**
 * Writes a mail from what the database says now. Answers why not when it has become pointless (the booking has moved on, or
 * there is no address); undefined when there is no such booking.
 */
export async function composeMail(
  context: AppContext,
  kind: BookingLetter,
  payload: Record<string, string>,
): Promise<Composed | undefined> {
  const booking = await findBooking(context, payload.bookingId ?? '')
  if (!booking) return undefined
  if (!booking.customerEmail) return NO_ADDRESS
  const returned = await asKeptByDispute(context.db, booking.id, sumsIn(payload))
  const composed = await compose(context, kind, { booking, payload, returned })
  const { written } = payload
  if (!written || 'notNeeded' in composed) return composed
  const then = returned.all > 0 || payload.amount ? '; what goes back by it was on its way then' : ''
  const day = formatDate(todayIn(context.business.timeZone, new Date(written)))
  return withOpening(composed, `We send you this letter of ${day} once more${then}.`)
}

async function compose(
  context: AppContext,
  kind: BookingLetter,
  { booking, payload, returned }: { booking: MailedBooking; payload: Record<string, string>; returned: ReturnedSums },
): Promise<Composed> {
  switch (kind) {
    case 'confirmation':
      return booking.status === 'booked'
        ? visitMail(context, booking, { title: 'Booking Confirmed!', news: confirmed(context, booking), returned })
        : stands(booking)
    case 'rescheduled':
      return booking.status === 'booked'
        ? visitMail(context, booking, {
            title: 'Booking moved',
            news: moveNews(payload),
            returned,
            needed: neededIn(payload),
          })
        : stands(booking)
    case 'details':
      return booking.status === 'booked'
        ? visitMail(context, booking, { title: 'Your booking', news: 'here are the details of your booking' })
        : stands(booking)
    case 'edited':
      return booking.status === 'booked'
        ? visitMail(context, booking, {
            title: 'Booking changed',
            news: 'your booking has changed',
            returned,
            needed: neededIn(payload),
          })
        : stands(booking)
    case 'cancelled':
      if (booking.status !== 'cancelled') return stands(booking)
      return payload.of === 'hold' ? letGoMail(context, booking, returned) : cancelledMail(context, booking, returned)
    case 'technical-failure':
      return technicalFailureMail(context, booking, returned)
    case 'slot-lost':
      return slotLostMail(context, booking)
    case 'money-asked':
    case 'money-reminder':
      return requestMail(context, booking, kind)
    case 'payment-returned':
      return paymentReturnedMail(context, booking, payload)
    case 'reminder':
      return isOfAnotherTime(booking, payload) ? MOVED : reminderMail(context, booking)
    case 'due-at-door':
      return isOfAnotherTime(booking, payload) ? MOVED : dueAtDoorMail(context, booking)
    case 'money-received':
      return moneyReceivedMail(context, booking, payload)
    case 'thank-you':
      return thankYouMail(context, booking)
    default:
      return assertNever(kind)
  }
}

/** Of a visit that has begun by now nobody is told that the room is theirs. */
const confirmed = ({ clock }: AppContext, { during }: MailedBooking): string =>
  during.from <= clock.now() ? 'here are the details of your booking' : 'your room is yours'

/**
 * Whether a visit was moved since a letter that a clock sends was written down for its time; older ones do not say for which, and one that
 * staff send once more is meant for the time by now.
 */
const isOfAnotherTime = (
  { status, calendarSequence }: MailedBooking,
  { sequence, written }: Record<string, string>,
): boolean => status === 'booked' && !written && sequence !== undefined && Number(sequence) !== calendarSequence

const MOVED = notNeeded('the visit has moved')

/** What goes back, as the mail was written down with it; older ones named one sum. */
function sumsIn({ online, counter = '0', desk = counter, refund = '0' }: Record<string, string>): ReturnedSums {
  const [back, byHand] = [paise(Number(online ?? refund)), paise(Number(desk))]
  return { online: back, desk: byHand, all: sum([back, byHand]) }
}

/** A move that the business had to make is none of the family's: what it may still do follows in the promise. */
const moveNews = (payload: Record<string, string>): string =>
  movedForIn(payload) === 'business' ? 'we are sorry that we had to move your booking' : 'your booking has moved'

interface VisitNews {
  title: string
  news: string
  returned?: ReturnedSums
  /** How much of what waited at the theatre pays for the booking again. */
  needed?: Paise
}

const neededIn = ({ needed }: Record<string, string>): Paise => paise(Number(needed ?? 0))

function visitMail(
  context: AppContext,
  booking: MailedBooking,
  { title, news, returned, needed = ZERO }: VisitNews,
): Mail {
  const { business } = context
  const [when, where] = [whenOf(booking), whereOf(booking)]
  const ledger = ledgerOfRows(booking, booking.payments, booking.refunds)
  const promise = promiseOf(context, booking, 'later')
  const lines = summarize(booking.lines).map(({ title: line, amount, explanations }) =>
    [`${line}: ${formatRupees(amount)}`, ...explanations.map((words) => `  (${words})`)].join('\n'),
  )
  const mail = letter(business.name, booking.customerEmail, `${title} ${where}, ${when}`, [
    `Dear ${booking.customerName},`,
    `${news}: ${where}, on ${when}, for ${peopleWords(booking.people)}. Your booking code is ${booking.code}.`,
    lines.join('\n'),
    ...textLines(booking),
    [
      `Total ${formatRupees(booking.total)}`,
      `Paid ${formatRupees(ledger.received)}`,
      ...(ledger.refunded > 0 ? [`Given back ${formatRupees(ledger.refunded)}`] : []),
      `To pay at the theatre ${formatRupees(ledger.remaining)}`,
      ...paymentsInWords(booking.payments, business.timeZone).map(
        ({ words, reference, amount }) =>
          `${words}: ${formatRupees(amount)}${reference ? `, reference ${reference}` : ''}`,
      ),
    ].join('\n'),
    ...(needed > 0 ? [`${formatRupees(needed)} that waited for you at the theatre pays for your booking again.`] : []),
    ...(returned && returned.all > 0 ? [`It costs less than you have paid. ${returnWords(returned, 'now')}`] : []),
    ...(promise ? [promise] : []),
    `Everything about your booking: ${linkOf(context, booking)}`,
    'Receipts and your invoice stand there too, to be printed.',
    ...(booking.location ? [wayThere(booking.location)] : []),
    questions(context),
  ])
  // a visit that has begun is no appointment any more: there is nothing to promise of it, and nothing to be reminded of
  return promise ? { ...mail, attachments: [calendarAttachment(context, booking)] } : mail
}

/** What was typed for cake, lights and the person celebrated, so that a slip is seen in time. */
function textLines(booking: MailedBooking): string[] {
  const given = Object.entries(textWords(booking)).filter(([, text]) => text)
  return given.length ? [given.map(([label, text]) => `${label}: ${text}`).join('\n')] : []
}

async function cancelledMail(context: AppContext, booking: MailedBooking, returned: ReturnedSums): Promise<Mail> {
  const { business } = context
  const [when, where] = [whenOf(booking), whereOf(booking)]
  const mail = letter(business.name, booking.customerEmail, `Booking cancelled (${booking.code})`, [
    `Dear ${booking.customerName},`,
    `your booking of ${where} on ${when} has been cancelled.`,
    returned.all > 0 ? returnWords(returned, 'now') : await noRefund(context, booking),
    questions(context),
  ])
  return { ...mail, attachments: [calendarAttachment(context, booking)] }
}

/** That nothing comes back, and what goes or went back all the same, by an edit that the customer was not told of. */
async function noRefund({ db }: AppContext, booking: MailedBooking): Promise<string> {
  const { gone, coming } = await returnsOf(db, booking)
  return noRefundWords(gone, coming)
}

/** A hold that staff gave is kept no longer: its customer was told that it was. */
function letGoMail(context: AppContext, booking: MailedBooking, returned: ReturnedSums): Mail {
  const { business } = context
  return letter(business.name, booking.customerEmail, `Your slot is no longer held (${booking.code})`, [
    `Dear ${booking.customerName},`,
    `we no longer keep ${whereOf(booking)} on ${whenOf(booking)} for you, and nothing is to be paid for it.`,
    ...(returned.all > 0 ? [returnWords(returned, 'now')] : []),
    `You can choose another slot here: ${business.appUrl}${links.bookLocations()}`,
    questions(context),
  ])
}

function technicalFailureMail(context: AppContext, booking: MailedBooking, returned: ReturnedSums): Mail {
  const { remaining } = ledgerOfRows(booking, booking.payments, booking.refunds)
  return letter(context.business.name, booking.customerEmail, `We are sorry: your visit costs less (${booking.code})`, [
    `Dear ${booking.customerName},`,
    `a technical failure cut short your time in ${whereOf(booking)} on ${whenOf(booking)}. We are sorry.`,
    `Your visit now costs ${formatRupees(booking.total)}.`,
    ...(returned.all > 0 ? [returnWords(returned, 'now')] : []),
    ...(remaining > 0 ? [`${formatRupees(remaining)} is still to be paid at the theatre.`] : []),
    `Everything about your booking: ${linkOf(context, booking)}`,
    questions(context),
  ])
}

/** What can still be had for money that came too late, unless it does not wait for that any more. */
async function slotLostMail(context: AppContext, booking: MailedBooking): Promise<Composed> {
  const rescue = await findRescue(context, booking)
  if (!rescue) return notNeeded('the money did not wait any more')
  const [amount, until] = [
    formatRupees(rescue.amount),
    untilWords(rescue.until, context.clock.now(), context.business.timeZone),
  ]
  const offers = rescue.offers.map((offer) => `- ${offerWords(offer).join(', ')}`)
  return letter(context.business.name, booking.customerEmail, `Your slot went, your money waits (${booking.code})`, [
    `Dear ${booking.customerName},`,
    `your payment of ${amount} for ${whereOf(booking)} on ${whenOf(booking)} ${RETURNS['slot-taken'].letter}. We are sorry.`,
    ...(offers.length
      ? [
          `You can have one of these for it, with one press and without paying again, until ${until}:`,
          offers.join('\n'),
          `Choose here: ${linkOf(context, booking)}`,
          `If you choose none, ${amount} goes back to you by itself at ${until}.`,
        ]
      : [
          `Nothing as good is free just now. ${amount} goes back to you by itself at ${until}; sooner, if you say so here: ${linkOf(context, booking)}`,
        ]),
    questions(context),
  ])
}

/** Asks for money, or reminds of it; pointless once it has been paid, or the hold is over. */
function requestMail(context: AppContext, booking: MailedBooking, kind: 'money-asked' | 'money-reminder'): Composed {
  const { business, clock } = context
  const now = clock.now()
  const payable = payableNow(booking, now)
  if (!payable) return booking.status === 'booked' ? PAID : stands(booking)
  if (!payable.asked) return notNeeded('nothing was asked for any more')
  const [when, where, sum] = [whenOf(booking), whereOf(booking), formatRupees(payable.asked)]
  const until = momentWords(payable.until, now, business.timeZone)
  const held = booking.status === 'pending'
  // only of what is held can it be said that it is
  if (kind === 'money-reminder' && !held) return notNeeded('the slot was booked already')
  const subject = kind === 'money-reminder' ? `Your slot is held until ${until}` : `Please pay ${sum}`
  return letter(business.name, booking.customerEmail, `${subject} (${booking.code})`, [
    `Dear ${booking.customerName},`,
    held
      ? `we keep ${where} on ${when} for you until ${until}. It is yours as soon as ${sum} is paid; after that time others can book it.`
      : `${sum} is to be paid for your booking of ${where} on ${when}. Please pay it before ${until}.`,
    `Pay here: ${linkOf(context, booking)}`,
    `Total ${formatRupees(booking.total)}${payable.due > payable.asked ? `, of which ${formatRupees(paise(payable.due - payable.asked))} can be paid later` : ''}.`,
    questions(context),
  ])
}

async function paymentReturnedMail(
  context: AppContext,
  booking: MailedBooking,
  { of, why = 'slot-taken', amount, desk = '0' }: Record<string, string>,
): Promise<Mail> {
  const { business } = context
  const { letter: words } = RETURNS[why as ReturnReason] ?? RETURNS['slot-taken']
  const all = paise(Number(amount))
  const atDesk = paise(Number(desk))
  // of a booking's excess it is not known of which payments it is
  const payment = of?.startsWith(booking.id) ? undefined : of
  return letter(business.name, booking.customerEmail, `Your payment is being returned (${booking.code})`, [
    `Dear ${booking.customerName},`,
    `your payment for ${whereOf(booking)} on ${whenOf(booking)} ${words}.${booking.status === 'booked' ? '' : ' We are sorry.'}`,
    amount
      ? returnWords(
          await asKeptByDispute(context.db, booking.id, { online: paise(all - atDesk), desk: atDesk, all }, payment),
          'now',
        )
      : `The whole amount is on its way back to you and arrives within ${REFUND_DAYS}.`,
    booking.status === 'booked'
      ? `Your booking stands: ${linkOf(context, booking)}`
      : `You can choose another slot here: ${business.appUrl}${links.bookLocations()}`,
    questions(context),
  ])
}

function calendarAttachment(context: AppContext, booking: MailedBooking) {
  const method = booking.status === 'cancelled' ? 'CANCEL' : 'PUBLISH'
  return {
    filename: 'booking.ics',
    content: calendarFile(booking, context.business, {
      link: linkOf(context, booking),
      address: booking.location?.address ?? null,
      parking: booking.location?.parking ?? '',
      promise: promiseOf(context, booking, 'later') ?? '',
    }),
    contentType: `text/calendar; charset=utf-8; method=${method}`,
  }
}
