import { formatRupees, paise } from '~/domain/money'
import { momentWords } from '~/domain/money-request'
import { modeWords } from '~/domain/payment-mode'
import { payableNow } from '~/features/money/pay-on-own-page.server'
import { notNeeded } from '~/features/notification/letter.server'
import type { Composed } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'
import { allAbout, dueWords, letterTo, linkOf, PAID, stands, type Told, whenOf, whereOf } from './mail-words.server'

/*
 * The letters of money that is to come, and that came.
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
  const [when, where, sum] = [whenOf(booking), whereOf(booking), formatRupees(payable.asked)]
  const until = momentWords(payable.until, now, context.business.timeZone)
  const held = booking.status === 'pending'
  // only of what is held can it be said that it is
  if (kind === 'money-reminder' && !held) return notNeeded('the slot was booked already')
  const subject = kind === 'money-reminder' ? `Your slot is held until ${until}` : `Please pay ${sum}`
  return letterTo(context, booking, `${subject} (${booking.code})`, [
    held
      ? `we keep ${where} on ${when} for you until ${until}. It is yours as soon as ${sum} is paid; after that time others can book it.`
      : `${sum} is to be paid for your booking of ${where} on ${when}. Please pay it before ${until}.`,
    `Pay here: ${linkOf(context, booking)}`,
    `Total ${formatRupees(booking.total)}${payable.due > payable.asked ? `, of which ${formatRupees(paise(payable.due - payable.asked))} can be paid later` : ''}.`,
  ])
}

/** A payment was taken at the desk, or came online for a booking that stands; unless it was struck out meanwhile. */
export function moneyReceivedMail(context: AppContext, { booking, payload: { received, sum: came } }: Told): Composed {
  const payment = booking.payments.find(({ id }) => id === received)
  if (!payment || payment.voidedAt) return notNeeded('the payment was struck out')
  const sum = formatRupees(came === undefined ? payment.amount : paise(Number(came)))
  return letterTo(context, booking, `We have received ${sum} (${booking.code})`, [
    `thank you: we have received ${sum} ${modeWords(payment.mode)} for ${whereOf(booking)} on ${whenOf(booking)}.`,
    ...(booking.status === 'booked' ? [dueWords(booking)] : []),
    allAbout(context, booking),
  ])
}
