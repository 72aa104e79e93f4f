import { and, asc, count, eq, ilike, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { findPage } from '~/db/find-page'
import { likePattern } from '~/db/like'
import { comingFrom } from '~/db/occupancy'
import { bookingLines, bookings, catalogueItems } from '~/db/schema'
import type { CalendarDate } from '~/domain/calendar'
import type { CatalogueKind } from '~/domain/catalogue-kinds'
import type { CountedPage } from '~/domain/paging'

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
  { search, page, limit, activeOnly = false }: CatalogueFilter,
): Promise<CountedPage & { items: CatalogueItemRow[] }> {
  const where = and(
    eq(catalogueItems.kind, kind),
    isNull(catalogueItems.archivedAt),
    activeOnly ? eq(catalogueItems.active, true) : undefined,
    search ? ilike(catalogueItems.name, likePattern(search)) : undefined,
  )
  const at = await findPage(db, catalogueItems, where, { page, limit, whole: true })
  const items = await db
    .select()
    .from(catalogueItems)
    .where(where)
    .orderBy(asc(catalogueItems.position), asc(catalogueItems.name), asc(catalogueItems.id))
    .limit(at.limit)
    .offset(at.offset)
  return { ...at, items }
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
