import { eq } from 'drizzle-orm'
import { reviews } from '~/db/schema'
import { addDays, clockTimeIn, formatClockTime, todayIn } from '~/domain/calendar'
import { peopleWords } from '~/domain/customer-details'
import { formatRupees } from '~/domain/money'
import { thanksTime } from '~/domain/visit-letters'
import { button, notNeeded } from '~/features/notification/letter.server'
import type { Composed } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'
import { untoldAsked } from './customer-texts.server'
import {
  allAbout,
  BEGUN,
  beforeYouCome,
  dueWords,
  letterTo,
  linkOf,
  type MailedBooking,
  moneyOf,
  PAID,
  stands,
  type Told,
  wayThere,
  whenOf,
  whereOf,
} from './mail-words.server'

/*
 * The letters that a clock sends around a visit (rule L11). It may be a surprise: none says who is celebrated, what for, or what is
 * written or decorated.
 */

/** The day before, unless the visit has begun or no longer stands. */
export function reminderMail(context: AppContext, { booking, payload }: Told): Composed {
  if (isOfAnotherTime(booking, payload)) return MOVED
  if (booking.status !== 'booked') return stands(booking)
  if (booking.during.from <= context.clock.now()) return BEGUN
  const ends = formatClockTime(clockTimeIn(context.business.timeZone, booking.during.to))
  const [where, when] = [whereOf(booking), whenOf(booking)]
  return letterTo(context, booking, `${dayWord(context, booking)}: ${where}, ${when}`, [
    `we look forward to seeing you: ${where}, on ${when}, for ${peopleWords(booking.people)}. Your booking code is ${booking.code}.`,
    dueWords(booking),
    ...untoldAsked(context, booking, true),
    ...(booking.location ? [wayThere(booking.location)] : []),
    `Please come ten minutes early: your time ends at ${ends}, also when it begins later.`,
    beforeYouCome(context),
    allAbout(context, booking),
  ])
}

/** A few hours before, unless nothing is due. */
export function dueAtDoorMail(context: AppContext, { booking, payload }: Told): Composed {
  if (isOfAnotherTime(booking, payload)) return MOVED
  if (booking.status !== 'booked') return stands(booking)
  const { remaining } = moneyOf(booking)
  if (remaining <= 0) return PAID
  if (booking.during.from <= context.clock.now()) return BEGUN
  return letterTo(context, booking, `To pay at the theatre: ${formatRupees(remaining)} (${booking.code})`, [
    `${whereOf(booking)} is ready for you on ${whenOf(booking)}.`,
    dueWords(booking),
    allAbout(context, booking),
  ])
}

/**
 * The morning after, with the way to leave a review where there is none yet; not where they did not come, or a failure cut it short, nor
 * long afterwards, unless staff send it once more.
 */
export async function thankYouMail(context: AppContext, { booking, payload }: Told): Promise<Composed> {
  const { business, clock, db } = context
  if (booking.status !== 'booked') return stands(booking)
  if (booking.attendance === 'no-show') return notNeeded('they did not come')
  if (clock.now() < booking.during.to) return notNeeded('the visit was not over yet')
  if (!payload.written && clock.now() >= thanksTime(booking.during, business.timeZone).to)
    return notNeeded('the visit was too long ago')
  // whoever had a letter that says sorry for the evening is not asked whether it was a good one
  if (booking.lines.some(({ kind }) => kind === 'reduction')) return notNeeded('a technical failure had cut it short')
  const reviewed = (await db.$count(reviews, eq(reviews.bookingId, booking.id))) > 0
  return letterTo(context, booking, `Thank you for coming (${booking.code})`, [
    `thank you for your visit to ${whereOf(booking)}. We hope that it was a good one.`,
    ...(reviewed
      ? []
      : ['Would you tell others how it was?', button('Write a review', `${linkOf(context, booking)}#review`)]),
  ])
}

/**
 * Whether a visit was moved since a letter that a clock sends was written down for its time; older ones do not say for which, and one that
 * staff send once more is meant for the time by now.
 */
const isOfAnotherTime = (
  { status, calendarSequence }: MailedBooking,
  { sequence, written }: Record<string, string>,
): boolean => status === 'booked' && !written && sequence !== undefined && Number(sequence) !== calendarSequence

const MOVED = notNeeded('the visit has moved')

/** How a reminder calls the day, on whichever it goes out. */
function dayWord({ business, clock }: AppContext, { visitDate }: MailedBooking): string {
  const today = todayIn(business.timeZone, clock.now())
  return visitDate === today ? 'Today' : visitDate === addDays(today, 1) ? 'Tomorrow' : 'Soon'
}
