import { RETURNS, type ReturnReason } from '~/domain/late-money'
import { formatRupees, paise, ZERO } from '~/domain/money'
import { REFUND_DAYS } from '~/domain/refund-life'
import { returnWords } from '~/domain/refund-parts'
import { untilWords } from '~/domain/rescue'
import { asKeptByDispute } from '~/features/money/dispute.server'
import { button, link, notNeeded } from '~/features/notification/letter.server'
import type { Composed } from '~/features/notification/outbox.server'
import { bookedInstead } from '~/features/stored-booking/attempt-name.server'
import type { AppContext } from '~/platform/context.server'
import {
  allAbout,
  letterTo,
  linkOf,
  moneyOf,
  neededWords,
  otherSlots,
  stands,
  type Told,
  whenOf,
  whereOf,
} from './mail-words.server'
import { findRescue, offerWords } from './rescue.server'

/*
 * The letters of money that goes back without anybody cancelling: it came too late or was too much, or the evening was cut short.
 */

/**
 * The payment that a letter of money that goes back is about, whose refund may stand behind it; of a booking's excess it is not known of
 * which payments it is.
 */
export const paymentOf = (bookingId: string, { of }: Record<string, string>): string | undefined =>
  of?.startsWith(bookingId) ? undefined : of?.split(':')[0]

/** A payment goes back, and why; as far as it does by now, or went. */
export async function paymentReturnedMail(context: AppContext, told: Told): Promise<Composed> {
  const { booking, payload, returned } = told
  const { why = 'slot-taken', amount, desk = '0', online, refunds, written } = payload
  const { letter: words } = RETURNS[why as ReturnReason] ?? RETURNS['slot-taken']
  if (refunds && online && !written && returned.all === 0) return notNeeded('nothing of it goes back any more')
  const all = paise(Number(amount))
  const atDesk = paise(Number(desk))
  const older = { online: paise(all - atDesk), desk: atDesk, all }
  const sums = online ? returned : await asKeptByDispute(context.db, booking.id, older, paymentOf(booking.id, payload))
  const instead = why === 'booked-otherwise' ? await bookedInstead(context.db, booking) : undefined
  const booked = booking.status === 'booked'
  return letterTo(context, booking, `Your payment is being returned (${booking.code})`, [
    `your payment for ${whereOf(booking)} on ${whenOf(booking)} ${words}.${booked || instead ? '' : ' We are sorry.'}`,
    ...(instead ? [instead.words] : []),
    amount ? returnWords(sums, 'now') : `The whole amount is on its way back to you and arrives within ${REFUND_DAYS}.`,
    ...(booked ? ['Your booking stands.', allAbout(context, booking)] : instead ? [] : [otherSlots(context)]),
    ...(instead?.linkToken ? [allAbout(context, { linkToken: instead.linkToken })] : []),
  ])
}

/** What was said to be on its way could not be sent, and staff see to it now; unless they have, or a bank may still take it (rule P23). */
export async function refundNotSentMail(
  context: AppContext,
  { booking, payload: { refundId = '' } }: Told,
): Promise<Composed> {
  const refund = booking.refunds.find(({ id }) => id === refundId)
  if (refund?.status !== 'with-staff') return notNeeded('somebody had seen to it')
  const { amount } = refund
  const sums = { online: amount, desk: ZERO, all: amount, refunds: [refundId] }
  if ((await asKeptByDispute(context.db, booking.id, sums)).waits) return notNeeded('a bank has yet to decide about it')
  const all = formatRupees(amount)
  return letterTo(context, booking, `${all} could not be sent to you (${booking.code})`, [
    `we wanted to send ${all} back to you for ${whereOf(booking)} on ${whenOf(booking)}, to the account you paid from. It did not arrive there, though we tried several times. We are sorry.`,
    'Our people see to it now: they hand it over to you at the theatre, or ask you for another way.',
    allAbout(context, booking),
  ])
}

/** What can still be had for money that came too late, unless it does not wait for that any more. */
export async function slotLostMail(context: AppContext, { booking }: Told): Promise<Composed> {
  const rescue = await findRescue(context, booking)
  if (!rescue) return notNeeded('the money did not wait any more')
  const [amount, until] = [
    formatRupees(rescue.amount),
    untilWords(rescue.until, context.clock.now(), context.business.timeZone),
  ]
  const offers = rescue.offers.map((offer) => `- ${offerWords(offer).join(', ')}`)
  return letterTo(context, booking, `Your slot went, your money waits (${booking.code})`, [
    `your payment of ${amount} for ${whereOf(booking)} on ${whenOf(booking)} ${RETURNS['slot-taken'].letter}. We are sorry.`,
    ...(rescue.waits
      ? [
          `Your bank is looking at this payment, so it cannot pay for another slot now. ${returnWords(rescue.waits, 'now')}`,
        ]
      : offers.length
        ? [
            `You can have one of these for it, with one press and without paying again, until ${until}:`,
            offers.join('\n'),
            button('Choose here', linkOf(context, booking)),
            `If you choose none, ${amount} goes back to you by itself at ${until}.`,
          ]
        : [
            [
              `Nothing as good is free just now. ${amount} goes back to you by itself at ${until}; sooner, if you `,
              link('say so here', linkOf(context, booking)),
            ],
          ]),
  ])
}

/** The visit costs less, since a technical failure cut it short; or what it costs since then was corrected. */
export function technicalFailureMail(context: AppContext, { booking, payload, returned }: Told): Composed {
  if (booking.status !== 'booked') return stands(booking)
  const less = booking.lines.some(({ kind }) => kind === 'reduction')
  // it was corrected to its full price, or has moved, before its letter went
  if (!less && !payload.corrected && returned.all === 0) return notNeeded('it does not cost less any more')
  const { remaining } = moneyOf(booking)
  const visit = `in ${whereOf(booking)} on ${whenOf(booking)}`
  const [subject, opening] =
    less && !payload.corrected
      ? ['We are sorry: your visit costs less', `a technical failure cut short your time ${visit}. We are sorry.`]
      : [
          'What your visit costs was corrected',
          `what we charged for your time ${visit} after the technical failure was not right. We have corrected it, and are sorry.`,
        ]
  return letterTo(context, booking, `${subject} (${booking.code})`, [
    opening,
    `Your visit now costs ${formatRupees(booking.total)}.`,
    ...(returned.all > 0 ? [returnWords(returned, 'now')] : []),
    ...neededWords(returned),
    ...(remaining > 0 ? [`${formatRupees(remaining)} is still to be paid at the theatre.`] : []),
    allAbout(context, booking),
  ])
}
