import type { z } from 'zod'
import { saysTooLate } from '~/domain/late-money'
import type { Verified } from '~/features/money/checkout.server'
import { VERIFIED_WORDS } from '~/features/money/verified-words'
import { bookedInstead } from '~/features/stored-booking/attempt-name.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import type { checkoutCalls } from './booking-calls.server'
import { type Refusal, refuse } from './call.server'

type Answer = z.input<(typeof checkoutCalls)['verify']['answer']>

const FAILED: Answer = { success: false, state: 'failed', message: VERIFIED_WORDS.failed }

const WORDS: Record<'booked' | 'waiting' | 'returned', string> = {
  booked: VERIFIED_WORDS.good,
  waiting: 'The payment is under way. We confirm by e-mail when it arrives.',
  returned:
    'Your payment came when the slot could no longer be yours. All of it goes back to you, unless you take another slot for it at the booking’s link.',
}

/** What a checked payment answers (rule A7); the booking's link only to who proved the payment. */
export async function verifiedJson({ db, business }: AppContext, verified: Verified): Promise<Answer | Refusal> {
  if (!verified.ok) {
    return verified.reason === 'provider-unreachable' ? refuse(502, VERIFIED_WORDS.unreachable) : FAILED
  }
  const { state, booking } = verified
  if (state === 'nothing-yet') return FAILED
  const { id: _id, code, status, linkToken } = booking
  const link = `${business.appUrl}${links.customerBooking(linkToken)}`
  const stands = state === 'returned' ? await bookedInstead(db, booking) : undefined
  const its = stands?.linkToken ? [`${business.appUrl}${links.customerBooking(stands.linkToken)}`] : []
  const words = state === 'returned' && !saysTooLate(status) ? VERIFIED_WORDS.cancelled : WORDS[state]
  const message = stands ? [stands.words, ...its].join(' ') : words
  return { success: state === 'booked', state, message, booking: { _id, code, status, link } }
}
