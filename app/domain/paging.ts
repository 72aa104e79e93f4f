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
