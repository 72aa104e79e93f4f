import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { DISPUTE_STATUSES, type DisputeStatus } from '~/domain/dispute'
import { CASE_OUTCOMES, type CaseOutcome, MONEY_CASES, type MoneyCaseKind } from '~/domain/money-cases'
import { bookings } from './booking'
import { id, instant, oneOf, paise } from './columns'

/**
 * Money at the provider that the program does not act on by itself: a payment that no booking knows, one that does not
 * fit its order, a dispute. It stays open until somebody says what became of it.
 */
export const moneyCases = pgTable(
  'money_cases',
  {
    id: id(),
    kind: text('kind').$type<MoneyCaseKind>().notNull(),
    /** The provider's name for it; one case each. */
    reference: text('reference').notNull(),
    providerPaymentId: text('provider_payment_id').notNull(),
    providerOrderId: text('provider_order_id'),
    /** What the customer's bank calls the payment, as in `payments`; null of a dispute. */
    bankReference: text('bank_reference'),
    bookingId: text('booking_id').references(() => bookings.id, { onDelete: 'set null' }),
    amount: paise('amount').notNull(),
    currency: text('currency').notNull(),
    fee: paise('fee'),
    tax: paise('tax'),
    /** Where a dispute is, and what else the provider says of it. */
    disputeStatus: text('dispute_status').$type<DisputeStatus>(),
    detail: text('detail').notNull().default(''),
    openedAt: instant('opened_at').notNull(),
    /** By when a dispute is to be answered. */
    respondBy: instant('respond_by'),
    settledAt: instant('settled_at'),
    outcome: text('outcome').$type<CaseOutcome>(),
    /** The name of who settled it, as it was then; or the provider. */
    settledBy: text('settled_by'),
    settledNote: text('settled_note').notNull().default(''),
  },
  (table) => [
    uniqueIndex('money_cases_reference').on(table.reference),
    index('money_cases_open').on(table.openedAt).where(sql`settled_at is null`),
    index('money_cases_booking').on(table.bookingId),
    index('money_cases_payment').on(table.providerPaymentId),
    index('money_cases_bank_reference').on(table.bankReference).where(sql`bank_reference is not null`),
    oneOf('money_cases_kind', table.kind, Object.keys(MONEY_CASES)),
    oneOf('money_cases_outcome', table.outcome, CASE_OUTCOMES),
    oneOf('money_cases_dispute_status', table.disputeStatus, DISPUTE_STATUSES),
  ],
)
