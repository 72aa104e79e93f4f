/** The errors that are told when many tasks fail: what all fail of is told in five as well. */
const MOST_TOLD = 5

/**
 * Does one task after the other; one that fails keeps no other from being done. They may be found as they are done, by a generator
 * (one that fails ends it all).
 *
 * @param words says in a sentence how many failed
 * @throws AggregateError at the end, of the first five that failed
 */
export async function eachInTurn(
  tasks: Iterable<() => Promise<unknown>> | AsyncIterable<() => Promise<unknown>>,
  words = (failed: number, all: number) => `${failed} of ${all} tasks failed`,
): Promise<void> {
  const told: unknown[] = []
  let [failed, all] = [0, 0]
  for await (const task of tasks) {
    all++
    try {
      await task()
    } catch (error) {
      failed++
      if (told.length < MOST_TOLD) told.push(error)
    }
  }
  if (failed) throw new AggregateError(told, words(failed, all))
}
