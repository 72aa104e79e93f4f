type Cell = string | number | null | undefined

/** A text that a spreadsheet would run as a formula is given an apostrophe in front, which makes it a text. */
const harmless = (text: string) => (/^\s*[=+\-@＝＋－＠]|^[\t\r]/u.test(text) ? `'${text}` : text)

function cell(value: Cell): string {
  if (typeof value === 'number') return String(value)
  const text = harmless(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line of a CSV file (RFC 4180), safe to open in a spreadsheet. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`
