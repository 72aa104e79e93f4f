import { and, eq, getTableColumns, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '~/db/client.server'
import { phoneOf } from '~/db/like'
import { type PersonalEntry, type PersonalTable, personalTables } from '~/db/personal-fields'
import {
  auditLog,
  bookingEvents,
  bookingLines,
  bookings,
  contactMessages,
  customers,
  internalNotes,
  moneyCases,
  outbox,
  paymentAttempts,
  payments,
  prepTicks,
  refunds,
  refundTries,
  reviews,
  staffDrafts,
  taxDocuments,
  webhookInbox,
} from '~/db/schema'

const TABLES: Record<PersonalTable, PgTable> = {
  auditLog,
  bookingEvents,
  taxDocuments,
  bookingLines,
  bookings,
  contactMessages,
  customers,
  internalNotes,
  moneyCases,
  outbox,
  paymentAttempts,
  payments,
  prepTicks,
  refunds,
  refundTries,
  reviews,
  staffDrafts,
  webhookInbox,
}

/** Whose data: bookings, and of a person also what else names them. */
export interface Whose {
  bookingIds: string[]
  person?: { id: string; number: string; email: string }
}

/** The rows of each table that are somebody's. */
type Rows = Record<PersonalTable, SQL | undefined>

/**
 * Finds somebody's rows, table by table. What only mentions them is found by what it mentions: a letter by its booking or
 * message, a provider's event by an order's, payment's or refund's id, a staff draft by booking, number or address.
 */
async function rowsOf(db: Database | Transaction, { bookingIds, person }: Whose): Promise<Rows> {
  const of = { bookingId: bookingIds }
  const [orders, paid, back, messages] = await Promise.all([
    db
      .select({ id: paymentAttempts.providerOrderId })
      .from(paymentAttempts)
      .where(inArray(paymentAttempts.bookingId, bookingIds)),
    db.select({ id: payments.providerPaymentId }).from(payments).where(inArray(payments.bookingId, bookingIds)),
    db
      .select({ id: refunds.id, provider: refunds.providerRefundId })
      .from(refunds)
      .where(inArray(refunds.bookingId, bookingIds)),
    person ? db.select({ id: contactMessages.id }).from(contactMessages).where(writtenBy(person)) : [],
  ])
  const refundIds = back.map(({ id }) => id)
  const messageIds = messages.map(({ id }) => id)
  const atProvider = [...orders, ...paid, ...back.map(({ provider }) => ({ id: provider }))].flatMap(
    ({ id }) => id ?? [],
  )
  const letters = { ...of, messageId: messageIds, refundId: refundIds, paymentId: paid.flatMap(({ id }) => id ?? []) }
  return {
    customers: person && eq(customers.id, person.id),
    internalNotes: or(inArray(internalNotes.bookingId, bookingIds), person && eq(internalNotes.customerId, person.id)),
    contactMessages: inArray(contactMessages.id, messageIds),
    staffDrafts: or(inArray(staffDrafts.bookingId, bookingIds), person && mentions(staffDrafts.content, person)),
    reviews: inArray(reviews.bookingId, bookingIds),
    bookings: inArray(bookings.id, bookingIds),
    bookingLines: inArray(bookingLines.bookingId, bookingIds),
    bookingEvents: inArray(bookingEvents.bookingId, bookingIds),
    taxDocuments: inArray(taxDocuments.bookingId, bookingIds),
    paymentAttempts: inArray(paymentAttempts.bookingId, bookingIds),
    prepTicks: inArray(prepTicks.bookingId, bookingIds),
    payments: inArray(payments.bookingId, bookingIds),
    refunds: inArray(refunds.bookingId, bookingIds),
    refundTries: inArray(refundTries.refundId, refundIds),
    moneyCases: inArray(moneyCases.bookingId, bookingIds),
    webhookInbox: and(
      ne(webhookInbox.body, ''),
      or(sql`false`, ...atProvider.map((id) => sql`position(${id} in ${webhookInbox.body}) > 0`)),
    ),
    outbox: or(
      ...Object.entries(letters).map(([key, ids]) => inArray(sql`${outbox.payload} ->> ${sql.raw(`'${key}'`)}`, ids)),
      // whoever looks for a booking names themselves
      person && and(inArray(outbox.kind, ['found-bookings', 'booking-links']), mentions(outbox.payload, person)),
    ),
    auditLog: and(eq(auditLog.entity, 'Booking'), inArray(auditLog.entityId, bookingIds)),
  }
}

const writtenBy = ({ number, email }: { number: string; email: string }) =>
  or(
    eq(phoneOf(contactMessages.phone), number),
    email ? eq(sql`lower(${contactMessages.email})`, email.toLowerCase()) : undefined,
  )

const mentions = (
  column: typeof staffDrafts.content | typeof outbox.payload,
  { number, email }: { number: string; email: string },
) =>
  or(
    ...[number, email.toLowerCase()]
      .filter(Boolean)
      .map((text) => sql`position(${text} in lower(${column}::text)) > 0`),
  )

/**
 * Erases what is kept about somebody, everywhere, by the list of personal fields: of a booking its dates, what was ordered
 * and its money stay. Also what the job queue noted when a letter of theirs failed.
 */
export async function erasePersonalData(tx: Transaction, whose: Whose): Promise<void> {
  const rows = await rowsOf(tx, whose)
  const letters = await tx.select({ id: outbox.id }).from(outbox).where(rows.outbox)
  const events = await tx.select({ id: webhookInbox.eventId }).from(webhookInbox).where(rows.webhookInbox)
  await forgetJobErrors(
    tx,
    [...letters, ...events].map(({ id }) => id),
  )
  for (const { table: name, erase, columns } of personalTables()) {
    const [table, where] = [TABLES[name], rows[name]]
    if (!where) continue
    const changes = changesOf(table, columns)
    if (erase === 'rows') await tx.delete(table).where(where)
    else if (Object.keys(changes).length) await tx.update(table).set(changes).where(where)
  }
}

/** What the columns become. */
function changesOf(table: PgTable, columns: PersonalEntry['columns']): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const [name, treatment] of Object.entries(columns)) {
    if (treatment === 'door') changes[name] = sql`gen_random_uuid()::text`
    if (typeof treatment === 'string') continue
    if ('erased' in treatment) changes[name] = treatment.erased
    else
      changes[name] = treatment.without.reduce(
        (left, key) => sql`${left} - ${key}::text`,
        sql`${getTableColumns(table)[name]}`,
      )
  }
  return changes
}

/** A failed job keeps the mail server's words, and these name the reader. */
async function forgetJobErrors(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (!ids.length) return
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
  for (const table of ['job', 'archive']) {
    await tx.execute(
      sql`update pgboss.${sql.identifier(table)} set output = null
          where output is not null and (data ->> 'outboxId' in (${list}) or data ->> 'eventId' in (${list}))`,
    )
  }
}

const HIDDEN: readonly unknown[] = ['ours', 'door']

/** What is kept about somebody, table by table, without what is about staff or opens a door. */
export async function personalDataOf(db: Database, whose: Whose): Promise<Record<string, Record<string, unknown>[]>> {
  const rows = await rowsOf(db, whose)
  const found: Record<string, Record<string, unknown>[]> = {}
  for (const { table: name, columns } of personalTables()) {
    const where = rows[name]
    if (!where) continue
    // by its first column, the id: what is handed over reads the same each time
    const stored = await db.select().from(TABLES[name]).where(where).orderBy(sql`1`)
    found[name] = stored.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !HIDDEN.includes(columns[column]))),
    )
  }
  return found
}
