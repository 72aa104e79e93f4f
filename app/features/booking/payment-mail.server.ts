import { formatRupees, type Paise, paise, sum } from '~/domain/money'
import { momentWords } from '~/domain/money-request'
import { modeWords } from '~/domain/payment-mode'
import { returnWords } from '~/domain/refund-parts'
import { untoldOf } from '~/domain/told-money'
import { payableNow } from '~/features/money/pay-on-own-page.server'
import { button, notNeeded } from '~/features/notification/letter.server'
import type { Composed } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'
import {
  allAbout,
  dueWords,
  letterTo,
  linkOf,
  neededWords,
  PAID,
  stands,
  type Told,
  whenOf,
  whereOf,
} from './mail-words.server'
import { isOfUntoldStrike, struckIn, struckWords, UNTOLD } from './strike-words.server'

/*
 * The letters of money that is to come, that came, and that was said to have come by mistake.
 */

/** Asks for money; pointless once it has been paid, or the hold is over. */
export const moneyAskedMail = (context: AppContext, told: Told): Composed => requestMail(context, told, 'money-asked')

/** Reminds of it, while the slot is only held. */
export const moneyReminderMail = (context: AppContext, told: Told): Composed =>
  requestMail(context, told, 'money-reminder')

function requestMail(context: AppContext, { booking }: Told, kind: 'money-asked' | 'money-reminder'): Composed {
  const now = context.clock.now()
  const payable = payableNow(booking, now)
  if (!payable) return booking.status === 'booked' ? PAID : stands(booking)
  if (!payable.asked) return notNeeded('nothing was asked for any more')
  const [when, where, asked] = [whenOf(booking), whereOf(booking), formatRupees(payable.asked)]
  const until = momentWords(payable.until, now, context.business.timeZone)
  const held = booking.status === 'pending'
  // only of what is held can it be said that it is
  if (kind === 'money-reminder' && !held) return notNeeded('the slot was booked already')
  const subject = kind === 'money-reminder' ? `Your slot is held until ${until}` : `Please pay ${asked}`
  return letterTo(context, booking, `${subject} (${booking.code})`, [
    held
      ? `we keep ${where} on ${when} for you until ${until}. It is yours as soon as ${asked} is paid; after that time others can book it.`
      : `${asked} is to be paid for your booking of ${where} on ${when}. Please pay it before ${until}.`,
    button('Pay here', linkOf(context, booking)),
    `Total ${formatRupees(booking.total)}${payable.due > payable.asked ? `, of which ${formatRupees(paise(payable.due - payable.asked))} can be paid later` : ''}.`,
  ])
}

/**
 * Payments were taken at the desk, or one came online for a booking that stands. What was struck out meanwhile is not said to have come,
 * nor is what an edit entered in the place of what its customer had been told of; where nothing else came, there is no letter.
 */
export function moneyReceivedMail(context: AppContext, told: Told): Composed {
  const { booking } = told
  const last = countedIn(told).at(-1)
  const amount = thanksIn(told)
  if (!last) return notNeeded('the payment was struck out')
  if (amount <= 0) return notNeeded('no more was received than they had been told of')
  const words = formatRupees(amount)
  return letterTo(context, booking, `We have received ${words} (${booking.code})`, [
    `thank you: we have received ${words} ${modeWords(last.mode)} for ${whereOf(booking)} on ${whenOf(booking)}.`,
    ...(booking.status === 'booked' ? [dueWords(booking)] : []),
    allAbout(context, booking),
  ])
}

/** Those of the payments that a letter thanks for which are not struck out. */
const countedIn = ({ booking: { payments }, payload: { received = '' } }: Told) => {
  const named = received.split(' ')
  return payments.filter(({ id, voidedAt }) => named.includes(id) && !voidedAt)
}

/** For how much a letter thanks; sent once more, for no more than it did the first time. Older letters name the sum themselves. */
export function thanksIn(told: Told): Paise {
  const { replaced, sum: older, said = older } = told.payload
  const counted = countedIn(told)
  // what came is thanked for, also where another letter has said so by now; what only took the place of others where it is news
  if (said === undefined && replaced) return untoldOf(counted)
  const all = sum(counted.map(({ amount }) => amount))
  return said === undefined ? all : paise(Math.min(all, Number(said)))
}

/** A payment was struck out by itself: what that was, and what is due by now; pointless where its customer never heard of it. */
export function struckOutMail(context: AppContext, told: Told): Composed {
  const { booking, payload, returned } = told
  if (booking.status !== 'booked') return stands(booking)
  if (isOfUntoldStrike(told)) return UNTOLD
  const less = struckIn(told) || paise(Number(payload.less))
  return letterTo(context, booking, `A payment was struck out (${booking.code})`, [
    `this is about your booking of ${whereOf(booking)} on ${whenOf(booking)}.`,
    ...struckWords(less),
    ...neededWords(returned),
    ...(returned.all > 0 ? [returnWords(returned, 'now')] : []),
    dueWords(booking),
    'If you did pay it, please tell us.',
    allAbout(context, booking),
  ])
}
