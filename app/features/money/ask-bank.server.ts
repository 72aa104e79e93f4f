import { eq } from 'drizzle-orm'
import { paymentAttempts } from '~/db/schema'
import { REFUND_DAYS } from '~/domain/refund-life'
import type { AppContext } from '~/platform/context.server'
import { applyGatewayTruth, type SettledState } from './settle-payment.server'

export type BankAnswer = SettledState | 'unreachable'

/** What was found, in words for somebody who paid and sees nothing. */
export const BANK_WORDS: Record<BankAnswer, string> = {
  booked: 'Every payment that the bank knows of is in your booking: the room is yours.',
  waiting:
    'Your bank has the payment and has not confirmed it yet. We keep asking, and write to you as soon as it does.',
  returned:
    'The bank has your payment, but it came too late to be used. Nothing of it is lost: this page says what becomes of it.',
  'nothing-yet': `The bank knows of no payment for this booking. If money has left your account, it comes back there by itself within ${REFUND_DAYS}; we keep asking until then.`,
  unreachable:
    'The bank could not be asked just now. Nothing is lost: we ask it again by ourselves. Please try again in a moment.',
}

const MOST_TELLING: readonly BankAnswer[] = ['booked', 'waiting', 'returned', 'unreachable', 'nothing-yet']

/**
 * Asks the provider about every order of a booking and makes our books follow on the spot (rule P24); answers the most
 * telling thing found.
 */
export async function askBank(context: AppContext, bookingId: string): Promise<BankAnswer> {
  const attempts = await context.db.query.paymentAttempts.findMany({ where: eq(paymentAttempts.bookingId, bookingId) })
  const found: BankAnswer[] = []
  for (const { providerOrderId } of attempts) {
    if (!providerOrderId) continue
    const settled = await applyGatewayTruth(context, providerOrderId)
    found.push(settled.ok ? settled.state : 'unreachable')
  }
  return MOST_TELLING.find((one) => found.includes(one)) ?? 'nothing-yet'
}
