import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { PAYMENT_STATUSES } from '~/domain/ledger'
import { type Paise, ZERO } from '~/domain/money'
import { ATTEMPT_STATUSES, SILENCES_BORNE } from '~/domain/order-watch'
import { PAYMENT_MODES } from '~/domain/payment-mode'
import { ORDER_PURPOSES, type OrderPurpose, PAYMENT_PURPOSES, type PaymentPurpose } from '~/domain/payment-purposes'
import {
  ENDED_REFUNDS,
  REFUND_ORIGINS,
  REFUND_STATUSES,
  type RefundOrigin,
  type RefundStatus,
} from '~/domain/refund-life'
import { bookings } from './booking'
import { atLeast, id, instant, oneOf, paise, timestamps } from './columns'
import { locations } from './venue'

export const paymentMode = pgEnum('payment_mode', PAYMENT_MODES)
export const paymentStatus = pgEnum('payment_status', PAYMENT_STATUSES)
export const attemptStatus = pgEnum('attempt_status', ATTEMPT_STATUSES)

/** One order at the provider for one booking. `token` is the unguessable name in return addresses. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: id(),
    token: text('token').notNull(),
    bookingId: text('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    purpose: text('purpose').$type<OrderPurpose>().notNull(),
    receipt: text('receipt').notNull(),
    providerOrderId: text('provider_order_id'),
    keyId: text('key_id').notNull(),
    amount: paise('amount').notNull(),
    currency: text('currency').notNull().default('INR'),
    status: attemptStatus('status').notNull().default('created'),
    lastError: text('last_error'),
    checkedAt: instant('checked_at'),
    /** When it was last known, or not ruled out, that a payment of it is under way; null while nothing is (domain/order-watch). */
    underWayAt: instant('under_way_at'),
    /** When its customer last pressed to pay it after it was made, on the booking's own page (rule E21). */
    pressedAt: instant('pressed_at'),
    /** When the provider was last asked to make its order: when it gave it, where it has (rule P27). */
    orderTriedAt: instant('order_tried_at'),
    /** How often the provider answered about it. */
    checks: integer('checks').notNull().default(0),
    /** When the provider is asked about it next by itself, and how it answered the last times (domain/order-watch). */
    nextCheckAt: instant('next_check_at'),
    silences: integer('silences').notNull().default(0),
    /** Of one that has no order: whether the provider refused to make it for certain, which may be for a reason of its own (rule P27). */
    refusals: integer('refusals').notNull().default(0),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('payment_attempts_token').on(table.token),
    uniqueIndex('payment_attempts_receipt').on(table.receipt),
    uniqueIndex('payment_attempts_order').on(table.providerOrderId),
    index('payment_attempts_booking').on(table.bookingId),
    index('payment_attempts_next').on(table.nextCheckAt).where(sql`next_check_at is not null`),
    index('payment_attempts_unordered').on(table.orderTriedAt).where(sql`provider_order_id is null`),
    index('payment_attempts_begun').on(table.orderTriedAt).where(sql`provider_order_id is not null`),
    index('payment_attempts_unanswered')
      .on(table.createdAt)
      .where(sql`status = 'ordered' and (refusals > 0 or silences > ${sql.raw(String(SILENCES_BORNE))})`),
    atLeast('payment_attempts_amount', 1, table.amount),
    atLeast('payment_attempts_counts', 0, table.checks, table.silences, table.refusals),
    oneOf('payment_attempts_purpose', table.purpose, ORDER_PURPOSES),
  ],
)

/** By what money of the desk is found, as it was typed beside it: without the spaces and signs in it, in small letters. */
export const paymentTextOf = ({ note }: { note: AnyPgColumn }): SQL => sql`lower(translate(${note}, ' #:.', ''))`

/** The ledger of money received: online, or at the front desk. A voided row counts for nothing and stays readable. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    /** Null for money that belongs to no booking and is sent back. */
    bookingId: text('booking_id').references(() => bookings.id),
    /** Where it was taken, once its booking has gone to another location (a trigger keeps that); null while that is its booking's. */
    locationId: text('location_id').references(() => locations.id, { onDelete: 'set null' }),
    attemptId: text('attempt_id').references(() => paymentAttempts.id),
    providerPaymentId: text('provider_payment_id'),
    /** What the customer's bank calls it: the number that a UPI app shows. Null when the provider names none. */
    bankReference: text('bank_reference'),
    mode: paymentMode('mode').notNull(),
    status: paymentStatus('status').notNull(),
    purpose: text('purpose').$type<PaymentPurpose>().notNull(),
    amount: paise('amount').notNull(),
    /** How much of it its customer knows to be received, by letters that have gone (domain/told-money). */
    told: paise('told').notNull().default(ZERO),
    fee: paise('fee'),
    tax: paise('tax'),
    note: text('note').notNull().default(''),
    recordedBy: text('recorded_by'),
    receivedAt: instant('received_at').notNull(),
    voidedAt: instant('voided_at'),
    voidedBy: text('voided_by'),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('payments_provider_id').on(table.providerPaymentId),
    index('payments_bank_reference').on(table.bankReference).where(sql`bank_reference is not null`),
    index('payments_search')
      .using('gin', sql`(${paymentTextOf(table)}) gin_trgm_ops`)
      .where(sql`note <> ''`),
    index('payments_booking').on(table.bookingId),
    index('payments_received').on(table.receivedAt),
    index('payments_voided').on(table.voidedAt).where(sql`voided_at is not null`),
    index('payments_changed').on(table.updatedAt),
    atLeast('payments_amount', 1, table.amount),
    atLeast('payments_charge', 0, table.fee, table.tax),
    check('payments_told', sql`${table.told} between 0 and ${table.amount}`),
    oneOf('payments_purpose', table.purpose, PAYMENT_PURPOSES),
    check('payments_whose', sql`(${table.bookingId} is null) = (${table.purpose} = 'none')`),
  ],
)

const notEnded = (status: SQLWrapper): SQL =>
  sql`${status} not in (${sql.raw(ENDED_REFUNDS.map((word) => `'${word}'`).join(', '))})`

/**
 * Money going back. `requestBody` is frozen with its key, so that a repeat is the same request; a new try has a new key, and
 * the old one goes to `refund_tries`. Only `moveRefund` changes a status.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    /** As its payment's. */
    bookingId: text('booking_id').references(() => bookings.id),
    /** Where it was paid out, once its booking has gone to another location, as of a payment. */
    locationId: text('location_id').references(() => locations.id, { onDelete: 'set null' }),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    mode: paymentMode('mode').notNull(),
    amount: paise('amount').notNull(),
    reason: text('reason').notNull(),
    origin: text('origin').$type<RefundOrigin>().notNull().default('ours'),
    idempotencyKey: text('idempotency_key').notNull(),
    providerRefundId: text('provider_refund_id'),
    status: text('status').$type<RefundStatus>().notNull().default('queued'),
    requestBody: jsonb('request_body').$type<{ amount: Paise; notes: Record<string, string> }>(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** How often it failed for certain, and how often in a row no clear answer came. */
    failures: integer('failures').notNull().default(0),
    silences: integer('silences').notNull().default(0),
    /** When it is looked at next by itself. */
    nextAt: instant('next_at'),
    /** Not sent before: the customer may take another slot with the money until then (rule P25). */
    heldUntil: instant('held_until'),
    dueAt: instant('due_at').notNull(),
    settledAt: instant('settled_at'),
    /** The name of who handed it over, as it was then. */
    settledBy: text('settled_by'),
    /** Their account; not known of what was handed over before it was kept. */
    settledById: text('settled_by_id'),
    settledNote: text('settled_note').notNull().default(''),
    /** Whether it stands in its booking's `deskReturned`: begun, sent again or handed over by the front desk (rule K19). */
    deskCounted: boolean('desk_counted').notNull().default(false),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('refunds_key').on(table.idempotencyKey),
    uniqueIndex('refunds_provider_id').on(table.providerRefundId),
    index('refunds_booking').on(table.bookingId),
    index('refunds_payment').on(table.paymentId),
    index('refunds_next').on(table.nextAt).where(sql`next_at is not null`),
    index('refunds_open').on(table.createdAt).where(notEnded(sql`status`)),
    index('refunds_settled').on(table.settledAt).where(sql`settled_at is not null`),
    index('refunds_dropped').on(table.updatedAt).where(sql`status = 'dropped'`),
    atLeast('refunds_amount', 1, table.amount),
    atLeast('refunds_counts', 0, table.attempts, table.failures, table.silences),
    oneOf('refunds_status', table.status, REFUND_STATUSES),
    oneOf('refunds_origin', table.origin, REFUND_ORIGINS),
  ],
)

/** A refund is not at its end, as `hasEnded` has it, in the words of the index `refunds_open`. */
export const OPEN_REFUND = notEnded(refunds.status)

/** The keys under which a refund was tried before, so that one of them that went through after all is known again. */
export const refundTries = pgTable(
  'refund_tries',
  {
    idempotencyKey: text('idempotency_key').primaryKey(),
    refundId: text('refund_id')
      .notNull()
      .references(() => refunds.id, { onDelete: 'cascade' }),
    providerRefundId: text('provider_refund_id'),
    amount: paise('amount').notNull(),
    error: text('error'),
    endedAt: instant('ended_at').notNull(),
  },
  (table) => [index('refund_tries_refund').on(table.refundId)],
)

/**
 * Refunds that had been paid out and came back: a bank sent one back, or gave back what it had taken by a dispute. Each stays in the till
 * on the day on which it went out, and comes in on the day on which it came back (rule M25).
 */
export const refundReversals = pgTable(
  'refund_reversals',
  {
    id: id(),
    refundId: text('refund_id')
      .notNull()
      .references(() => refunds.id, { onDelete: 'cascade' }),
    /** Where it was paid out. */
    locationId: text('location_id').references(() => locations.id, { onDelete: 'set null' }),
    /** As it was then: it may have become smaller since. */
    amount: paise('amount').notNull(),
    paidOutAt: instant('paid_out_at').notNull(),
    cameBackAt: instant('came_back_at').notNull(),
  },
  (table) => [
    index('refund_reversals_refund').on(table.refundId),
    index('refund_reversals_paid_out').on(table.paidOutAt),
    index('refund_reversals_came_back').on(table.cameBackAt),
    atLeast('refund_reversals_amount', 1, table.amount),
  ],
)

/** Webhooks as they came, one row an event id; the effect follows in a job. */
export const webhookInbox = pgTable(
  'webhook_inbox',
  {
    eventId: text('event_id').primaryKey(),
    event: text('event').notNull(),
    body: text('body').notNull(),
    receivedAt: instant('received_at').notNull(),
    doneAt: instant('done_at'),
    lastError: text('last_error'),
  },
  (table) => [index('webhook_inbox_open').on(table.receivedAt).where(sql`done_at is null`)],
)
