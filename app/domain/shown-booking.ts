import { formatRupees, type Paise } from './money'

/** The parts of a booking that can change under the page that shows it, with their words; the sum is compared as a number. */
const PARTS = { place: 'the room', time: 'its time', package: 'the package', extras: 'what comes with it' } as const

/** What each part of a booking says, as data. */
export type ShownParts = Record<keyof typeof PARTS, unknown>

/** What a page said that it asks for: the total, in paise, and a mark of the rest; each only where it was sent. */
export interface ShownBooking {
  total?: Paise | undefined
  mark?: string | undefined
}

const NAMES = Object.keys(PARTS) as (keyof ShownParts)[]

/** The mark of what a page shows; a form carries it, so that pressing is known to mean the same. `shorten` makes a short text of each part. */
export const markOf = (parts: ShownParts, shorten: (part: unknown) => string): string =>
  NAMES.map((name) => shorten(parts[name])).join('.')

/**
 * Why what was pressed is not what the page showed, in words that name what differs; undefined when it is the same. A mark that is none of
 * ours differs in everything.
 */
export function changedSinceShown(shown: ShownBooking, now: ShownBooking): string | undefined {
  const [before, after] = [shown.mark?.split('.'), now.mark?.split('.')]
  const parts = before ? NAMES.filter((_, index) => before[index] !== after?.[index]).map((name) => PARTS[name]) : []
  // what has no price yet has no other one
  const [was, is] = [shown.total, now.total]
  const repriced = was !== undefined && is !== undefined && was !== is
  const sums = repriced ? `${formatRupees(is)} instead of ${formatRupees(was)}` : undefined
  if (parts.length === 0) return sums ? `The price is now ${sums}. Press again if that is fine.` : undefined
  const changed = [...parts, ...(sums ? [`the price, which is now ${sums}`] : [])]
  return `Since you looked, this has changed: ${changed.join(', ')}. Please look at it once more, then press again.`
}
