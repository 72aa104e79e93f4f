import { type SQL, sql } from 'drizzle-orm'
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
import { BOOKING_EVENT_KINDS, type BookingEventKind } from '~/domain/booking-events'
import { ATTENDANCES, BOOKING_SOURCES, BOOKING_STATUSES } from '~/domain/booking-status'
import type { CalendarDate } from '~/domain/calendar'
import type { CouponTerms } from '~/domain/coupon'
import { ZERO } from '~/domain/money'
import { PAY_CHOICES, type PayChoice } from '~/domain/payment-choice'
import { LINE_KINDS } from '~/domain/pricing'
import {
  atLeast,
  bookingTexts,
  calendarDate,
  clockTime,
  id,
  instant,
  instantRange,
  oneOf,
  paise,
  timestamps,
  version,
} from './columns'
import { locations, screens } from './venue'

export const bookingStatus = pgEnum('booking_status', BOOKING_STATUSES)
export const bookingSource = pgEnum('booking_source', BOOKING_SOURCES)
export const attendance = pgEnum('attendance', ATTENDANCES)
export const lineKind = pgEnum('line_kind', LINE_KINDS)

/**
 * What is searched of a booking, as one text in small letters, so that one index answers (`gin_trgm_ops`, from three letters on);
 * `ilike` would put every sampled text into small letters while a search is planned, and the pattern anew for each row.
 */
export const searchTextOf = (of: {
  code: AnyPgColumn
  customerName: AnyPgColumn
  customerEmail: AnyPgColumn
  customerNumber: AnyPgColumn
}): SQL =>
  sql`lower(${of.code} || ' ' || ${of.customerName} || ' ' || ${of.customerEmail} || ' ' || ${of.customerNumber})`
/** What is searched of a customer, in the same way. */
export const customerTextOf = (of: { name: AnyPgColumn; email: AnyPgColumn; number: AnyPgColumn }): SQL =>
  sql`lower(${of.name} || ' ' || ${of.email} || ' ' || ${of.number})`

/** One row a phone number; a booking keeps its own copy of what was typed. */
export const customers = pgTable(
  'customers',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    number: text('number').notNull(),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('customers_number').on(table.number),
    index('customers_list').on(table.name, table.id),
    index('customers_search').using('gin', sql`(${customerTextOf(table)}) gin_trgm_ops`),
  ],
)

/** What a booking's money may be kept for, as `chargedFor` has it. */
export const CHARGED = "case when status in ('expired', 'cancelled') and not was_booked then 0 else total end"

/** More was received than that; the words of the index `bookings_overpaid`. */
export const OVERPAID = `received - refunded > ${CHARGED}`

/**
 * A hold and what becomes of it. `during` is guarded by the exclusion constraint `bookings_no_overlap`
 * (drizzle/0001): two rows that block one screen at one time cannot exist.
 */
export const bookings = pgTable(
  'bookings',
  {
    id: id(),
    code: text('code').notNull(),
    /** Unguessable part of the customer's own link, `/b/{token}`. */
    linkToken: text('link_token').notNull(),
    /** One attempt, one booking: a double click or a re-post finds the first result. */
    attemptId: text('attempt_id').notNull(),
    source: bookingSource('source').notNull().default('online'),
    status: bookingStatus('status').notNull(),
    attendance: attendance('attendance').notNull().default('expected'),
    holdEndsAt: instant('hold_ends_at'),
    cityName: text('city_name').notNull(),
    locationId: text('location_id').references(() => locations.id, { onDelete: 'set null' }),
    locationName: text('location_name').notNull(),
    screenId: text('screen_id')
      .notNull()
      .references(() => screens.id),
    screenName: text('screen_name').notNull(),
    visitDate: calendarDate('visit_date').notNull(),
    slotFrom: clockTime('slot_from').notNull(),
    slotTo: clockTime('slot_to').notNull(),
    during: instantRange('during').notNull(),
    customerId: text('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email').notNull(),
    customerNumber: text('customer_number').notNull(),
    people: integer('people').notNull(),
    minPeople: integer('min_people').notNull(),
    extraPersonPrice: paise('extra_person_price').notNull(),
    packageId: text('package_id').notNull(),
    packageName: text('package_name').notNull(),
    packageInclusions: text('package_inclusions').array().notNull().default([]),
    ...bookingTexts(),
    /** When the customer confirmed the texts as they are drawn; nothing once one of them has changed. */
    textsConfirmedAt: instant('texts_confirmed_at'),
    couponCode: text('coupon_code'),
    /** The coupon's terms on the day it was used, so that an edit honours them. */
    couponTerms: jsonb('coupon_terms').$type<CouponTerms>(),
    couponPrice: paise('coupon_price').notNull(),
    subtotal: paise('subtotal').notNull(),
    total: paise('total').notNull(),
    /** What its payments and refunds come to (domain/ledger), kept by triggers on their tables (drizzle/0018). */
    received: paise('received').notNull().default(ZERO),
    refunded: paise('refunded').notNull().default(ZERO),
    /** Whether it ever stood, whatever became of it; remembered by a trigger (drizzle/0046). */
    wasBooked: boolean('was_booked').notNull().default(false),
    payChoice: text('pay_choice').$type<PayChoice>().notNull().default('advance'),
    note: text('note').notNull().default(''),
    termsAcceptedAt: instant('terms_accepted_at'),
    /** The wording that was accepted (content/policies), and the network address it was accepted from. */
    termsVersion: text('terms_version').$type<CalendarDate>(),
    termsAddress: text('terms_address'),
    /** The network that it was held, or booked with nothing to pay, from online; forgotten after two days. */
    heldFrom: text('held_from'),
    rescheduleCount: integer('reschedule_count').notNull().default(0),
    /** Raised with every change that the customer's calendar should follow (iCalendar SEQUENCE). */
    calendarSequence: integer('calendar_sequence').notNull().default(0),
    /** What the front desk has sent back of it, by whichever press, and struck out (rule K19). */
    deskReturned: paise('desk_returned').notNull().default(ZERO),
    cancelledAt: instant('cancelled_at'),
    cancelReason: text('cancel_reason'),
    createdBy: text('created_by'),
    version: version(),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('bookings_code').on(table.code),
    uniqueIndex('bookings_link_token').on(table.linkToken),
    uniqueIndex('bookings_attempt').on(table.attemptId),
    index('bookings_visit').on(table.visitDate, table.slotFrom, table.id),
    index('bookings_due')
      .on(table.visitDate, table.slotFrom, table.id)
      .where(sql`status = 'booked' and total > received - refunded`),
    index('bookings_overpaid').on(table.locationId).where(sql.raw(OVERPAID)),
    index('bookings_location_visit').on(table.locationId, table.visitDate),
    index('bookings_screen_visit').on(table.screenId, table.visitDate),
    index('bookings_created').on(table.createdAt, table.id, table.status, table.wasBooked, table.locationId),
    index('bookings_figures').on(
      ...([table.visitDate, table.locationId, table.status, table.wasBooked] as const),
      ...([table.total, table.received, table.refunded] as const),
    ),
    index('bookings_changed').on(table.updatedAt),
    index('bookings_customer').on(table.customerId),
    index('bookings_number').on(table.customerNumber),
    index('bookings_coupon').on(table.couponCode).where(sql`coupon_code is not null`),
    index('bookings_search').using('gin', sql`(${searchTextOf(table)}) gin_trgm_ops`),
    index('bookings_held_from').on(table.heldFrom, table.createdAt),
    index('bookings_live_holds').on(table.holdEndsAt).where(sql`status = 'pending'`),
    atLeast(
      'bookings_amounts',
      0,
      ...[table.extraPersonPrice, table.subtotal, table.total, table.received, table.refunded],
    ),
    check('bookings_coupon_price', sql`${table.couponPrice} <= 0`),
    // a room's packages may include nobody, whom nobody can be booked for
    check('bookings_people', sql`${table.people} >= 1 and ${table.minPeople} >= 0`),
    atLeast('bookings_counts', 0, table.rescheduleCount, table.calendarSequence),
    oneOf('bookings_pay_choice', table.payChoice, PAY_CHOICES),
  ],
)

/** What was sold, line by line, with the price and the words it was sold with. */
export const bookingLines = pgTable(
  'booking_lines',
  {
    id: id(),
    bookingId: text('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    kind: lineKind('kind').notNull(),
    itemId: text('item_id'),
    name: text('name').notNull(),
    count: integer('count').notNull(),
    unitPrice: paise('unit_price').notNull(),
    amount: paise('amount').notNull(),
    free: boolean('free').notNull().default(false),
    freeUnits: integer('free_units').notNull().default(0),
    special: boolean('special').notNull().default(false),
    specialPrice: paise('special_price'),
    explanation: text('explanation'),
  },
  (table) => [
    uniqueIndex('booking_lines_order').on(table.bookingId, table.position),
    atLeast('booking_lines_counts', 0, table.position, table.count, table.freeUnits, table.specialPrice),
    // what takes away from a price is below nothing, and nothing else is
    check(
      'booking_lines_sign',
      // as text: a restored backup brings the old schema up to date in one transaction, in which new words of an enum rest
      sql`case when ${table.kind}::text in ('coupon', 'reduction') then ${table.amount} <= 0 else ${table.amount} >= 0 end`,
    ),
  ],
)

/** Every move of a booking, and what the provider and the customer did to it. */
export const bookingEvents = pgTable(
  'booking_events',
  {
    id: id(),
    bookingId: text('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    kind: text('kind').$type<BookingEventKind>().notNull(),
    fromStatus: bookingStatus('from_status'),
    toStatus: bookingStatus('to_status'),
    actor: text('actor').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
  },
  (table) => [
    index('booking_events_booking').on(table.bookingId, table.at),
    oneOf('booking_events_kind', table.kind, BOOKING_EVENT_KINDS),
  ],
)
