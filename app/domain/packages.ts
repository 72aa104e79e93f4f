import type { INCLUSIONS } from './inclusions'

const BASIC = 'basic'

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
  // by the table alone: this runs in the browser too, which needs no list of all inclusions
  return Object.entries(GIVEN_BY).some(
    ([one, groups]) => inclusions.includes(one) && groups.some((words) => words.every((word) => name.includes(word))),
  )
}
