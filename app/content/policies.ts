/** One of the two policies, in the words shown on its page and in the booking's modal (spec customer-side §9). */
export interface Policy {
  title: string
  /** For search engines. */
  description: string
  items: readonly string[]
}

export const TERMS: Policy = {
  title: 'Terms & Conditions',
  description: 'The rules of the house: who may book, what may come along, and what happens when something breaks.',
  items: [
    'No one under 18 may book; guardians may bring minors.',
    'Aadhar card is mandatory for couples at check-in.',
    'Outside food, spark candles and snow sprays are not allowed.',
    'Smoking, alcohol and illegal substances are not allowed.',
    'Guests must leave by the end time of their slot.',
    'A cleaning fee applies if the theatre is left messy.',
    'Customers pay for any damage to the theatre or its equipment.',
    'We are not responsible for lost belongings.',
    'On a technical failure we refund the paid amount minus the rent for the time used.',
    'Illegal content is prohibited, and customers must not change the equipment setup.',
    'Cancelling or rescheduling is possible at least 72 hours before the booking time, as the refund policy says.',
  ],
}

export const REFUND_POLICY: Policy = {
  title: 'Refund Policy',
  description: 'When the advance of ₹999 comes back, how long it takes, and when it does not.',
  items: [
    'An advance of ₹999 reserves a slot.',
    'The advance is refundable except payment-gateway charges when you cancel or reschedule at least 72 hours before the booking.',
    'A refund is started within 24 hours and takes 5–7 business days.',
    'There is no refund less than 72 hours before the booking.',
    'There is no refund for Friday, Saturday or Sunday bookings, and none for rescheduled bookings.',
    'When we have to cancel a booking, the refund arrives within 5–7 working days.',
  ],
}
