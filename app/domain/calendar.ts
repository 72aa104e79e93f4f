import { DAY_MS } from './durations'

/** A day in the business time zone, `YYYY-MM-DD` (rule T1). */
export type CalendarDate = string & { readonly __unit: 'date' }
/** A time on the clock, `HH:MM`. */
export type ClockTime = string & { readonly __unit: 'time' }
/** A month, `YYYY-MM`. */
export type YearMonth = string & { readonly __unit: 'month' }

/** The years 1900 to 2999: a week or a year counted on from any of them still has four digits. */
const YEAR = '(19|2\\d)\\d{2}'
const DATE = new RegExp(`^${YEAR}-\\d{2}-\\d{2}$`)
const MONTH = new RegExp(`^${YEAR}-(0[1-9]|1[0-2])$`)

/** A calendar date from text, or undefined when there is no such day, or it is before 1900 or after 2999. */
export function parseCalendarDate(text: unknown): CalendarDate | undefined {
  if (typeof text !== 'string' || !DATE.test(text)) return undefined
  const at = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? undefined : (text as CalendarDate)
}

/** How a date is written that the JSON API takes: `YYYY-MM-DD`, or midnight UTC of that day. */
export const SENT_DATE = /^\d{4}-\d{2}-\d{2}(T00:00(:00(\.0{1,6})?)?(Z|\+00:00))?$/

/**
 * A date as the JSON API sends it: `YYYY-MM-DD` or a midnight-UTC ISO string (rule T2). Any other instant is
 * refused: cutting a local midnight down to its UTC date would book the day before.
 */
export function fromIsoDate(text: unknown): CalendarDate | undefined {
  if (typeof text !== 'string' || !SENT_DATE.test(text)) return undefined
  return parseCalendarDate(text.slice(0, 10))
}

/** A date as the JSON API carries it: `2027-01-21T00:00:00.000Z`. */
export const toIsoMidnightUtc = (date: CalendarDate): string => `${date}T00:00:00.000Z`

/** How a time on the clock is written. */
export const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** A clock time from text, or undefined. */
export function parseClockTime(text: unknown): ClockTime | undefined {
  return typeof text === 'string' && CLOCK_TIME.test(text) ? (text as ClockTime) : undefined
}

/** A month of the same years from text, or undefined. */
export function parseYearMonth(text: unknown): YearMonth | undefined {
  return typeof text === 'string' && MONTH.test(text) ? (text as YearMonth) : undefined
}

const zoneFormats = new Map<string, Intl.DateTimeFormat>()

interface WallClock {
  date: CalendarDate
  time: ClockTime
  /** What the clock shows, read as if it were UTC: milliseconds since 1970, in whole seconds. */
  ms: number
}

/** By how much each zone is ahead on the days that were asked for, in milliseconds; undefined where that changes nearby. */
const offsets = new Map<string, Map<number, number | undefined>>()
const MOST_DAYS = 2_000

function offsetOn(zone: string, day: number): number | undefined {
  let days = offsets.get(zone)
  if (!days || days.size > MOST_DAYS) {
    days = new Map()
    offsets.set(zone, days)
  }
  if (days.has(day)) return days.get(day)
  const ahead = (at: number) => readClock(zone, new Date(at)).ms - at
  const before = ahead((day - 1) * DAY_MS)
  const offset = before === ahead((day + 2) * DAY_MS) ? before : undefined
  days.set(day, offset)
  return offset
}

/** Worked out from the zone's offset, which is cheap; on the days beside a change of it the zone's own rules are asked. */
function wallClock(zone: string, at: Date): WallClock {
  const offset = offsetOn(zone, Math.floor(at.getTime() / DAY_MS))
  if (offset === undefined) return readClock(zone, at)
  const ms = Math.floor((at.getTime() + offset) / 1_000) * 1_000
  const text = new Date(ms).toISOString()
  return { date: text.slice(0, 10) as CalendarDate, time: text.slice(11, 16) as ClockTime, ms }
}

function readClock(zone: string, at: Date): WallClock {
  let format = zoneFormats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    zoneFormats.set(zone, format)
  }
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const date = `${part.year}-${part.month}-${part.day}` as CalendarDate
  const time = `${part.hour}:${part.minute}` as ClockTime
  return { date, time, ms: Date.parse(`${date}T${time}:${part.second}Z`) }
}

/** The business's "today" at the instant `now`. */
export const todayIn = (zone: string, now: Date): CalendarDate => wallClock(zone, now).date

/** What the clock on the wall says at the instant `now`. */
export const clockTimeIn = (zone: string, now: Date): ClockTime => wallClock(zone, now).time

/** What two digits of a text say. */
const pairAt = (text: string, at: number): number => 10 * text.charCodeAt(at) + text.charCodeAt(at + 1) - 11 * 48

/** The milliseconds since 1970 of a date and time read as UTC; a month of slots asks for hundreds, and `Date.parse` takes five times as long. */
const readAsUtc = (date: CalendarDate, time: ClockTime): number =>
  Date.UTC(
    100 * pairAt(date, 0) + pairAt(date, 2),
    pairAt(date, 5) - 1,
    pairAt(date, 8),
    pairAt(time, 0),
    pairAt(time, 3),
  )

/** The instant at which the wall clock in `zone` shows `date` and `time`. */
export function instantOf(date: CalendarDate, time: ClockTime, zone: string): Date {
  const wanted = readAsUtc(date, time)
  const offset = offsetOn(zone, Math.floor(wanted / DAY_MS))
  if (offset !== undefined) return new Date(wanted - offset)
  let at = wanted
  // twice: the second pass settles dates beside a change of the zone's offset
  for (let pass = 0; pass < 2; pass++) at += wanted - wallClock(zone, new Date(at)).ms
  return new Date(at)
}

/** The first instant of a date. */
export const startOfDay = (date: CalendarDate, zone: string): Date => instantOf(date, '00:00' as ClockTime, zone)

/** The date so many days later, or earlier when negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const day = Number(date.slice(8)) + days
  // most days that are asked for lie in the same month
  if (day >= 1 && day <= 28) return `${date.slice(0, 8)}${day < 10 ? '0' : ''}${day}` as CalendarDate
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10) as CalendarDate
}

/** The dates from the first to the last, both included; none where they are the wrong way round. */
export function datesBetween(first: CalendarDate, last: CalendarDate): CalendarDate[] {
  const dates: CalendarDate[] = []
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date)
  return dates
}

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (date: CalendarDate): number => new Date(`${date}T00:00:00Z`).getUTCDay()

/** The month a date lies in. */
export const monthOf = (date: CalendarDate): YearMonth => date.slice(0, 7) as YearMonth

/** The month so many months later, or earlier when negative. */
export function addMonths(month: YearMonth, months: number): YearMonth {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 7) as YearMonth
}

/** How far ahead the calendar offers dates unless settings say otherwise (rule T7). */
const HORIZON_MONTHS = 12

/** The last date that can be booked: `months` after today, the same day or the month's last. */
export function horizonOf(today: CalendarDate, months = HORIZON_MONTHS): CalendarDate {
  const month = addMonths(monthOf(today), months)
  const lastDay = addDays(`${addMonths(month, 1)}-01` as CalendarDate, -1)
  const sameDay = `${month}${today.slice(7)}` as CalendarDate
  return sameDay < lastDay ? sameDay : lastDay
}

export type DayState = 'past' | 'beyond' | 'blocked' | 'available'

export interface CalendarDay {
  date: CalendarDate
  inMonth: boolean
  today: boolean
  state: DayState
}

export interface MonthGrid {
  month: YearMonth
  previous: YearMonth | undefined
  next: YearMonth | undefined
  weeks: CalendarDay[][]
}

/** The dates that are closed, as far as a calendar asks. */
type ClosedDays = Pick<ReadonlyMap<CalendarDate, unknown>, 'has'>

/** Whether a date can be booked online, and if not, what kind of date it is; its words are `dateFault` of domain/closed-dates. */
export function dayState(
  date: CalendarDate,
  today: CalendarDate,
  blocked: ClosedDays,
  months = HORIZON_MONTHS,
): DayState {
  return stateWithin(date, today, horizonOf(today, months), blocked)
}

function stateWithin(date: CalendarDate, today: CalendarDate, horizon: CalendarDate, blocked: ClosedDays): DayState {
  if (date < today) return 'past'
  if (date > horizon) return 'beyond'
  return blocked.has(date) ? 'blocked' : 'available'
}

/** Six weeks of seven days from a Sunday; the month cannot go before the current one (rules T7, T9). */
export function monthGrid(
  wanted: YearMonth,
  today: CalendarDate,
  blocked: ClosedDays,
  months = HORIZON_MONTHS,
): MonthGrid {
  const first = monthOf(today)
  const horizon = horizonOf(today, months)
  const last = monthOf(horizon)
  const month = wanted < first ? first : wanted > last ? last : wanted
  const start = addDays(`${month}-01` as CalendarDate, -weekdayOf(`${month}-01` as CalendarDate))
  // each from the one before, which is the cheap way to count days
  let next = start
  const weeks = Array.from({ length: 6 }, () =>
    Array.from({ length: 7 }, () => {
      const date = next
      next = addDays(date, 1)
      const state = stateWithin(date, today, horizon, blocked)
      return { date, inMonth: monthOf(date) === month, today: date === today, state }
    }),
  )
  return {
    month,
    previous: month > first ? addMonths(month, -1) : undefined,
    next: month < last ? addMonths(month, 1) : undefined,
    weeks,
  }
}

const spelled = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
  return (date: string) => format.format(new Date(`${date}T00:00:00Z`))
}

/** `21/01/2027`. */
export const formatDate = (date: CalendarDate): string => `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`
/** `Thursday`. */
export const formatWeekday: (date: CalendarDate) => string = spelled({ weekday: 'long' })
/** `Thursday, 21/01/2027`. */
export const formatDay = (date: CalendarDate): string => `${formatWeekday(date)}, ${formatDate(date)}`
/** `14 Feb`. */
export const formatDayMonth: (date: CalendarDate) => string = spelled({ day: 'numeric', month: 'short' })
/** `Thursday 21 January 2027`, for labels that are heard. */
export const formatLongDate: (date: CalendarDate) => string = spelled({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const spelledMonth = spelled({ month: 'long', year: 'numeric' })
/** `January 2027`. */
export const formatMonth = (month: YearMonth): string => spelledMonth(`${month}-01`)

/** `7:30 PM`; `12:00 AM` is midnight and `12:00 PM` noon. */
export function formatClockTime(time: ClockTime): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Whether a slot goes on after midnight; one that ends at midnight does not. */
export const endsAfterMidnight = ({ from, to }: { from: ClockTime; to: ClockTime }): boolean =>
  to <= from && to !== '00:00'

/** `7:30 PM – 10:30 PM`, with a mark when it ends the next day, be it at midnight. */
export function formatSlot(slot: { from: ClockTime; to: ClockTime }): string {
  return `${formatClockTime(slot.from)} – ${formatClockTime(slot.to)}${slot.to <= slot.from ? ' (next day)' : ''}`
}

/** An instant as the business's wall clock shows it: `21/01/2027, 7:30 PM`. */
export const formatInstant = (at: Date, zone: string): string =>
  `${formatDate(todayIn(zone, at))}, ${formatClockTime(clockTimeIn(zone, at))}`
