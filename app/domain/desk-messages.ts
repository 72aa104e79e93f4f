import type { BookingStatus } from './booking-status'
import { formatRupees, type Paise } from './money'

/** What a ready message says of a booking. Neither whom it celebrates nor what is decorated: it may be a surprise (rule E7). */
export interface MessageFacts {
  business: string
  customer: string
  code: string
  /** Room and location, date and slot, in words. */
  where: string
  when: string
  status: BookingStatus
  due: Paise
  /** What the customer is asked to pay on their page, and until when, in words. */
  asked?: { amount: Paise; until: string }
  /** Money that came when the slot was gone, and until when it waits for another choice, in words. */
  waiting?: { amount: Paise; until: string }
  /** The customer's own page. */
  link: string
}

/** How every message begins; alone, what is sent to somebody about no booking. */
export const greeting = ({ business, customer }: Pick<MessageFacts, 'business' | 'customer'>): string =>
  `Hello ${customer}, this is ${business}.`

/** How a booking stands, as a message to its customer. */
export function stateMessage(facts: MessageFacts): string {
  const { code, where, when, link } = facts
  return [greeting(facts), `Booking ${code}: ${where}, ${when}.`, standing(facts), link].join('\n')
}

function standing({ status, due, asked, waiting }: MessageFacts): string {
  switch (status) {
    case 'booked':
      if (asked) return `It is confirmed. Please pay ${formatRupees(asked.amount)} here before ${asked.until}:`
      return due > 0
        ? `It is confirmed; ${formatRupees(due)} is to be paid at the theatre.`
        : 'It is confirmed and paid.'
    case 'pending':
      if (asked) return `The room is held for you until ${asked.until}. Please pay ${formatRupees(asked.amount)} here:`
      return `The room is held for you until it is paid; ${formatRupees(due)} is to be paid.`
    case 'cancelled':
      return 'It has been cancelled.'
    case 'expired':
      // whether it is free is for the page to say: somebody else may have it
      return waiting
        ? `Your payment of ${formatRupees(waiting.amount)} came when the room was no longer held. It waits until ${waiting.until}: choose another slot for it, or have it back, here:`
        : 'The hold has ended, so the room is no longer kept for you. You can choose anew here:'
  }
}

/** Asks guests who are not there yet whether they are on their way. */
export const lateMessage = ({ code, where, when, ...facts }: MessageFacts): string =>
  [
    greeting(facts),
    `Your room is ready: ${where}, ${when} (${code}). Are you on your way?`,
    'The slot ends on time, even if you start late.',
  ].join('\n')

/** A chat with somebody's ten-digit number in which this text is ready to be sent. */
export const chatLink = (number: string, text: string): string =>
  `https://wa.me/91${number}?text=${encodeURIComponent(text)}`
