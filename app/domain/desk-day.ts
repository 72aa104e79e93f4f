import { type Attendance, attendanceWords, type BlockingStatus, type BookingStatus } from './booking-status'
import { addDays, type CalendarDate, type ClockTime, startOfDay, todayIn } from './calendar'
import { MINUTE_MS } from './durations'
import { momentWords } from './money-request'
import type { Refused } from './result'
import type { InstantRange } from './slots'

/** What a place in a room's day is to the front desk (rule E1). */
export type DeskState = 'free' | 'over' | 'blocked' | 'held' | 'booked' | 'in-house' | 'done' | 'no-show'

/** What of a booking decides the state of its place. */
export interface DeskVisit {
  status: BlockingStatus
  attendance: Attendance
  during: InstantRange
}

/** How a state is called on a card. */
export const DESK_STATE_WORDS: Record<DeskState, string> = {
  free: 'Free',
  over: 'Unsold',
  blocked: 'Blocked online',
  held: 'Held',
  booked: 'Booked',
  'in-house': 'In the house',
  done: 'Done',
  'no-show': attendanceWords('no-show'),
}

/** The state of a visit at `now`: guests who came are in the house until their slot ends (rule E1). */
export function visitState({ status, attendance, during }: DeskVisit, now: Date): DeskState {
  if (status === 'pending') return 'held'
  if (attendance === 'no-show') return 'no-show'
  if (during.to <= now) return 'done'
  return attendance === 'arrived' ? 'in-house' : 'booked'
}

/** Whether what remains of a booking is due at the desk (rule E4): who did not come owes it nothing, and a hold is no debt. */
export const owesAtDesk = ({ status, attendance }: { status: BookingStatus; attendance: Attendance }): boolean =>
  status === 'booked' && attendance !== 'no-show'

/** The state of a slot in which nobody is: it is over once it has begun, and may be closed to online booking. */
export function emptyState({ from }: InstantRange, closed: boolean, now: Date): DeskState {
  if (from <= now) return 'over'
  return closed ? 'blocked' : 'free'
}

/** Whether the desk can sell a place: nobody is there, and it lies ahead; what is closed to online booking it sells too. */
export const isSellable = (state: DeskState): boolean => state === 'free' || state === 'blocked'

/** Guests may be marked as arrived by one press on their card from so long before their slot. */
const EARLY_MS = 90 * MINUTE_MS
/** Guests who are not there so long after their slot began count as late. */
const LATE_MS = 10 * MINUTE_MS

/** Whether guests are awaited now: not there yet, and their slot is near or runs (rule E2). */
export const isAwaited = (visit: DeskVisit, now: Date): boolean =>
  visitState(visit, now) === 'booked' && now >= notedFrom('arrived', visit.during.from)

/** From when an attendance may be noted: that guests came once they are awaited, that they did not once their slot has begun. */
const notedFrom = (what: 'arrived' | 'no-show', slotStart: Date): Date =>
  new Date(slotStart.getTime() - (what === 'arrived' ? EARLY_MS : 0))

/** The refusal of an attendance that nobody can know yet (rule E2); undefined once it may be noted, as "Expected" always may. */
export function tooEarlyToNote(
  attendance: Attendance,
  { slotStart, now, zone }: { slotStart: Date; now: Date; zone: string },
): Refused<'too-early'> | undefined {
  if (attendance === 'expected') return undefined
  const from = notedFrom(attendance, slotStart)
  if (now >= from) return undefined
  const message = `“${attendanceWords(attendance)}” can be noted from ${momentWords(from, now, zone)}.`
  return { ok: false, reason: 'too-early', message }
}

/** For how many minutes awaited guests are late; 0 while they are not (rule E2). */
export function minutesLate(visit: DeskVisit, now: Date): number {
  const late = now.getTime() - visit.during.from.getTime()
  return visitState(visit, now) === 'booked' && late >= LATE_MS ? Math.floor(late / MINUTE_MS) : 0
}

/** Whether a visit is over without anybody having said that the guests came, or did not. */
export const isUnmarked = (visit: DeskVisit, now: Date): boolean =>
  visitState(visit, now) === 'done' && visit.attendance === 'expected'

/** The hour at which the front desk's day ends: a visit that runs past midnight belongs to the evening before (rule E4). */
export const DAY_ENDS_HOUR = 4

/** The same as the time of a slot. */
export const DAY_ENDS_AT = `${String(DAY_ENDS_HOUR).padStart(2, '0')}:00` as ClockTime

/** The date whose visits the front desk receives at `now`. */
export const deskDate = (zone: string, now: Date): CalendarDate =>
  todayIn(zone, new Date(now.getTime() - DAY_ENDS_HOUR * 60 * MINUTE_MS))

/**
 * The days from the desk's today to so many after today. After midnight today is still the evening before to the desk, and the next date
 * to everybody else: both ends are kept.
 */
export const daysToCome = (zone: string, now: Date, ahead: number): [CalendarDate, CalendarDate] => [
  deskDate(zone, now),
  addDays(todayIn(zone, now), ahead),
]

/** The date of a visit that the front desk does not receive yet; undefined once its day has come. */
export function dayAhead(start: Date, zone: string, now: Date): CalendarDate | undefined {
  const date = deskDate(zone, start)
  return date > deskDate(zone, now) ? date : undefined
}

/** What is said of a date whose day the desk has behind it, for which nobody is booked any more; undefined of any other. */
export const dayOverWords = (date: CalendarDate, zone: string, now: Date): string | undefined =>
  date < deskDate(zone, now) ? 'This day is over' : undefined

/** The hours at which a day, the one before it and the one after it ended, as far as they were closed. */
export interface ClosedHours {
  own?: number
  before?: number
  after?: number
}

/** The hour of the next morning at which a day ends; one that is still open ends where the next began that was closed at midnight. */
export const dayEndHour = ({ own, after }: ClosedHours): number => own ?? (after === 0 ? after : DAY_ENDS_HOUR)

/**
 * The business's day of a date, for desk and till alike (rule E4): from four in the morning to four in the morning. A day of the till
 * that was closed while it still ended at midnight stays as it was, and its neighbours end and begin where it does.
 */
export function deskDayRange(date: CalendarDate, zone: string, closed: ClosedHours = {}): InstantRange {
  const at = (day: CalendarDate, hour: number) => new Date(startOfDay(day, zone).getTime() + hour * 60 * MINUTE_MS)
  const begins = closed.own === 0 ? closed.own : (closed.before ?? DAY_ENDS_HOUR)
  return { from: at(date, begins), to: at(addDays(date, 1), dayEndHour(closed)) }
}

/**
 * The day of the till that an instant belongs to: the evening before until it ends, which for days that were closed at midnight, by
 * what `closed` says of their hour, is earlier.
 */
export function tillDate(at: Date, zone: string, closed: (date: CalendarDate) => number | undefined): CalendarDate {
  const [evening, date] = [deskDate(zone, at), todayIn(zone, at)]
  return dayEndHour({ own: closed(evening), after: closed(date) }) === 0 ? date : evening
}

/** Rows of a day's grid: one for each quarter of an hour. */
export const ROW_MINUTES = 15
const HOUR_ROWS = 60 / ROW_MINUTES

/** A day's grid: how many rows it has, and where an instant and a range stand in it. */
export interface DayGrid {
  rows: number
  /** The full hours in it, by the row at which they stand (from 1); `hour` counts on beyond midnight. */
  hours: { row: number; hour: number }[]
  /** The row in which an instant lies; undefined outside the grid. */
  rowOf(at: Date): number | undefined
  /** First row and number of rows of a range, cut to the grid. */
  placeOf(range: InstantRange): { row: number; rows: number }
}

/** The hours of the visits and slots of a day, from `midnight` on; from 10 to 22 o'clock when there are none. */
export function dayGrid(midnight: Date, ranges: readonly InstantRange[]): DayGrid {
  const minuteOf = (at: Date) => (at.getTime() - midnight.getTime()) / MINUTE_MS
  const first = Math.floor(Math.min(...(ranges.length ? ranges.map(({ from }) => minuteOf(from)) : [600])) / 60)
  const last = Math.ceil(Math.max(...(ranges.length ? ranges.map(({ to }) => minuteOf(to)) : [1_320])) / 60)
  const rows = (last - first) * HOUR_ROWS
  const rowAt = (at: Date) => Math.floor((minuteOf(at) - first * 60) / ROW_MINUTES) + 1
  return {
    rows,
    hours: Array.from({ length: last - first }, (_, index) => ({ row: index * HOUR_ROWS + 1, hour: first + index })),
    rowOf: (at) => (rowAt(at) >= 1 && rowAt(at) <= rows ? rowAt(at) : undefined),
    placeOf: ({ from, to }) => {
      const row = Math.max(1, rowAt(from))
      const end = Math.min(rows, Math.ceil((minuteOf(to) - first * 60) / ROW_MINUTES))
      return { row, rows: Math.max(1, end - row + 1) }
    },
  }
}

/** How many of a day's first rows are drawn low, since what stands in them is over (rule E29): all up to the hour before now; none of another day. */
export const lowRows = (nowRow: number | null): number => Math.max(0, (nowRow ?? 1) - 1 - HOUR_ROWS)
