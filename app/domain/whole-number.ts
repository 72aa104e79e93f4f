/** How a whole number is written: `8`, and `8.0` as a table does; `0x8`, `8e0` and `+8` are none, though JavaScript reads them (rule A2). */
export const WHOLE_NUMBER = /^\s*\d+(\.0+)?\s*$/

/** The whole number, 0 or more, that a text says, whoever sent it; undefined where it says none, or one outside the limits. */
export function wholeOf(text: unknown, min = 0, max = Number.MAX_SAFE_INTEGER): number | undefined {
  if (typeof text !== 'string' || !WHOLE_NUMBER.test(text)) return undefined
  const number = Number(text)
  return number >= min && number <= max ? number : undefined
}
