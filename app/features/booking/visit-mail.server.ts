import { eq } from 'drizzle-orm'
import { reviews } from '~/db/schema'
import { addDays, clockTimeIn, formatClockTime, todayIn } from '~/domain/calendar'
import { peopleWords } from '~/domain/customer-details'
import { formatRupees, paise } from '~/domain/money'
import { modeWords } from '~/domain/payment-mode'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import { letter, notNeeded } from '~/features/notification/letter.server'
import type { Composed } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'
import {
  BEGUN,
  linkOf,
  type MailedBooking,
  PAID,
  questions,
  stands,
  wayThere,
  whenOf,
  whereOf,
} from './mail-words.server'

/*
 * The letters that go out by themselves (rule L11). It may be a surprise: none says who is celebrated, what for, or what is
 * written or decorated.
 */

const WAYS = 'in cash, by UPI or by card'

/** The day before, unless the visit has begun or no longer stands. */
export function reminderMail(context: AppContext, booking: MailedBooking): Composed {
  const now = context.clock.now()
  if (booking.status !== 'booked') return stands(booking)
  if (booking.during.from <= now) return BEGUN
  const { business } = context
  const ends = formatClockTime(clockTimeIn(business.timeZone, booking.during.to))
  const [where, when] = [whereOf(booking), whenOf(booking)]
  return letter(business.name, booking.customerEmail, `${dayWord(context, booking)}: ${where}, ${when}`, [
    `Dear ${booking.customerName},`,
    `we look forward to seeing you: ${where}, on ${when}, for ${peopleWords(booking.people)}. Your booking code is ${booking.code}.`,
    dueWords(booking),
    ...(booking.location ? [wayThere(booking.location)] : []),
    `Please come ten minutes early: your time ends at ${ends}, also when it begins later.`,
    `Everything about your booking: ${linkOf(context, booking)}`,
    questions(context),
  ])
}

/** A few hours before, unless nothing is due. */
export function dueAtDoorMail(context: AppContext, booking: MailedBooking): Composed {
  const due = dueOf(booking)
  if (booking.status !== 'booked') return stands(booking)
  if (due <= 0) return PAID
  if (booking.during.from <= context.clock.now()) return BEGUN
  const subject = `To pay at the theatre: ${formatRupees(due)} (${booking.code})`
  return letter(context.business.name, booking.customerEmail, subject, [
    `Dear ${booking.customerName},`,
    `${whereOf(booking)} is ready for you on ${whenOf(booking)}.`,
    dueWords(booking),
    `Everything about your booking: ${linkOf(context, booking)}`,
    questions(context),
  ])
}

/** A payment was taken at the desk, or came online for a booking that stands; unless it was struck out meanwhile. */
export function moneyReceivedMail(
  context: AppContext,
  booking: MailedBooking,
  { received, sum: came }: Record<string, string>,
): Composed {
  const payment = booking.payments.find(({ id }) => id === received)
  if (!payment || payment.voidedAt) return notNeeded('the payment was struck out')
  const sum = formatRupees(came === undefined ? payment.amount : paise(Number(came)))
  return letter(context.business.name, booking.customerEmail, `We have received ${sum} (${booking.code})`, [
    `Dear ${booking.customerName},`,
    `thank you: we have received ${sum} ${modeWords(payment.mode)} for ${whereOf(booking)} on ${whenOf(booking)}.`,
    ...(booking.status === 'booked' ? [dueWords(booking)] : []),
    `Everything about your booking: ${linkOf(context, booking)}`,
    questions(context),
  ])
}

/** The morning after, with the way to leave a review where there is none yet; not where they did not come, or a failure cut it short. */
export async function thankYouMail(context: AppContext, booking: MailedBooking): Promise<Composed> {
  const { business, clock, db } = context
  if (booking.status !== 'booked') return stands(booking)
  if (booking.attendance === 'no-show') return notNeeded('they did not come')
  if (clock.now() < booking.during.to) return notNeeded('the visit was not over yet')
  // whoever had a letter that says sorry for the evening is not asked whether it was a good one
  if (booking.lines.some(({ kind }) => kind === 'reduction')) return notNeeded('a technical failure had cut it short')
  const reviewed = (await db.$count(reviews, eq(reviews.bookingId, booking.id))) > 0
  return letter(business.name, booking.customerEmail, `Thank you for coming (${booking.code})`, [
    `Dear ${booking.customerName},`,
    `thank you for your evening in ${whereOf(booking)}. We hope that it was a good one.`,
    ...(reviewed ? [] : [`Would you tell others how it was? ${linkOf(context, booking)}#review`]),
    questions(context),
  ])
}

const dueOf = (booking: MailedBooking) => ledgerOfRows(booking, booking.payments, booking.refunds).remaining

function dueWords(booking: MailedBooking): string {
  const due = dueOf(booking)
  return due > 0 ? `${formatRupees(due)} is still to be paid at the theatre, ${WAYS}.` : 'Everything is paid.'
}

/** How a reminder calls the day, on whichever it goes out. */
function dayWord({ business, clock }: AppContext, { visitDate }: MailedBooking): string {
  const today = todayIn(business.timeZone, clock.now())
  return visitDate === today ? 'Today' : visitDate === addDays(today, 1) ? 'Tomorrow' : 'Soon'
}
