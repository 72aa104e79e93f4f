import { and, desc, eq, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Database } from '~/db/client.server'
import { found } from '~/db/like'
import { bookings, moneyCases, paymentAttempts, payments, paymentTextOf, refunds, taxDocuments } from '~/db/schema'
import { within } from '~/db/within'
import { formatInstant } from '~/domain/calendar'
import { MONEY_CASES, outcomeWords } from '~/domain/money-cases'
import { formatAmount } from '~/domain/open-money'
import { tidyReference } from '~/domain/payment-reference'
import type { Scope } from '~/domain/staff-role'
import type { AppContext } from '~/platform/context.server'

/** The ids of the bookings whose payment the bank or the provider calls so, or its order; a query, also of money that fits none of them. */
export const bookingsPaidAs = (db: Database, reference: string) =>
  union(
    db.select({ id: payments.bookingId }).from(payments).where(isNamed(payments, reference)),
    db
      .select({ id: paymentAttempts.bookingId })
      .from(paymentAttempts)
      .where(eq(paymentAttempts.providerOrderId, reference)),
    db.select({ id: moneyCases.bookingId }).from(moneyCases).where(isNamed(moneyCases, reference)),
  )

/** The bank or the provider calls it so. */
const isNamed = ({ bankReference, providerPaymentId }: typeof payments | typeof moneyCases, reference: string) =>
  or(eq(bankReference, reference), eq(providerPaymentId, reference))

/** What a bank calls a payment: for money of the desk what was typed beside it. */
export const referenceOf = ({
  mode,
  note,
  bankReference,
}: Pick<typeof payments.$inferSelect, 'mode' | 'note' | 'bankReference'>): string =>
  mode === 'online' ? (bankReference ?? '') : note

/**
 * The ids of the bookings that staff mean by a text when it is what somebody calls a payment or a refund, wherever they are: as
 * `bookingsPaidAs` has it, by the refund's own name, by the number of a paper about it, or by what the desk typed beside money that it
 * took, in however many that is. A query; undefined when the text is no such name.
 */
export function bookingsNamed(db: Database, text: string): SQLWrapper | undefined {
  // what banks, apps and the provider write has a digit or a sign; a surname has neither
  const typed = text.replace(/[\s#:.]/g, '')
  if (!/[\d_@/]/.test(typed) || typed.length < FEWEST_NAMED) return undefined
  const noted = db
    .select({ id: payments.bookingId })
    .from(payments)
    .where(sql`${payments.note} <> '' and ${found(paymentTextOf(payments), typed)}`)
  const numbered = db
    .select({ id: taxDocuments.bookingId })
    .from(taxDocuments)
    .where(eq(taxDocuments.number, text.replace(/\s/g, '').toUpperCase()))
  const reference = tidyReference(text)
  if (!reference) return union(noted, numbered)
  return union(
    noted,
    numbered,
    bookingsPaidAs(db, reference),
    db.select({ id: refunds.bookingId }).from(refunds).where(eq(refunds.providerRefundId, reference)),
  )
}

/** Fewer characters name no payment. */
const FEWEST_NAMED = 4

/** So many are shown: of one name there are two where two banks call two payments the same. */
const MOST_CASES = 8

/**
 * The payments without a home within a scope that staff mean by a text when the bank or the provider calls them so, the newest first, with
 * what became of them; of one that is in a booking now, that booking is found. What belongs to none is for super admins (rule P15).
 */
export async function casesNamed({ db, business }: Pick<AppContext, 'db' | 'business'>, scope: Scope, text: string) {
  const reference = tidyReference(text)
  if (!reference) return []
  const rows = await db
    .select({ found: moneyCases, code: bookings.code })
    .from(moneyCases)
    .leftJoin(bookings, eq(bookings.id, moneyCases.bookingId))
    .where(
      and(
        isNamed(moneyCases, reference),
        ne(moneyCases.kind, 'dispute'),
        sql`${moneyCases.outcome} is distinct from 'assigned'`,
        within(scope, bookings.locationId),
      ),
    )
    .orderBy(desc(moneyCases.openedAt), desc(moneyCases.id))
    .limit(MOST_CASES)
  return rows.map(({ found: { id, kind, amount, currency, outcome, openedAt, settledAt }, code }) => ({
    id,
    title: `${formatAmount(amount, currency)}: ${MONEY_CASES[kind]}`,
    detail: [code, outcomeWords(outcome), formatInstant(settledAt ?? openedAt, business.timeZone)]
      .filter(Boolean)
      .join(', '),
  }))
}

export type NamedCase = Awaited<ReturnType<typeof casesNamed>>[number]
