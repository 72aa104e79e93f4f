import { BEFORE_YOU_COME } from './before-you-come'

/**
 * Which wording of the policies a customer agreed to, kept with the booking: the day on which their words last changed. A test
 * reminds of it.
 */
export const POLICIES_VERSION = '2026-11-30'

/** A policy in the words shown on its page, and the terms and the refunds in the booking's modal (rule V6). */
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
    ...BEFORE_YOU_COME,
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
    'A booking that we had to move still has its one move and its refund, by its new date.',
    'When we have to cancel a booking, the refund arrives within 5–7 working days.',
  ],
}

export const PRIVACY_POLICY: Policy = {
  title: 'Privacy Policy',
  description: 'What we keep when you book or write to us, what it is for, who else sees it, and when we forget it.',
  items: [
    'When you book we keep your name, e-mail address, phone number, the number of people, and what you ordered: we need them to hold the room and to reach you about it.',
    'With your booking we keep when you accepted our terms, in which wording, and from which network address; the address is removed after 180 days. The network from which a slot was held, or a visit booked with nothing to pay, is removed after two.',
    'You pay on the page of our payment provider, Razorpay. We learn that you paid and how, never the number of your card or your UPI PIN; what else they tell us is removed after 30 days.',
    'We use no advertising and no tracking. The cookies on this site hold the booking that you have begun or just finished; a copy in your own browser is thrown away when it is more than a day old.',
    'A booking that you began and did not pay for loses your name, contacts, texts and our notes 30 days after it ended: also in its history, in our letters about it, in the record of what our staff did, and in what the payment provider told us.',
    'What our letters to you were made of is removed 30 days after they went out.',
    'Bookings that were paid for are kept as long as the law asks us to keep our books.',
    'A review of your evening is shown only when we agree, under the name you give it and the month; we take it away when you ask.',
    'What you write to us by the contact form is deleted a year after we have answered it.',
    'We give your data to nobody else, apart from the payment provider and whoever delivers our e-mail.',
    'Ask us at any time what we keep about you, to correct it, or to delete it: our contacts are below. You get a file with everything that is kept about you. When you ask us to delete it, everything goes that names you, in all these places and your messages to us; of bookings that were paid for we keep dates, what was ordered and the sums, without your name.',
  ],
}
