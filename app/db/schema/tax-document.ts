import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import {
  DOCUMENT_KINDS,
  type DocumentContent,
  type DocumentKind,
  NUMBER_MAX,
  SEQUENCE_MAX,
} from '~/domain/tax-document'
import { bookings } from './booking'
import { atLeast, calendarDate, id, instant, oneOf, paise } from './columns'
import { payments, refunds } from './payment'

/** The numbers of one kind of paper of a location in a financial year: `last` is the last one that was given. */
export const documentSeries = pgTable(
  'document_series',
  {
    id: id(),
    /** Of the location; empty for bookings whose location is gone. */
    place: text('place').notNull(),
    kind: text('kind').$type<DocumentKind>().notNull(),
    year: text('year').notNull(),
    prefix: text('prefix').notNull(),
    last: integer('last').notNull().default(0),
  },
  (table) => [
    uniqueIndex('document_series_place').on(table.place, table.kind, table.year),
    uniqueIndex('document_series_prefix').on(table.prefix, table.kind, table.year),
    oneOf('document_series_kind', table.kind, DOCUMENT_KINDS),
    check('document_series_last', sql`${table.last} between 0 and ${sql.raw(String(SEQUENCE_MAX))}`),
  ],
)

/**
 * Receipt vouchers, refund vouchers and invoices as they were issued. Nothing of one changes but that it is cancelled, and that
 * its buyer is forgotten (the trigger `tax_documents_stay`).
 */
export const taxDocuments = pgTable(
  'tax_documents',
  {
    id: id(),
    kind: text('kind').$type<DocumentKind>().notNull(),
    number: text('number').notNull(),
    seriesId: text('series_id')
      .notNull()
      .references(() => documentSeries.id),
    sequence: integer('sequence').notNull(),
    date: calendarDate('date').notNull(),
    issuedAt: instant('issued_at').notNull(),
    bookingId: text('booking_id')
      .notNull()
      .references(() => bookings.id),
    /** Of a receipt voucher. */
    paymentId: text('payment_id').references(() => payments.id),
    /** Of a refund voucher. */
    refundId: text('refund_id').references(() => refunds.id),
    total: paise('total').notNull(),
    content: jsonb('content').$type<DocumentContent>().notNull(),
    cancelledAt: instant('cancelled_at'),
    cancelReason: text('cancel_reason'),
  },
  (table) => [
    uniqueIndex('tax_documents_number').on(table.number),
    uniqueIndex('tax_documents_sequence').on(table.seriesId, table.sequence),
    // one that was cancelled stays beside the one that took its place
    uniqueIndex('tax_documents_payment')
      .on(table.paymentId)
      .where(sql`cancelled_at is null`),
    // one that did not arrive is sent again, and has another voucher then
    uniqueIndex('tax_documents_refund')
      .on(table.refundId)
      .where(sql`cancelled_at is null`),
    uniqueIndex('tax_documents_invoice').on(table.bookingId).where(sql`kind = 'invoice' and cancelled_at is null`),
    index('tax_documents_booking').on(table.bookingId),
    index('tax_documents_date').on(table.date, table.number),
    index('tax_documents_cancelled').on(table.cancelledAt).where(sql`cancelled_at is not null`),
    oneOf('tax_documents_kind', table.kind, DOCUMENT_KINDS),
    atLeast('tax_documents_total', 1, table.total),
    check('tax_documents_length', sql`length(${table.number}) <= ${sql.raw(String(NUMBER_MAX))}`),
  ],
)
