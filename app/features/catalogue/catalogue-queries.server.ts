import { and, asc, count, eq, ilike, isNull, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { likePattern } from '~/db/like'
import { comingFrom } from '~/db/occupancy'
import { bookingLines, bookings, catalogueItems } from '~/db/schema'
import type { CalendarDate } from '~/domain/calendar'
import type { CatalogueKind } from '~/domain/catalogue-kinds'
import { type Page, pageOf } from '~/domain/paging'

export type CatalogueItemRow = typeof catalogueItems.$inferSelect

export interface CatalogueFilter {
  search?: string
  page?: number
  limit?: number
  /** Leaves out what visitors are not shown. */
  activeOnly?: boolean
}

/** A page of one kind, in the order of the booking flow. */
export async function pageOfItems(
  db: Database,
  kind: CatalogueKind,
  { search, page = 1, limit, activeOnly = false }: CatalogueFilter,
): Promise<Page & { items: CatalogueItemRow[]; total: number }> {
  const where = and(
    eq(catalogueItems.kind, kind),
    isNull(catalogueItems.archivedAt),
    activeOnly ? eq(catalogueItems.active, true) : undefined,
    search ? ilike(catalogueItems.name, likePattern(search)) : undefined,
  )
  const total = await countItems(db, where)
  const at = pageOf(total, page, limit)
  const items = await db
    .select()
    .from(catalogueItems)
    .where(where)
    .orderBy(asc(catalogueItems.position), asc(catalogueItems.name), asc(catalogueItems.id))
    .limit(at.limit)
    .offset(at.offset)
  return { ...at, items, total }
}

async function countItems(db: Database, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ rows: count() }).from(catalogueItems).where(where)
  return row?.rows ?? 0
}

/** One item of a kind that has not been deleted. */
export function findItem(db: Database | Transaction, kind: CatalogueKind, id: string) {
  return db.query.catalogueItems.findFirst({
    where: and(eq(catalogueItems.id, id), eq(catalogueItems.kind, kind), isNull(catalogueItems.archivedAt)),
  })
}

/** How many bookings from `today` on were sold with an item. */
export async function futureBookingsWith(db: Database, itemId: string, today: CalendarDate): Promise<number> {
  const [row] = await db
    .select({ rows: count() })
    .from(bookingLines)
    .innerJoin(bookings, eq(bookings.id, bookingLines.bookingId))
    .where(and(eq(bookingLines.itemId, itemId), comingFrom(today)))
  return row?.rows ?? 0
}
