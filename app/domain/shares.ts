/**
 * Counts as percentages with one decimal that add up to exactly 100 (largest remainder; the earlier one when equal).
 * All are 0 when there is nothing to share.
 */
export function sharesOf(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total <= 0) return counts.map(() => 0)
  const exact = counts.map((count) => (count * 1_000) / total)
  const tenths = exact.map(Math.floor)
  const missing = 1_000 - tenths.reduce((sum, part) => sum + part, 0)
  const byRemainder = exact
    .map((part, index) => ({ index, rest: part - Math.floor(part) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index)
  for (const { index } of byRemainder.slice(0, missing)) tenths[index] = (tenths[index] ?? 0) + 1
  return tenths.map((part) => part / 10)
}
