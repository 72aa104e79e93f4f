import { sql } from 'drizzle-orm'
import { rowsOf } from '~/db/rows-of'
import * as schema from '~/db/schema'
import type { AppContext } from '~/platform/context.server'

/** Everything that a refusal must leave as it is; what counts tries and sessions is not part of it. */
const RECORDS = [
  schema.cities,
  schema.locations,
  schema.screens,
  schema.screenSlots,
  schema.packages,
  schema.packagePrices,
  schema.catalogueItems,
  schema.coupons,
  schema.banners,
  schema.blockedDates,
  schema.bookings,
  schema.bookingLines,
  schema.payments,
  schema.paymentAttempts,
  schema.refunds,
  schema.moneyCases,
  schema.customers,
  schema.uploads,
  schema.contactMessages,
  schema.staff,
  schema.staffDrafts,
  schema.auditLog,
]

/** Every record as one value, which differs when any of them does: one question, however many tables. */
export async function everyRecord({ db }: Pick<AppContext, 'db'>): Promise<string | undefined> {
  const tables = RECORDS.map((table) => sql`(select coalesce(jsonb_agg(t order by t)::text, '') from ${table} t)`)
  const found = await db.execute(sql`select md5(${sql.join(tables, sql` || '/' || `)}) as rows`)
  return rowsOf<{ rows: string }>(found)[0]?.rows
}
