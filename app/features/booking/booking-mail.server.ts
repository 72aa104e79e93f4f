import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { outbox } from '~/db/schema'
import { formatDate, todayIn } from '~/domain/calendar'
import type { BookingLetter } from '~/domain/letters'
import { paise, sum } from '~/domain/money'
import { isLiveRefund } from '~/domain/refund-life'
import { type ReturnedSums, stillReturned } from '~/domain/refund-parts'
import { tellsReceived } from '~/domain/told-money'
import { asKeptByDispute } from '~/features/money/dispute.server'
import { WAITS, withOpening } from '~/features/notification/letter.server'
import { type Composed, isAnotherGoing } from '~/features/notification/outbox.server'
import { noteTold } from '~/features/stored-booking/told-payments.server'
import type { AppContext } from '~/platform/context.server'
import { confirmationMail, detailsMail, editedMail, movedMail } from './booked-mail.server'
import { cancelledMail } from './cancelled-mail.server'
import { findBooking, type MailedBooking, NO_ADDRESS, type Told } from './mail-words.server'
import { moneyAskedMail, moneyReceivedMail, moneyReminderMail, thanksIn } from './payment-mail.server'
import {
  paymentOf,
  paymentReturnedMail,
  refundNotSentMail,
  slotLostMail,
  technicalFailureMail,
} from './returned-mail.server'
import { struckIn } from './strike-words.server'
import { dueAtDoorMail, reminderMail, thankYouMail } from './visit-mail.server'

const WRITERS: Record<BookingLetter, (context: AppContext, told: Told) => Composed | Promise<Composed>> = {
  confirmation: confirmationMail,
  details: detailsMail,
  rescheduled: movedMail,
  edited: editedMail,
  cancelled: cancelledMail,
  'payment-returned': paymentReturnedMail,
  'refund-not-sent': refundNotSentMail,
  'slot-lost': slotLostMail,
  'technical-failure': technicalFailureMail,
  'money-asked': moneyAskedMail,
  'money-reminder': moneyReminderMail,
  'money-received': moneyReceivedMail,
  reminder: reminderMail,
  'due-at-door': dueAtDoorMail,
  'thank-you': thankYouMail,
}

/** What a payload has whose letter says how much of a booking's money was told before it: that less was received, or in other rows. */
const LOOKS_BACK = ['less', 'replaced'] as const

/**
 * Writes a mail from what the database says now. Answers why not when it has become pointless (the booking has moved on, or
 * there is no address); undefined when there is no such booking.
 */
export async function composeMail(
  context: AppContext,
  kind: BookingLetter,
  payload: Record<string, string>,
): Promise<Composed | undefined> {
  const { bookingId = '', less } = payload
  const looksBack = LOOKS_BACK.some((name) => payload[name])
  // what that one says decides what this one has to say: asked before anything is read
  if (looksBack && (await isAnotherGoing(context.db, bookingId, payload, LOOKS_BACK))) return WAITS
  const booking = await findBooking(context, bookingId)
  if (!booking) return undefined
  if (!booking.customerEmail) return NO_ADDRESS
  const { written } = payload
  // one that is sent once more says what was on its way then
  const told = written ? sumsIn(payload) : await asItStands(context, booking, payload)
  const payment = kind === 'payment-returned' ? paymentOf(bookingId, payload) : undefined
  const returned = await asKeptByDispute(context.db, booking.id, told, payment)
  const letter: Told = { booking, payload, returned }
  const composed = await WRITERS[kind](context, letter)
  if (!('to' in composed)) return composed
  const write = (tx: Transaction) => noteTold(tx, booking.id, booking.payments, { takesBack: less !== undefined })
  const gone = tellsReceived(kind) ? { payload: saidIn(kind, letter), write } : undefined
  const mail = { ...composed, ...(gone && { gone }) }
  if (!written) return mail
  const then = returned.all > 0 || payload.amount ? '; what goes back by it was on its way then' : ''
  const day = formatDate(todayIn(context.business.timeZone, new Date(written)))
  return withOpening(mail, `We send you this letter of ${day} once more${then}.`)
}

/** What a letter says of money that came or was struck out, so that it says the same when it is sent once more. */
function saidIn(kind: BookingLetter, letter: Told): Record<string, string> {
  const said = kind === 'money-received' ? thanksIn(letter) : letter.payload.less ? struckIn(letter) : undefined
  return said === undefined ? {} : { said: String(said) }
}

/**
 * What a letter tells to go back, as far as it does by now, or went: by the refunds that it was written down with, and where those were
 * taken back or went in another way, by what has begun since and no other letter tells of. An older letter names none, and is believed.
 */
async function asItStands(
  { db }: AppContext,
  { id: bookingId, refunds }: MailedBooking,
  payload: Record<string, string>,
): Promise<ReturnedSums> {
  const told = sumsIn(payload)
  if (!payload.refunds) return told
  const own = payload.refunds.split(' ')
  // in the order in which they began
  const [first = ''] = own
  const names = sql<string>`${outbox.payload} ->> 'refunds'`
  const letters = await db
    .select({ names })
    .from(outbox)
    .where(and(eq(sql`${outbox.payload} ->> 'bookingId'`, bookingId), isNotNull(names), isNull(outbox.notNeeded)))
  const named = new Set(letters.flatMap((letter) => letter.names.split(' ')))
  // what a bank took by a dispute, nobody was promised
  const live = refunds.filter(({ status, origin }) => isLiveRefund(status) && origin !== 'dispute')
  const since = live.filter(({ id }) => !named.has(id) && id > first)
  const counted = [...live.filter(({ id }) => own.includes(id)), ...since]
  const parts = counted.map(({ mode, amount, status }) => ({
    online: mode === 'online',
    amount,
    gone: status === 'processed',
  }))
  return { ...stillReturned(told, parts), refunds: counted.map(({ id }) => id) }
}

/** What goes back, as the mail was written down with it; older ones named one sum. */
function sumsIn({
  online,
  counter = '0',
  desk = counter,
  refund = '0',
  needed = '0',
  refunds,
}: Record<string, string>): ReturnedSums {
  const [back, byHand] = [paise(Number(online ?? refund)), paise(Number(desk))]
  const named = refunds ? { refunds: refunds.split(' ') } : {}
  return { online: back, desk: byHand, all: sum([back, byHand]), needed: paise(Number(needed)), ...named }
}
