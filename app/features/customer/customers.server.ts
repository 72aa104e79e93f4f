import { and, asc, count, eq, exists, ilike, or, type SQL } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { likePattern } from '~/db/like'
import { bookings, customers } from '~/db/schema'
import { csvLine } from '~/domain/csv'
import { normalizePhone } from '~/domain/customer-details'
import { pageOf } from '~/domain/paging'
import type { Scope } from '~/domain/staff-role'
import type { AppContext } from '~/platform/context.server'

export interface CustomerFilter {
  search?: string
  locationId?: string
  page?: number
  limit?: number
}

/** A page of the customers who have booked within a scope. */
export async function listCustomers({ db }: AppContext, scope: Scope, filter: CustomerFilter) {
  const where = whereOf(db, scope, filter)
  const [counted] = await db.select({ rows: count() }).from(customers).where(where)
  const total = counted?.rows ?? 0
  const at = pageOf(total, filter.page ?? 1, filter.limit)
  return { ...at, total, customers: await someCustomers(db, where, at) }
}

const BATCH = 500

/** The customers that a filter names as a CSV file. */
export async function* exportCustomers({ db }: AppContext, scope: Scope, filter: CustomerFilter) {
  yield csvLine(['Name', 'Phone', 'Email'])
  const where = whereOf(db, scope, filter)
  for (let offset = 0; ; offset += BATCH) {
    const rows = await someCustomers(db, where, { limit: BATCH, offset })
    for (const { name, number, email } of rows) yield csvLine([name, number, email])
    if (rows.length < BATCH) return
  }
}

const someCustomers = (db: Database, where: SQL | undefined, { limit, offset }: { limit: number; offset: number }) =>
  db
    .select({ id: customers.id, name: customers.name, number: customers.number, email: customers.email })
    .from(customers)
    .where(where)
    .orderBy(asc(customers.name), asc(customers.id))
    .limit(limit)
    .offset(offset)

/** A customer belongs to a location by having booked there. */
function whereOf(db: Database, scope: Scope, { search, locationId }: CustomerFilter): SQL | undefined {
  const place = scope.kind === 'location' ? scope.locationId : locationId
  const digits = normalizePhone(search ?? '')
  return and(
    place
      ? exists(
          db
            .select({ id: bookings.id })
            .from(bookings)
            .where(and(eq(bookings.customerId, customers.id), eq(bookings.locationId, place))),
        )
      : undefined,
    search
      ? or(
          ilike(customers.name, likePattern(search)),
          ilike(customers.email, likePattern(search)),
          /^\d{3,}$/.test(digits) ? ilike(customers.number, likePattern(digits)) : undefined,
        )
      : undefined,
  )
}
