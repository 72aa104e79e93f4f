/** The rows of a raw query, whichever driver answered it. */
export function rowsOf<Row>(result: unknown): Row[] {
  return Array.isArray(result) ? result : (result as { rows: Row[] }).rows
}
