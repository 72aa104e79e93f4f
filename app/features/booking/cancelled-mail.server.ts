import { noRefundWords, returnWords } from '~/domain/refund-parts'
import type { Composed } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'
import type { Mail } from '~/platform/mailer.server'
import { withCalendar } from './calendar-attachment.server'
import { returnsOf } from './cancelled-money.server'
import { letterTo, type MailedBooking, otherSlots, stands, type Told, whenOf, whereOf } from './mail-words.server'

/** A booking was cancelled, or a hold that staff gave; unless it stands. */
export async function cancelledMail(context: AppContext, told: Told): Promise<Composed> {
  const { booking, payload, returned } = told
  if (booking.status !== 'cancelled') return stands(booking)
  if (payload.of === 'hold') return letGoMail(context, told)
  const mail = letterTo(context, booking, `Booking cancelled (${booking.code})`, [
    `your booking of ${whereOf(booking)} on ${whenOf(booking)} has been cancelled.`,
    returned.all > 0 ? returnWords(returned, 'now') : await noRefund(context, booking),
  ])
  return withCalendar(context, booking, mail)
}

/** That nothing comes back, and what goes or went back all the same, by an edit that the customer was not told of. */
async function noRefund({ db }: AppContext, booking: MailedBooking): Promise<string> {
  return noRefundWords(await returnsOf(db, booking))
}

/** A hold that staff gave is kept no longer: its customer was told that it was. */
const letGoMail = (context: AppContext, { booking, returned }: Told): Mail =>
  letterTo(context, booking, `Your slot is no longer held (${booking.code})`, [
    `we no longer keep ${whereOf(booking)} on ${whenOf(booking)} for you, and nothing is to be paid for it.`,
    ...(returned.all > 0 ? [returnWords(returned, 'now')] : []),
    otherSlots(context),
  ])
