const SIZE = 1_000

/** All the rows of a query, `size` at a time; `next` finds those after the last of the batch before. */
export async function* inBatches<Row>(
  next: (after: Row | undefined, size: number) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  let after: Row | undefined
  for (;;) {
    const rows = await next(after, SIZE)
    if (rows.length) yield rows
    after = rows[SIZE - 1]
    if (!after) return
  }
}
