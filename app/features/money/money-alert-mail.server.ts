import { eq } from 'drizzle-orm'
import { refunds } from '~/db/schema'
import { formatDate, formatInstant, todayIn } from '~/domain/calendar'
import { formatRupees, paise } from '~/domain/money'
import { letter } from '~/features/notification/letter.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import type { Mail } from '~/platform/mailer.server'

/** Tells the business of money at the provider that no booking knows, or that does not fit its own (rules P7, P13). */
export function unknownMoneyMail(
  { business }: AppContext,
  { paymentId = '', orderId = '', amount = '0', receivedAt = '', booking = '' }: Record<string, string>,
): Mail {
  const sum = formatRupees(paise(Number(amount)))
  const subject = booking ? `${sum} does not fit booking ${booking}` : `${sum} came in without a booking`
  return letter(business.name, business.email, subject, [
    booking
      ? `Razorpay took ${sum} for booking ${booking} that does not fit what was asked for.`
      : `Razorpay took ${sum} that belongs to no booking here.`,
    `Payment ${paymentId}\nOrder ${orderId || 'none'}\nReceived ${formatInstant(new Date(receivedAt), business.timeZone)}`,
    ...(booking ? [] : ['It may be for something else that you sell by the same Razorpay account.']),
    'Look the payment up in your Razorpay dashboard, and either give it back there or ask the customer what it was for. Nothing has been changed.',
  ])
}

/** Tells the business of a refund that has not arrived in time; undefined when it has meanwhile, or is gone. */
export async function overdueRefundMail({ db, business }: AppContext, refundId: string): Promise<Mail | undefined> {
  const found = await db.query.refunds.findFirst({ where: eq(refunds.id, refundId), with: { booking: true } })
  if (!found || found.status === 'processed' || found.status === 'dropped') return undefined
  const { booking, amount, createdAt, providerRefundId, lastError } = found
  const sum = formatRupees(amount)
  return letter(business.name, business.email, `A refund of ${sum} is late`, [
    `The refund of ${sum} for booking ${booking.code}, of ${formatDate(todayIn(business.timeZone, createdAt))}, has not arrived.`,
    providerRefundId
      ? `Razorpay has it as ${providerRefundId} and has not reported it as paid out for a week.`
      : `Razorpay has not taken it yet. ${lastError ? `The last answer was: ${lastError}` : 'There was no answer.'}`,
    `It is tried again by itself. See the booking: ${business.appUrl}${links.adminBooking(booking.id)}`,
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
  return letter(business.name, business.email, `A refund of ${sum} needs you`, [
    `The refund of ${sum} to ${booking.customerName} for booking ${booking.code} was tried ${failures} times and could not be sent.`,
    `The last answer was: ${lastError ?? 'none'}`,
    'It is not tried again by itself. Send it once more, or give the money in another way and say so there.',
    `See the booking: ${business.appUrl}${links.adminBooking(booking.id)}`,
  ])
}
