import { DAY_MS, MINUTE_MS } from './durations'

/** Days after which what a letter was made of is removed, counted from when it went out; which booking it was about stays. */
export const LETTER_KEPT_DAYS = 30

/** Whether what a letter was made of is still there at `now`, so that it can be sent once more (rule L12). */
export const isLetterKept = (sentAt: Date | null, now: Date): boolean =>
  sentAt === null || now.getTime() - sentAt.getTime() < LETTER_KEPT_DAYS * DAY_MS

/** For how long a letter is tried that the mail server refuses; one round of tries by its job is never cut short. */
const TRIED_DAYS = 5
const TRIES_AT_LEAST = 12

/**
 * Whether a letter is given up that the mail server has just refused for good: one to anybody else, after five days and many tries, since
 * an address that takes nothing is no longer anybody's (rule L15). What is for us, about money above all, is tried for ever.
 */
export const isGivenUp = (
  { kind, createdAt, attempts }: { kind: LetterKind; createdAt: Date; attempts: number },
  now: Date,
): boolean =>
  !TO_US.includes(kind) && attempts >= TRIES_AT_LEAST && now.getTime() - createdAt.getTime() >= TRIED_DAYS * DAY_MS

/** A server that is started anew is back sooner. */
const AWAY_MINUTES = 10

/**
 * Whether it is long since an instant at which the mail server was not found (rule L17): since the last try it is looked for once more,
 * since the first that a letter met with staff are told of what waits.
 */
export const isLongAway = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= AWAY_MINUTES * MINUTE_MS

/** The letters that a booking's customer gets, in words for the back office. */
const BOOKING_LETTERS = {
  confirmation: 'confirmation of a booking',
  rescheduled: 'news of a booking that moved',
  edited: 'news of a booking that was changed',
  cancelled: 'news of a booking that was cancelled',
  'payment-returned': 'word that a payment goes back',
  'refund-not-sent': 'word that what was to go back could not be sent',
  'slot-lost': 'offer of other slots for one that went',
  'technical-failure': 'apology for a technical failure',
  'money-asked': 'request to pay',
  'money-reminder': 'reminder that a hold ends unpaid',
  details: 'details of a booking, sent again by staff',
  reminder: 'reminder of a visit',
  'due-at-door': 'word of what is due at the door',
  'money-received': 'receipt of money',
  'thank-you': 'thanks after a visit',
} as const satisfies Record<string, string>

/** Every letter that the outbox can hold, in words for the back office. */
export const LETTERS = {
  ...BOOKING_LETTERS,
  'reset-asked': 'request for a new password by somebody who asks',
  'password-reset': 'link for a new password',
  'account-news': 'news about an account',
  'contact-message': 'message of a visitor',
  'found-bookings': 'search for the bookings of somebody who asks',
  'booking-links': 'links of bookings that somebody looked for',
  'unknown-money': 'word of money that no booking knows',
  'refund-overdue': 'word of a refund that is late',
  'refund-with-staff': 'word of a refund that could not be sent',
  'orders-refused': 'word that a payment could not be begun',
  'open-money': 'list of what waits about money',
  dispute: 'word of a dispute',
} as const satisfies Record<string, string>

/** Those that come to the business itself. */
const TO_US: readonly LetterKind[] = [
  'contact-message',
  'unknown-money',
  'refund-overdue',
  'refund-with-staff',
  'orders-refused',
  'open-money',
  'dispute',
]

export type BookingLetter = keyof typeof BOOKING_LETTERS
/** Whether a letter is one to a booking's customer, and which. */
export const isBookingLetter = (kind: string): kind is BookingLetter => kind in BOOKING_LETTERS
export type LetterKind = keyof typeof LETTERS
export const LETTER_KINDS = Object.keys(LETTERS) as readonly LetterKind[]
