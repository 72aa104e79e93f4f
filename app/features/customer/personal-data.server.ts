import { and, eq, getTableColumns, inArray, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
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
import { normalizeEmail } from '~/domain/email-address'

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

interface Person {
  id: string
  number: string
  email: string
}

/** Whose data: bookings, and of a person also what else names them. */
export interface Whose {
  bookingIds: string[]
  person?: Person
}

/** The rows of each table that are somebody's. */
type Rows = Record<PersonalTable, SQL | undefined>

/**
 * Finds somebody's rows, table by table. What only mentions them is found by what it mentions: a letter by its booking or
 * message, a provider's event by an order's, payment's or refund's id, a staff draft by booking, number or address (rule D3).
 */
async function rowsOf(db: Database | Transaction, { bookingIds, person }: Whose): Promise<Rows> {
  const of = { bookingId: bookingIds }
  const known = person && { ...person, addresses: await addressesOf(db, bookingIds, person) }
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
    known
      ? db
          .select({ id: contactMessages.id })
          .from(contactMessages)
          .where(names(known, phoneOf(contactMessages.phone), sql`${contactMessages.email}`))
      : [],
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
    staffDrafts: or(inArray(staffDrafts.bookingId, bookingIds), known && draftNames(known)),
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
      // whoever looks for a booking names themselves, or asks for a new password
      known &&
        and(
          inArray(outbox.kind, ['found-bookings', 'booking-links', 'reset-asked']),
          names(known, sql`${outbox.payload} ->> 'number'`, sql`${outbox.payload} ->> 'email'`),
        ),
    ),
    auditLog: and(eq(auditLog.entity, 'Booking'), inArray(auditLog.entityId, bookingIds)),
  }
}

type Known = Person & { addresses: string[] }

/** The addresses that are a person's alone: theirs and those of their bookings, less what somebody else is known by as well. */
async function addressesOf(db: Database | Transaction, bookingIds: string[], person: Person): Promise<string[]> {
  const [ofCustomer, ofBooking] = [
    sql<string>`lower(${customers.email})`,
    sql<string>`lower(${bookings.customerEmail})`,
  ]
  const booked = await db.select({ email: ofBooking }).from(bookings).where(inArray(bookings.id, bookingIds))
  const theirs = [person.email, ...booked.map(({ email }) => email)].map(normalizeEmail).filter(Boolean)
  const [customersToo, bookingsToo] = await Promise.all([
    db
      .select({ email: ofCustomer })
      .from(customers)
      .where(and(ne(customers.id, person.id), inArray(ofCustomer, theirs))),
    db
      .select({ email: ofBooking })
      .from(bookings)
      .where(and(notInArray(bookings.id, bookingIds), inArray(ofBooking, theirs))),
  ])
  const shared = new Set([...customersToo, ...bookingsToo].map(({ email }) => email))
  return [...new Set(theirs)].filter((email) => !shared.has(email))
}

/** Whether something is a person's that names a number and an address: by their number, else by an address of theirs under no other customer's number. */
const names = ({ id, number, addresses }: Known, named: SQL, address: SQL) =>
  or(
    eq(named, number),
    and(
      inArray(sql`lower(trim(${address}))`, addresses),
      sql`not exists (select 1 from ${customers} where ${customers.number} = ${named} and ${customers.id} <> ${id})`,
    ),
  )

/** A draft names whom it is for in its steps, or where it is made on one page, as it was typed. */
const draftNames = (known: Known) =>
  or(
    ...['{draft,customer}', '{typed}'].map((place) => {
      const who = sql`${staffDrafts.content} #> ${sql.raw(`'${place}'`)}`
      return names(known, phoneOf(sql`${who} ->> 'number'`), sql`${who} ->> 'email'`)
    }),
    // in a note, or in what an earlier choice left behind
    sql`position(${known.number} in ${staffDrafts.content}::text) > 0`,
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
