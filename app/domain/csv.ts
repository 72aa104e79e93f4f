import type { CalendarDate } from './calendar'

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

/** What a file holds: of which days, and of what else, as a location by name. */
interface FileContent {
  from?: CalendarDate | undefined
  to?: CalendarDate | undefined
  of?: string | undefined
}

/** A file's content in words: `2027-03-01 to 2027-03-07, Koramangala`; of all days it says the day on which it was taken. */
export function fileWords({ from, to, of }: FileContent, today: CalendarDate): string {
  const days =
    from && to ? (from === to ? from : `${from} to ${to}`) : from ? `from ${from}` : to ? `until ${to}` : today
  return [days, ...(of ? [of] : [])].join(', ')
}

/** A file's name from what it is and what it holds, of letters that every system takes: `till-2027-03-01-koramangala.csv`. */
export const fileName = (what: string, words: string): string =>
  `${`${what} ${words}`
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST_NAME)}.csv`

const LONGEST_NAME = 100
