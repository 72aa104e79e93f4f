/**
 * Does one task after the other; one that fails keeps no other from being done.
 *
 * @throws AggregateError at the end, of what failed
 */
export async function eachInTurn(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const task of tasks) {
    try {
      await task()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length) throw new AggregateError(failures, `${failures.length} of ${tasks.length} tasks failed`)
}
