import { formatRupees } from '~/domain/money'
import { cancelledWords, keptOfCancelled, type ReturnedSums, returnWords, wholeOf } from '~/domain/refund-parts'
import type { Paragraph } from '~/features/notification/letter.server'
import type { Composed } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'
import type { Mail } from '~/platform/mailer.server'
import { withCalendar } from './calendar-attachment.server'
import { cancelledSums } from './cancelled-money.server'
import { allAbout, letterTo, otherSlots, stands, type Told, whenOf, whereOf } from './mail-words.server'

/** A booking was cancelled, or a hold that staff gave; unless it stands. */
export async function cancelledMail(context: AppContext, told: Told): Promise<Composed> {
  const { booking, payload, returned } = told
  if (booking.status !== 'cancelled') return stands(booking)
  if (payload.of === 'hold') return letGoMail(context, told)
  const mail = letterTo(context, booking, `Booking cancelled (${booking.code})`, [
    `your booking of ${whereOf(booking)} on ${whenOf(booking)} has been cancelled.`,
    ...moneyOfCancelled(await cancelledSums(context, booking), returned),
    'What was booked and paid, and the papers of it, stay on its page.',
    allAbout(context, booking),
  ])
  return withCalendar(context, booking, mail)
}

/**
 * What was paid, what comes back of it and what is kept, and why; also what goes or went back by an edit that the customer was not told
 * of. `returned` is what the letter was written down with, as far as it goes back by now.
 */
function moneyOfCancelled(money: Awaited<ReturnType<typeof cancelledSums>>, returned: ReturnedSums): Paragraph[] {
  const { why, charged } = money
  const { received, gone, coming, taken } = wholeOf(money)
  const words = returned.all > 0 ? [returnWords(returned, 'now'), why].filter(Boolean).join(' ') : cancelledWords(money)
  if (received === 0) return [words]
  const sums = [
    { label: 'Paid', amount: received },
    { label: 'Given back', amount: gone },
    { label: 'Coming back', amount: coming, strong: true },
    { label: 'Taken back by your bank', amount: taken },
    { label: charged ? 'Kept for bank charges' : 'Kept', amount: keptOfCancelled(money) },
  ]
  const told = sums.filter(({ amount }) => amount > 0)
  return [{ sums: told.map((sum) => ({ ...sum, amount: formatRupees(sum.amount) })) }, words]
}

/** A hold that staff gave is kept no longer: its customer was told that it was. */
const letGoMail = (context: AppContext, { booking, returned }: Told): Mail =>
  letterTo(context, booking, `Your slot is no longer held (${booking.code})`, [
    `we no longer keep ${whereOf(booking)} on ${whenOf(booking)} for you, and nothing is to be paid for it.`,
    ...(returned.all > 0 ? [returnWords(returned, 'now')] : []),
    otherSlots(context),
  ])
