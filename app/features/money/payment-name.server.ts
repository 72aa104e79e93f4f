import { eq, or, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Database } from '~/db/client.server'
import { found } from '~/db/like'
import { moneyCases, paymentAttempts, payments, paymentTextOf, refunds } from '~/db/schema'
import { tidyReference } from '~/domain/payment-reference'

/** The ids of the bookings whose payment the bank or the provider calls so, or its order; a query, also of money that fits none of them. */
export const bookingsPaidAs = (db: Database, reference: string) =>
  union(
    db
      .select({ id: payments.bookingId })
      .from(payments)
      .where(or(eq(payments.bankReference, reference), eq(payments.providerPaymentId, reference))),
    db
      .select({ id: paymentAttempts.bookingId })
      .from(paymentAttempts)
      .where(eq(paymentAttempts.providerOrderId, reference)),
    db.select({ id: moneyCases.bookingId }).from(moneyCases).where(eq(moneyCases.providerPaymentId, reference)),
  )

/** What a bank calls a payment: for money of the desk what was typed beside it. */
export const referenceOf = ({
  mode,
  note,
  bankReference,
}: Pick<typeof payments.$inferSelect, 'mode' | 'note' | 'bankReference'>): string =>
  mode === 'online' ? (bankReference ?? '') : note

/** More bookings than this one payment is never about. */
const MOST_NAMED = 20

/**
 * The bookings that staff mean by a text when it is what somebody calls a payment or a refund: as `bookingsPaidAs` has it, by the
 * refund's own name, or by what the desk typed beside money that it took. Empty when it is no such name.
 */
export async function bookingsNamed(db: Database, text: string): Promise<string[]> {
  const reference = tidyReference(text)
  // what banks and desks write has a digit, and the provider's names an underscore; a surname has neither
  if (!reference || !/[\d_]/.test(reference)) return []
  const rows = await union(
    bookingsPaidAs(db, reference),
    db.select({ id: refunds.bookingId }).from(refunds).where(eq(refunds.providerRefundId, reference)),
    db
      .select({ id: payments.bookingId })
      .from(payments)
      .where(sql`${payments.note} <> '' and ${found(paymentTextOf(payments), reference)}`),
  ).limit(MOST_NAMED)
  return rows.flatMap(({ id }) => id ?? [])
}
