import { formatRupees, type Paise, WHOLE } from './money'

/** Rows on a page of a back-office list (rule V8). */
export const PAGE_SIZE = 10

export interface Page {
  page: number
  pages: number
  offset: number
  limit: number
}

/** Where a wanted page lies among `total` rows; beyond the end it is the last one. */
export function pageOf(total: number, wanted: number, limit: number = PAGE_SIZE): Page {
  const pages = Math.max(1, Math.ceil(total / limit))
  const page = Math.min(Math.max(1, Math.trunc(wanted) || 1), pages)
  return { page, pages, offset: (page - 1) * limit, limit }
}

/** How far a list counts what it found; beyond it says "more than". */
const COUNTED = 1_000
/** How many pages the pager jumps (rule V8). */
export const PAGER_JUMP = 10

export interface CountedPage extends Page {
  /** How many were found; at least so many when `more` is true. */
  total: number
  more: boolean
}

/** The last page that anybody may want. */
const LAST_PAGE = 100_000

/** How many rows are to be counted for a wanted page, so that one count serves the first page and the 300th alike. */
export const countLimit = (wanted: number, limit: number = PAGE_SIZE): number =>
  Math.max(COUNTED, (Math.min(Math.max(1, Math.trunc(wanted) || 1), LAST_PAGE) + PAGER_JUMP) * limit)

/** Where a wanted page lies when counting stopped after `most` rows and one. */
export function countedPage(counted: number, most: number, wanted: number, limit: number = PAGE_SIZE): CountedPage {
  const total = Math.min(counted, most)
  return { ...pageOf(total, wanted, limit), total, more: counted > most }
}

/** `13 found`, `more than 1,000 found`; with what is due of all of them, where that is what the list is of: `13 found, ₹6,500 due`. */
export const foundWords = ({ total, more, due }: Pick<CountedPage, 'total' | 'more'> & { due?: Paise }): string =>
  `${more ? 'more than ' : ''}${WHOLE.format(total)} found${due === undefined ? '' : `, ${formatRupees(due)} due`}`
