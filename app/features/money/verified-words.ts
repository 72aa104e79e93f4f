/** What is said when the provider could not be asked: by itself, so that a page brings nothing else along. */
export const UNREACHABLE = 'Error during payment verification'

/** What is said of a payment that a browser or a program came back with. */
export const VERIFIED_WORDS = {
  good: 'Payment verified successfully!',
  failed: 'Payment verification failed!',
  unreachable: UNREACHABLE,
  /** Of a booking that was cancelled since, or that the payment found cancelled: its page tells the two apart. */
  cancelled: 'This booking was cancelled. Its page says what becomes of your payment.',
} as const
