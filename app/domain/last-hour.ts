import { HOUR_MS } from './durations'
import { isBasic } from './packages'

/** The window before the start in which only Basic is sold: 1 hour (rule T8). */
export const BASIC_ONLY_MS = HOUR_MS

export const BASIC_ONLY_MESSAGE = 'Only Basic Package is allowed before 1 hour'

/** Whether the start is so near that only Basic is sold: 0 < start − now <= 1 hour, also across midnight. */
export function basicOnly(slotStart: Date, now: Date): boolean {
  const ahead = slotStart.getTime() - now.getTime()
  return ahead > 0 && ahead <= BASIC_ONLY_MS
}

/** Whether this package may be sold for a slot starting then; checked on choosing and again on placing. */
export const packageAllowed = (packageName: string, slotStart: Date, now: Date): boolean =>
  !basicOnly(slotStart, now) || isBasic(packageName)
