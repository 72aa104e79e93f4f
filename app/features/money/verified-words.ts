/** What is said of a payment that a browser or a program came back with. */
export const VERIFIED_WORDS = {
  good: 'Payment verified successfully!',
  failed: 'Payment verification failed!',
  unreachable: 'Error during payment verification',
} as const
