import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Every fourteenth of the 5,977 that were possible at c615ea5, by the digests of their keys. */
const DRAWN = new Set(
  readFileSync(new URL('sample.txt', import.meta.url), 'utf8')
    .trim()
    .split(/\s+/),
)

/**
 * The sample stays the same while code changes, so that scores can be compared: for each mutant whose place is gone,
 * another is drawn by chance, the same one each time. `other` draws as many by that word alone, which nobody has looked at.
 */
export function sampleOf(mutants, count = DRAWN.size, other = '') {
  const digest = ({ key }) =>
    createHash('sha256')
      .update(other + key)
      .digest('hex')
      .slice(0, 8)
  const drawn = new Map(mutants.map((mutant) => [mutant, digest(mutant)]))
  const rank = (mutant) => (!other && DRAWN.has(drawn.get(mutant)) ? '' : drawn.get(mutant))
  const chosen = new Set([...mutants].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, count))
  return mutants.filter((mutant) => chosen.has(mutant))
}
