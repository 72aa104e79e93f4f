const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** After this something about money has waited too long, and the owner is told. */
export const TOO_LONG_MS = DAY_MS

/** Whether something about money has waited for more than a day. */
export const waitsTooLong = (since: Date, now: Date): boolean => now.getTime() - since.getTime() > TOO_LONG_MS

/** How long something has waited, in the largest whole unit: `20 min`, `3 h`, `2 days`. */
export function ageWords(since: Date, now: Date): string {
  const age = Math.max(0, now.getTime() - since.getTime())
  if (age < HOUR_MS) return `${Math.floor(age / 60_000)} min`
  if (age < 2 * DAY_MS) return `${Math.floor(age / HOUR_MS)} h`
  return `${Math.floor(age / DAY_MS)} days`
}
