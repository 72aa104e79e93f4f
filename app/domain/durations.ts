/** Durations in milliseconds, to count in. A day of the calendar may have other lengths: `addDays` of domain/calendar goes from date to date. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
