import { addDays, type CalendarDate, clockTimeIn, formatClockTime, formatDay, todayIn } from './calendar'
import { MINUTE_MS } from './durations'
import type { InstantRange } from './slots'

/** How long money that came for a slot that was gone waits for another choice, before it goes back by itself. */
const CHOOSE_WITHIN_MS = 120 * MINUTE_MS
/** Of a sister room, a slot that begins no further away counts as the same time. */
const SAME_TIME_MS = 60 * MINUTE_MS
/** So many weeks ahead the same weekday is looked for. */
const WEEKS_AHEAD = 4

/** Until when another slot may be chosen with money that came at an instant; then it is sent back (rule P25). */
export const rescueUntil = (now: Date): Date => new Date(now.getTime() + CHOOSE_WITHIN_MS)

/**
 * Until when another slot can be chosen, on the business's clock: `7:42 PM`, with its day when that is not today. Never "tomorrow", since
 * letters are read later.
 */
export function untilWords(until: Date, now: Date, zone: string): string {
  const [day, time] = [todayIn(zone, until), formatClockTime(clockTimeIn(zone, until))]
  return day === todayIn(zone, now) ? time : `${time} on ${formatDay(day)}`
}

/**
 * Money that waits for another slot and of which a page did not tell when it was drawn. Nothing more is taken before it is told;
 * `told` are the tokens that the page names (rule P25).
 */
export const untold = <Waiting extends { token: string }>(
  waiting: readonly Waiting[],
  told: readonly string[],
): Waiting[] => waiting.filter(({ token }) => !told.includes(token))

/** The dates on which an equal of a visit can be: its own, and the same weekday of the weeks after it. */
export const rescueDates = (date: CalendarDate): CalendarDate[] =>
  Array.from({ length: WEEKS_AHEAD + 1 }, (_, week) => addDays(date, 7 * week))

/** A slot of a room at one time: the one that went, or a free one. */
export interface RoomSlot {
  screenId: string
  date: CalendarDate
  slotId: string
  range: InstantRange
}

export type EqualKind = 'same-slot' | 'next-slot' | 'sister-room' | 'same-weekday'

const startOf = ({ range }: RoomSlot) => range.from.getTime()

/**
 * The nearest equals of a slot that went, at most one of each kind: the slot itself where it is free again, the same room's next slot of that day (or the last one
 * before it), a sister room at the same time, and the same room on the next same weekday (rule P25).
 *
 * @param free what is free on `rescueDates`, in the rooms of the same location that are as good for these guests
 */
export function nearestEquals<Slot extends RoomSlot>(
  lost: Omit<RoomSlot, 'slotId'> & { from: string },
  free: readonly (Slot & { from: string })[],
): { kind: EqualKind; slot: Slot }[] {
  const begins = lost.range.from.getTime()
  const away = (slot: Slot) => Math.abs(startOf(slot) - begins)
  const nearest = (some: readonly Slot[]) => [...some].sort((a, b) => away(a) - away(b))[0]
  const own = free.filter(({ screenId }) => screenId === lost.screenId)
  const same = own.find((slot) => startOf(slot) === begins)
  const thatDay = own.filter((slot) => slot.date === lost.date && startOf(slot) !== begins)
  const next = nearest(thatDay.filter((slot) => startOf(slot) > begins)) ?? nearest(thatDay)
  const sister = nearest(free.filter((slot) => slot.screenId !== lost.screenId && away(slot) <= SAME_TIME_MS))
  const week = nearest(own.filter(({ date, from }) => date > lost.date && from === lost.from))
  return [
    ...(same ? [{ kind: 'same-slot' as const, slot: same }] : []),
    ...(next ? [{ kind: 'next-slot' as const, slot: next }] : []),
    ...(sister ? [{ kind: 'sister-room' as const, slot: sister }] : []),
    ...(week ? [{ kind: 'same-weekday' as const, slot: week }] : []),
  ]
}
