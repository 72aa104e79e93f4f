import type { Attendance } from './booking-status'
import { addDays, type CalendarDate, type ClockTime, instantOf } from './calendar'
import { deskDate } from './desk-day'
import { HOUR_MS } from './durations'
import type { Paise } from './money'

/** The letters that go out by themselves, each with its switch (rule L12), in words for the back office. */
export const OWN_LETTERS = {
  reminder: {
    title: 'Reminder',
    when: 'At ten in the morning of the day before the visit: what is due, the way, parking, and that the slot ends on time.',
  },
  'due-at-door': {
    title: 'Due at the door',
    when: 'Three hours before the visit, when something is still to be paid.',
  },
  'money-received': {
    title: 'Money received',
    when: 'When the front desk has taken a payment, or one came online for a booking that stands.',
  },
  'money-asked': {
    title: 'Request to pay',
    when: 'When staff ask for money from a distance, and once more before a hold ends unpaid. Without it only WhatsApp has the message ready.',
  },
  'thank-you': { title: 'Thank you', when: 'At ten in the morning after the visit: with a link to leave a review.' },
} as const satisfies Record<string, { title: string; when: string }>

export type OwnLetter = keyof typeof OWN_LETTERS
export const OWN_LETTER_NAMES = Object.keys(OWN_LETTERS) as OwnLetter[]
/** Those that a clock sends, and not a deed. */
export type TimedLetter = Exclude<OwnLetter, 'money-received' | 'money-asked'>

/** What of a booking that stands decides its letters. */
export interface VisitForLetters {
  visitDate: CalendarDate
  during: { from: Date; to: Date }
  attendance: Attendance
  /** When the customer was last told of the whole visit: by its confirmation, or by the letter of its move. */
  toldAt: Date
  due: Paise
}

const MORNING = '10:00' as ClockTime
/** What is due is told so long before the visit. */
const DOOR_MS = 3 * HOUR_MS
/** A thank-you that could not go out for so long is not sent any more. */
const THANKS_MS = 48 * HOUR_MS

/** From when to until when thanks are sent: of a visit that begins after midnight the morning after is that of its own date. */
export function thanksTime({ from }: VisitForLetters['during'], zone: string): { from: Date; to: Date } {
  const morning = instantOf(addDays(deskDate(zone, from), 1), MORNING, zone)
  return { from: morning, to: new Date(morning.getTime() + THANKS_MS) }
}

/**
 * The letters that are due for a visit at `now` (rule L11). What was booked or moved when its reminder would have gone out already
 * is not reminded of: another letter has just said all of it.
 */
export function lettersDue(visit: VisitForLetters, now: Date, zone: string): TimedLetter[] {
  const { visitDate, during, attendance, toldAt, due } = visit
  const reminder = instantOf(addDays(visitDate, -1), MORNING, zone)
  const door = new Date(during.from.getTime() - DOOR_MS)
  const thanks = thanksTime(during, zone)
  const between = (from: Date, to: Date) => from <= now && now < to
  const awaited = attendance === 'expected'
  const found: TimedLetter[] = []
  if (awaited && toldAt < reminder && between(reminder, door)) found.push('reminder')
  if (awaited && toldAt < door && due > 0 && between(door, during.from)) found.push('due-at-door')
  if (attendance !== 'no-show' && between(thanks.from, thanks.to)) found.push('thank-you')
  return found
}

/** Dates of visits that can have a letter due when it is `today`: from the first to the last. */
export const lettersAbout = (today: CalendarDate): [CalendarDate, CalendarDate] => [
  addDays(today, -3),
  addDays(today, 1),
]
