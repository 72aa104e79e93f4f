/** The letters that a booking's customer gets. */
export type BookingLetter =
  | 'confirmation'
  | 'rescheduled'
  | 'edited'
  | 'cancelled'
  | 'payment-returned'
  | 'technical-failure'

/** Every letter that the outbox can hold. */
export type LetterKind =
  | BookingLetter
  | 'password-reset'
  | 'account-news'
  | 'contact-message'
  | 'unknown-money'
  | 'refund-overdue'
  | 'refund-with-staff'
  | 'open-money'
  | 'dispute'
