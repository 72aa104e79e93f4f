import { HOUR_MS } from './durations'

/** The six inclusions a package can have (rule B8). */
export const INCLUSIONS = [
  '4k Dolby Theater',
  'Decoration',
  'Cake',
  'Smoke Entry',
  'Rose Heart On Table',
  'Rose With Candle Path',
] as const

const BASIC = 'basic'
/** The window before the start in which only Basic is sold: 1 hour (rule T8). */
export const BASIC_ONLY_MS = HOUR_MS

export const BASIC_ONLY_MESSAGE = 'Only Basic Package is allowed before 1 hour'

/** Whether a package is the one named `Basic`, in any letter case. */
export const isBasic = (packageName: string): boolean => packageName.trim().toLowerCase() === BASIC

/** A package with Cake among its inclusions enables the Cakes tab. */
export const includesCake = (inclusions: readonly string[]): boolean => inclusions.includes('Cake')

/** What an inclusion already gives, by the words in an add-on's name: every word of one of the groups. */
const GIVEN_BY: Partial<Record<(typeof INCLUSIONS)[number], readonly (readonly string[])[]>> = {
  'Smoke Entry': [['smoke'], ['fog']],
  'Rose Heart On Table': [['rose', 'table']],
  'Rose With Candle Path': [['candle']],
}

/** Whether a package already gives what an add-on sells: it is not sold twice (rule B25). */
export function inPackage(addonName: string, inclusions: readonly string[]): boolean {
  const name = addonName.toLowerCase()
  return INCLUSIONS.some(
    (one) => inclusions.includes(one) && GIVEN_BY[one]?.some((words) => words.every((word) => name.includes(word))),
  )
}

/** Whether the start is so near that only Basic is sold: 0 < start − now <= 1 hour, also across midnight. */
export function basicOnly(slotStart: Date, now: Date): boolean {
  const ahead = slotStart.getTime() - now.getTime()
  return ahead > 0 && ahead <= BASIC_ONLY_MS
}

/** Whether this package may be sold for a slot starting then; checked on choosing and again on placing. */
export const packageAllowed = (packageName: string, slotStart: Date, now: Date): boolean =>
  !basicOnly(slotStart, now) || isBasic(packageName)
