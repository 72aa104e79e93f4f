import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { constraintRefusal } from '~/db/constraint-errors.server'
import { newId } from '~/db/new-id'
import { rowsOf } from '~/db/rows-of'
import {
  cities,
  documentSeries,
  internalNotes,
  moneyRequests,
  payments,
  refundReversals,
  refunds,
  reviews,
  taxDocuments,
} from '~/db/schema'
import { paise } from '~/domain/money'
import type { DocumentContent } from '~/domain/tax-document'
import { useApp } from '../support/app'
import { onEachDatabase, onPostgres } from '../support/database'
import { purchase } from '../support/purchase'
import { fullDraft, VISIT } from '../support/theatre'

/** By the check that refuses it, what the domain never makes: table and assignment. */
const WRONG: Record<string, [table: string, wrong: string]> = {
  booking_events_kind: ['booking_events', "kind = 'dreamt'"],
  booking_lines_counts: ['booking_lines', 'count = -1'],
  booking_lines_sign: ['booking_lines', "kind = 'cake', amount = -1"],
  bookings_amounts: ['bookings', 'total = -1'],
  bookings_coupon_price: ['bookings', 'coupon_price = 1'],
  bookings_counts: ['bookings', 'reschedule_count = -1'],
  bookings_pay_choice: ['bookings', "pay_choice = 'later'"],
  bookings_people: ['bookings', 'people = 0'],
  catalogue_items_prices: ['catalogue_items', 'price = -1'],
  coupons_discount: ['coupons', 'discount = -1'],
  coupons_percentage: ['coupons', "type = 'percentage', discount = 10001"],
  document_series_last: ['document_series', 'last = -1'],
  internal_notes_about: ['internal_notes', 'customer_id = null, booking_id = null'],
  internal_notes_approval: ['internal_notes', 'asks_approval = true'],
  money_requests_up_to: ['money_requests', 'up_to = 0'],
  package_prices_price: ['package_prices', 'price = -1'],
  packages_price: ['packages', 'price = -1'],
  payment_attempts_amount: ['payment_attempts', 'amount = 0'],
  payment_attempts_counts: ['payment_attempts', 'silences = -1'],
  payments_amount: ['payments', 'amount = 0'],
  payments_charge: ['payments', 'fee = -1'],
  payments_told: ['payments', 'told = amount + 1'],
  refund_reversals_amount: ['refund_reversals', 'amount = 0'],
  refunds_amount: ['refunds', 'amount = 0'],
  refunds_counts: ['refunds', 'attempts = -1'],
  reviews_stars: ['reviews', 'stars = 6'],
  reviews_state_word: ['reviews', "state = 'loved'"],
  tax_documents_length: ['tax_documents', "number = 'KOR/I/2627/000001'"],
  tax_documents_total: ['tax_documents', 'total = 0'],
  screens_extra_person_price: ['screens', 'extra_person_price = -1'],
}

onEachDatabase('the database keeps what the domain promises', (kind) => {
  const app = useApp(kind)

  beforeEach(async () => {
    const { db } = app.context
    const { bookingId } = await purchase(app, fullDraft(app.theatre))
    const [payment] = await db.select().from(payments).where(eq(payments.bookingId, bookingId))
    const refundId = newId()
    await db.insert(refunds).values({
      ...{ id: refundId, bookingId, paymentId: payment?.id ?? '', mode: 'online', amount: paise(100) },
      ...{ reason: 'Asked by phone', idempotencyKey: newId(), dueAt: app.clock.now() },
    })
    await db
      .insert(refundReversals)
      .values({ refundId, amount: paise(100), paidOutAt: app.clock.now(), cameBackAt: app.clock.now() })
    await db
      .insert(internalNotes)
      .values({ bookingId, text: 'Tall', writtenBy: 'one', writtenByName: 'Asha', at: app.clock.now() })
    await db
      .insert(moneyRequests)
      .values({ bookingId, upTo: paise(100), until: app.clock.now(), askedAt: app.clock.now() })
    await db.insert(documentSeries).values({ id: 'one', place: 'one', kind: 'invoice', year: '2627', prefix: 'KOR' })
    await db.insert(taxDocuments).values({
      ...{ seriesId: 'one', kind: 'invoice', number: 'KOR/I/2627/00001', sequence: 1, date: VISIT, total: paise(100) },
      ...{ bookingId, issuedAt: app.clock.now(), content: {} as DocumentContent },
    })
    await db.insert(reviews).values({ bookingId, stars: 5, text: 'Lovely', name: 'Meera' })
    await db.execute(
      sql`insert into package_prices (id, package_id, date, price) select 'one', id, '2027-03-10', 100 from packages limit 1`,
    )
  })

  test('no row is changed to what never is', async () => {
    const { db } = app.context
    const named: Record<string, string | undefined> = {}
    for (const [check, [table, wrong]] of Object.entries(WRONG)) {
      const change = db.transaction(async (tx) => {
        // triggers refuse some changes before a check is asked
        await tx.execute(sql`set local session_replication_role = replica`)
        await tx.execute(sql.raw(`update ${table} set ${wrong}`))
      })
      const refused = change.then(
        () => 'nothing',
        (error: unknown) => String(constraintOf(error)),
      )
      named[check] = await refused
    }
    expect(named).toEqual(Object.fromEntries(Object.keys(WRONG).map((check) => [check, check])))
  })

  test('each of its checks on amounts and counts is tried here', async () => {
    const checks = rowsOf<{ name: string }>(
      await app.context.db.execute(sql`select conname as name from pg_constraint
        where contype = 'c' and connamespace = 'public'::regnamespace and pg_get_constraintdef(oid) ~ '[<>]=? '`),
    ).map(({ name }) => name)
    expect(checks.filter((name) => !(name in WRONG) && !ELSEWHERE.includes(name))).toEqual([])
  })
})

onPostgres('a change is dated', () => {
  const app = useApp('postgres')
  test('by the database, whatever the clock of a server shows', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2001-01-01T00:00:00Z') })
    try {
      await app.context.db.update(cities).set({ name: 'Mysuru' })
    } finally {
      vi.useRealTimers()
    }
    const [city] = await app.context.db.select().from(cities)
    expect(city?.updatedAt.getFullYear()).toBeGreaterThan(2020)
  })
})

/** Checks that say more than a least amount, with tests of their own. */
const ELSEWHERE = ['payments_whose', 'screens_people']

function constraintOf(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { constraint, constraint_name: name = constraint } = one as { constraint?: string; constraint_name?: string }
    if (name) return name
  }
  return constraintRefusal(error)?.constraint
}
