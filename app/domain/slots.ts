import type { BlockingStatus } from './booking-status'
import { addDays, type CalendarDate, type ClockTime, formatSlot, instantOf } from './calendar'
import { basicOnly } from './last-hour'
import { isBasic } from './packages'

export interface SlotTime {
  from: ClockTime
  to: ClockTime
}

/** Whether two slots have the same hours: that is what makes one of a schedule, whatever its id. */
export const sameHours = (one: SlotTime, other: SlotTime): boolean => one.from === other.from && one.to === other.to

/** Half-open: `to` is the first instant that no longer belongs to it. */
export interface InstantRange {
  from: Date
  to: Date
}

/**
 * Whether two ranges share an instant; ranges that only touch do not. Asked thousands of times for a month of a room that sells
 * well: as numbers, since comparing dates themselves takes ten times as long.
 */
export const overlaps = (a: InstantRange, b: InstantRange): boolean =>
  a.from.getTime() < b.to.getTime() && b.from.getTime() < a.to.getTime()

/** When a slot begun on `date` really is; `to` <= `from` ends the next day (rule T3). */
export function rangeOf(date: CalendarDate, slot: SlotTime, zone: string): InstantRange {
  const from = instantOf(date, slot.from, zone)
  const lastDay = slot.to > slot.from ? date : addDays(date, 1)
  return { from, to: instantOf(lastDay, slot.to, zone) }
}

export type SlotState = 'available' | 'started' | 'held' | 'booked'
/** As customers see it: `too-late` starts within the hour on a screen without a package that is sold then. */
export type OnlineSlotState = SlotState | 'too-late'

export interface SlotOnDate<Slot extends SlotTime, State = SlotState> {
  slot: Slot
  range: InstantRange
  state: State
}

export interface Occupancy extends InstantRange {
  status: BlockingStatus
}

/**
 * A screen's slots on a date, each with its state. A slot is unavailable when it has started (start <= now) or its range
 * overlaps any held or booked one (rule T5).
 */
export function slotsOn<Slot extends SlotTime>(
  date: CalendarDate,
  schedule: readonly Slot[],
  { occupied, now, zone }: { occupied: readonly Occupancy[]; now: Date; zone: string },
): SlotOnDate<Slot>[] {
  return [...schedule]
    .sort((a, b) => (a.from < b.from ? -1 : 1))
    .map((slot) => {
      const range = rangeOf(date, slot, zone)
      const taken = occupied.filter((other) => overlaps(range, other))
      const state =
        range.from.getTime() <= now.getTime()
          ? 'started'
          : taken.some((other) => other.status === 'booked')
            ? 'booked'
            : taken.length
              ? 'held'
              : 'available'
      return { slot, range, state }
    })
}

export const TOO_LATE_MESSAGE = 'This slot starts too soon to be booked online. Please choose a later one.'

/** A room as far as it decides which of its slots are sold online; a setting of it or of its location joins here. */
interface Sellable {
  packages: readonly { name: string }[]
}

/**
 * The same slots as customers may book them: in the last hour only Basic is sold (rule T8), so a free slot of
 * a screen without it is too late. Staff are not bound by this.
 */
export const onlineSlots = <Slot extends SlotTime>(
  slots: readonly SlotOnDate<Slot>[],
  { packages }: Sellable,
  now: Date,
): SlotOnDate<Slot, OnlineSlotState>[] =>
  slots.map((one) =>
    one.state === 'available' && basicOnly(one.range.from, now) && !packages.some(({ name }) => isBasic(name))
      ? { ...one, state: 'too-late' }
      : one,
  )

/**
 * What is sold of a room's packages in some of its free slots: all of them, or Basic alone when each of these slots begins within
 * the hour (rule T8), so that no price is promised at which nothing can be booked.
 */
export const soldInSlots = <Package extends { name: string }>(
  packages: readonly Package[],
  free: readonly { range: InstantRange }[],
  now: Date,
): readonly Package[] =>
  free.length > 0 && free.every(({ range }) => basicOnly(range.from, now))
    ? packages.filter(({ name }) => isBasic(name))
    : packages

const DAY_MINUTES = 1_440
const minuteOf = (time: ClockTime) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** What is wrong with a screen's daily schedule: the index of the slot and the words, or nothing. */
export function scheduleFaults(schedule: readonly SlotTime[]): { index: number; message: string }[] {
  const faults: { index: number; message: string }[] = []
  const spans = schedule.map((slot) => {
    const from = minuteOf(slot.from)
    const to = minuteOf(slot.to)
    return { from, to: to > from ? to : to + DAY_MINUTES }
  })
  schedule.forEach((slot, index) => {
    if (slot.from === slot.to) {
      faults.push({ index, message: 'A slot must end at another time than it starts' })
      return
    }
    const clash = spans.findIndex((other, at) => at < index && repeatsDaily(other, spans[index] ?? other))
    const earlier = schedule[clash]
    if (earlier) faults.push({ index, message: `Overlaps the slot ${formatSlot(earlier)}` })
  })
  return faults
}

function repeatsDaily(a: { from: number; to: number }, b: { from: number; to: number }): boolean {
  return [-DAY_MINUTES, 0, DAY_MINUTES].some((shift) => a.from < b.to + shift && b.from + shift < a.to)
}
