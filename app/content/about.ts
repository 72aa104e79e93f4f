/** The story and the questions of the about page; the refund answers agree with the refund policy. */
export const story = (name: string, city: string) => [
  `${name} began with one room, one projector and a birthday that deserved better than a crowded cinema.`,
  `Each of our rooms in ${city} is yours for the whole slot: your film, your people, your volume. Our team dresses it before you arrive and is gone when the lights go down.`,
]

export const QUESTIONS = [
  {
    question: 'What can we watch?',
    answer: 'Anything from your own streaming accounts or your own files. The screen is connected to a 1000 Mbps line.',
  },
  {
    question: 'Can we bring food?',
    answer: 'Outside food is not allowed. Cakes and drinks can be added to your booking.',
  },
  {
    question: 'How much do we pay to book?',
    answer: 'An advance of ₹999 reserves your slot. The rest is paid at the theatre.',
  },
  {
    question: 'Can we cancel?',
    answer:
      'Full refund, except payment-gateway charges, if cancelled at least 72 hours before the booking time. There is no refund for Friday, Saturday or Sunday bookings, and none for rescheduled ones.',
  },
  {
    question: 'How many people fit in?',
    answer: 'That depends on the room. Where you choose one, it says from how many people to how many it takes.',
  },
]
