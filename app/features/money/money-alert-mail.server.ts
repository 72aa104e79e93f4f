import { eq } from 'drizzle-orm'
import { bookings, moneyCases, refunds } from '~/db/schema'
import { formatDate, formatInstant, todayIn } from '~/domain/calendar'
import { type DisputeNews, disputeTask, isStillNews } from '~/domain/dispute'
import { formatRupees, paise } from '~/domain/money'
import { formatAmount } from '~/domain/open-money'
import { hasEnded } from '~/domain/refund-life'
import { button, letter } from '~/features/notification/letter.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import type { Mail } from '~/platform/mailer.server'
import { lastBegun } from './money-alerts.server'

/**
 * Tells the business of money at the provider that no booking knows, or that does not fit its own (rules P7, P13); undefined when somebody
 * has seen to it before the mail went out.
 */
export async function unknownMoneyMail(
  { db, business }: AppContext,
  {
    paymentId = '',
    orderId = '',
    amount = '0',
    currency = 'INR',
    receivedAt = '',
    booking = '',
  }: Record<string, string>,
): Promise<Mail | undefined> {
  const found = await db.query.moneyCases.findFirst({ where: eq(moneyCases.reference, paymentId) })
  if (found?.settledAt) return undefined
  const sum = formatAmount(paise(Number(amount)), currency)
  const subject = booking ? `${sum} does not fit booking ${booking}` : `${sum} came in without a booking`
  return letter(business.name, business.email, subject, [
    booking
      ? `Razorpay took ${sum} for booking ${booking} that does not fit what was asked for.`
      : `Razorpay took ${sum} that belongs to no booking here.`,
    `Payment ${paymentId}\nOrder ${orderId || 'none'}\nReceived ${formatInstant(new Date(receivedAt), business.timeZone)}`,
    ...(booking ? [] : ['It may be for something else that you sell by the same Razorpay account.']),
    'Nothing has been changed. Give it to a booking, send it back, or write down how it was settled.',
    button('See it here', `${business.appUrl}${links.adminMoney()}`),
  ])
}

/**
 * Tells the business that families cannot pay online, or that one could not (rule P27), and what to look at; undefined when an order was
 * made since.
 */
export async function ordersRefusedMail(
  { db, business }: AppContext,
  { at = '', answer = '', status = '', last = '', freed = '', ofAll = '' }: Record<string, string>,
): Promise<Mail | undefined> {
  if (((await lastBegun(db)) ?? '') !== last) return undefined
  const keys = status === '401'
  const nobody = keys || ofAll !== ''
  const account = 'in Razorpay’s dashboard whether the account is active and may take payments.'
  return letter(business.name, business.email, nobody ? 'Nobody can pay online' : 'A family could not pay online', [
    `A family pressed Pay at ${formatInstant(new Date(at), business.timeZone)}, and Razorpay refused to begin the payment. Nothing was taken${freed && ', and the slot is free again'}.`,
    `The answer was: ${answer}`,
    keys
      ? 'The keys are not, or no longer, right: put today’s RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET into the settings and start the server anew.'
      : nobody
        ? `Look ${account}`
        : `The answer may be about this one payment. If others are refused too, look ${account}`,
    'Until then bookings can be made at the desk, and paid there.',
  ])
}

/** What money is for, and where to see it. */
const whoseMoney = (appUrl: string, booking: { id: string; code: string } | null | undefined) =>
  booking
    ? { of: `booking ${booking.code}`, see: button('See the booking', `${appUrl}${links.adminBooking(booking.id)}`) }
    : { of: 'a payment that belongs to no booking', see: button('See it here', `${appUrl}${links.adminMoney()}`) }

/** Tells the business of a refund that has not arrived in time; undefined when it has meanwhile, or is gone. */
export async function overdueRefundMail({ db, business }: AppContext, refundId: string): Promise<Mail | undefined> {
  const found = await db.query.refunds.findFirst({ where: eq(refunds.id, refundId), with: { booking: true } })
  if (!found || hasEnded(found.status)) return undefined
  const { booking, amount, createdAt, providerRefundId, lastError } = found
  const sum = formatRupees(amount)
  const { of, see } = whoseMoney(business.appUrl, booking)
  return letter(business.name, business.email, `A refund of ${sum} is late`, [
    `The refund of ${sum} for ${of}, of ${formatDate(todayIn(business.timeZone, createdAt))}, has not arrived.`,
    providerRefundId
      ? `Razorpay has it as ${providerRefundId} and has not reported it as paid out for a week.`
      : `Razorpay has not taken it yet. ${lastError ? `The last answer was: ${lastError}` : 'There was no answer.'}`,
    'It is tried again by itself.',
    see,
  ])
}

/** Tells the business of a refund that could not be sent; undefined when it has been seen to meanwhile, or is gone. */
export async function refundWithStaffMail({ db, business }: AppContext, refundId: string): Promise<Mail | undefined> {
  const found = await db.query.refunds.findFirst({
    where: eq(refunds.id, refundId),
    with: { booking: true, tries: true },
  })
  if (found?.status !== 'with-staff') return undefined
  const { booking, amount, failures, lastError } = found
  const sum = formatRupees(amount)
  const { of, see } = whoseMoney(business.appUrl, booking)
  const to = booking ? ` to ${booking.customerName}` : ''
  return letter(business.name, business.email, `A refund of ${sum} needs you`, [
    `The refund of ${sum}${to} for ${of} was tried ${failures} times and could not be sent.`,
    `The last answer was: ${lastError ?? 'none'}`,
    'It is not tried again by itself. Send it once more, or give the money in another way and say so there.',
    see,
  ])
}

/**
 * Tells the business of a dispute and of its end; undefined when it is gone, was answered before the mail went out, or was decided
 * otherwise by then, which has a letter of its own.
 */
export async function disputeMail(
  { db, business }: AppContext,
  payload: Record<string, string>,
): Promise<Mail | undefined> {
  const { disputeId = '' } = payload
  const news = payload.news as DisputeNews
  const found = await db.query.moneyCases.findFirst({ where: eq(moneyCases.reference, disputeId) })
  if (!found?.disputeStatus || !isStillNews(news, found.disputeStatus)) return undefined
  const booking = found.bookingId
    ? await db.query.bookings.findFirst({ where: eq(bookings.id, found.bookingId) })
    : undefined
  const sum = formatAmount(found.amount, found.currency)
  const { of, see } = whoseMoney(business.appUrl, booking)
  const tell = (subject: string, ...words: string[]) =>
    letter(business.name, business.email, subject, [
      ...words,
      `Dispute ${found.reference}, payment ${found.providerPaymentId}`,
      see,
    ])
  const until = found.respondBy ? formatInstant(found.respondBy, business.timeZone) : undefined
  const held = 'Until it is decided nothing of this payment is refunded.'
  switch (news) {
    case 'opened':
      if (found.settledAt) return undefined
      return tell(
        `${sum} is disputed by a customer’s bank`,
        `A customer’s bank asks for ${sum} of ${of} back.`,
        disputeTask('open', until),
        held,
      )
    // also of one that staff have settled: the bank may take the money all the same
    case 'goes-on':
      return tell(
        `A dispute over ${sum} goes on`,
        `The dispute about ${of} had been decided. The customer’s bank has taken it up again.`,
        disputeTask(found.disputeStatus, until),
        held,
      )
    case 'lost':
      if (!found.settledAt) {
        const words = `The customer’s bank has decided about money of ${of}. It is not in the books as gone, or not all of it.`
        return tell(`A dispute over ${sum} was lost`, words, disputeTask('lost'))
      }
      return tell(
        `A dispute over ${sum} was lost`,
        `The customer’s bank has taken money of ${of} back. It is in the books as gone, and nothing of it is refunded again.`,
        ...(booking?.status === 'booked'
          ? ['The booking stands: it is to be paid at the theatre, or cancelled by you.']
          : []),
      )
    case 'won':
      return tell(`A dispute over ${sum} is over`, `The dispute about ${of} was decided: the money stays yours.`)
  }
}
