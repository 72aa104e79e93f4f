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
export const BASIC_ONLY_MS = 3_600_000

export const BASIC_ONLY_MESSAGE = 'Only Basic Package is allowed before 1 hour'

/** Whether a package is the one named `Basic`, in any letter case. */
export const isBasic = (packageName: string): boolean => packageName.trim().toLowerCase() === BASIC

/** A package with Cake among its inclusions enables the Cakes tab. */
export const includesCake = (inclusions: readonly string[]): boolean => inclusions.includes('Cake')

/** Whether the start is so near that only Basic is sold: 0 < start − now <= 1 hour, also across midnight. */
export function basicOnly(slotStart: Date, now: Date): boolean {
  const ahead = slotStart.getTime() - now.getTime()
  return ahead > 0 && ahead <= BASIC_ONLY_MS
}

/** Whether this package may be sold for a slot starting then; checked on choosing and again on placing. */
export const packageAllowed = (packageName: string, slotStart: Date, now: Date): boolean =>
  !basicOnly(slotStart, now) || isBasic(packageName)
