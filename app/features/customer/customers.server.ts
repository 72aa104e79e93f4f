import { and, asc, desc, eq, exists, not, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { countsAsOneOf } from '~/db/counted-status'
import { findPageOnce, type WantedPage } from '~/db/find-page'
import { inBatches } from '~/db/in-batches'
import { found } from '~/db/like'
import { bookings, customers, customerTextOf } from '~/db/schema'
import { csvLine } from '~/domain/csv'
import type { Scope } from '~/domain/staff-role'
import type { AppContext } from '~/platform/context.server'

export interface CustomerFilter extends WantedPage {
  search?: string
  locationId?: string
}

const BY_NAME = [asc(customers.name), asc(customers.id)] as const
/**
 * Found by what is searched for, the newest come first, as in the list of bookings: it is they who are looked for, and among very
 * many of one name an index has them sooner than the first by name.
 */
const NEWEST_FIRST = [desc(customers.id)] as const
const LISTED = { id: customers.id, name: customers.name, number: customers.number, email: customers.email }

/** A page of the customers who have booked within a scope, by name; of a search the newest first. */
export async function listCustomers({ db }: AppContext, scope: Scope, filter: CustomerFilter) {
  const where = whereOf(db, scope, filter)
  const order = filter.search ? NEWEST_FIRST : BY_NAME
  const { at, rows } = await findPageOnce(db, customers, where, order, filter)
  const listed = db
    .select(LISTED)
    .from(customers)
    .where(rows)
    .orderBy(...order)
  return { ...at, customers: await listed }
}

/** The customers that a filter names as a CSV file, each batch from the last of the one before on. */
export async function* exportCustomers({ db }: AppContext, scope: Scope, filter: CustomerFilter) {
  yield csvLine(['Name', 'Phone', 'Email'])
  const where = whereOf(db, scope, filter)
  const batches = inBatches<{ id: string; name: string; number: string; email: string }>((last, size) =>
    db
      .select(LISTED)
      .from(customers)
      .where(and(where, last && sql`(${customers.name}, ${customers.id}) > (${last.name}, ${last.id})`))
      .orderBy(...BY_NAME)
      .limit(size),
  )
  for await (const rows of batches) for (const { name, number, email } of rows) yield csvLine([name, number, email])
}

/** A customer is who has booked, at a location by having booked there; who only held a slot and never paid is none (rule E26). */
function whereOf(db: Database, scope: Scope, { search, locationId }: CustomerFilter): SQL | undefined {
  const place = scope.kind === 'location' ? scope.locationId : locationId
  const of = (...which: (SQL | undefined)[]) =>
    db
      .select({ id: bookings.id })
      .from(bookings)
      .where(and(eq(bookings.customerId, customers.id), ...which))
  const booked = (at?: SQL) => exists(of(countsAsOneOf(['booked', 'cancelled']), at))
  return and(
    place ? booked(eq(bookings.locationId, place)) : or(booked(), not(exists(of()))),
    search ? found(customerTextOf(customers), search) : undefined,
  )
}
