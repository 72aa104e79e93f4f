const MINUTE_MS = 60_000

/** How long a slot is kept for somebody who pays (decisions.md, Slots are promised once). */
export const HOLD_MS = 15 * MINUTE_MS
/** How long the provider's window stays open, in seconds. */
export const PAYMENT_WINDOW_SECONDS = 600
const LAST_SECONDS = 15
/** Live holds that one phone number or one draft may have. */
export const MAX_LIVE_HOLDS = 2

/** When a hold begun now ends. */
export const holdEnd = (now: Date): Date => new Date(now.getTime() + HOLD_MS)

/** Whether a hold has run out; at its last instant it has, and blocks nobody any more. */
export const holdIsOver = (holdEndsAt: Date, now: Date): boolean => holdEndsAt <= now

/** Seconds the payment window may stay open: 600, or until 15 s before the hold ends; 0 when that is over. */
export function paymentWindowSeconds(holdEndsAt: Date, now: Date): number {
  const left = Math.floor((holdEndsAt.getTime() - now.getTime()) / 1000) - LAST_SECONDS
  return Math.max(0, Math.min(PAYMENT_WINDOW_SECONDS, left))
}
