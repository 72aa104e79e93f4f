import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  bookingEvents,
  bookingFigureChanges,
  bookingLines,
  bookings,
  documentSeries,
  outbox,
  paymentAttempts,
  payments,
  refunds,
} from '~/db/schema'
import { paise, rupees, ZERO } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { databaseFigures } from '~/features/insight/database-figures.server'
import { checkBooks, lastBooksCheck, recordBooksCheck } from '~/features/money/books-check.server'
import { INVARIANTS, type InvariantName } from '~/features/money/books-invariants.server'
import { issueDueDocuments } from '~/features/money/due-documents.server'
import { releaseHold } from '~/features/money/leave-payment.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { openOrder, paymentOf, purchase, sendWebhook } from '../support/purchase'
import { atCeleste, basicDraft, OWNER } from '../support/theatre'

const DAY = 24 * 60
/** The guard as its migration made it. */
const NO_OVERLAP =
  readFileSync('drizzle/0001_bookings_no_overlap.sql', 'utf8').split('--> statement-breakpoint')[1] ?? ''

onEachDatabase('the books check', (kind) => {
  const app = useApp(kind)
  const db = () => app.context.db
  const broken = async () => [...new Set((await checkBooks(app.context)).map(({ invariant }) => invariant))]
  const set = (id: string, values: Partial<typeof bookings.$inferInsert>) =>
    db().update(bookings).set(values).where(eq(bookings.id, id))
  /** A booking that was paid for by the advance. */
  const stored = (changes = {}) => purchase(app, basicDraft(app.theatre, changes))

  /** A refund that arrived, entered without anybody having sent it. */
  async function enterRefund(bookingId: string, amount: number, changes: Partial<typeof refunds.$inferInsert> = {}) {
    const { id: paymentId } = await paymentOf(app, bookingId)
    const row = { bookingId, paymentId, mode: 'online', reason: 'By hand', status: 'processed' } as const
    const now = app.clock.now()
    const key = `by-hand-${bookingId}-${amount}`
    await db()
      .insert(refunds)
      .values({ ...row, amount: paise(amount), idempotencyKey: key, dueAt: now, settledAt: now, ...changes })
  }

  const allRefunded = () => db().update(payments).set({ status: 'refunded' })

  /** Breaks each rule in the database by hand. */
  const BREAKS: Record<InvariantName, () => Promise<unknown>> = {
    'two-parties': async () => {
      const [one, other] = [await stored(), await stored({ slotId: app.theatre.aurora.slots['13:00'] })]
      await db().execute(sql`alter table bookings drop constraint bookings_no_overlap`)
      onTestFinished(async () => {
        await app.database.clear()
        await db().execute(sql.raw(NO_OVERLAP))
      })
      const [first] = await db().select().from(bookings).where(eq(bookings.id, one.bookingId))
      await set(other.bookingId, { during: first?.during })
    },
    'hold-left': async () => {
      await openOrder(app, basicDraft(app.theatre))
      app.clock.advanceMinutes(60)
    },
    'history-differs': async () => {
      const { bookingId } = await openOrder(app, basicDraft(app.theatre))
      await set(bookingId, { status: 'expired' })
    },
    'stood-differs': async () => {
      const { bookingId } = await stored()
      await set(bookingId, { wasBooked: false })
    },
    'came-back': async () => {
      const { bookingId } = await stored()
      await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'none' })
      await set(bookingId, { status: 'booked', cancelledAt: null })
      const move = { kind: 'late-payment', fromStatus: 'cancelled', toStatus: 'booked' } as const
      await db()
        .insert(bookingEvents)
        .values({ bookingId, at: app.clock.now(), actor: 'provider', ...move })
      const mail = { kind: 'confirmation', payload: { bookingId }, createdAt: app.clock.now() } as const
      await db()
        .insert(outbox)
        .values({ ...mail, dedupeKey: `confirmation:${bookingId}:1` })
    },
    'total-differs': async () => {
      const { bookingId } = await stored()
      await db()
        .update(bookingLines)
        .set({ amount: rupees(1) })
        .where(eq(bookingLines.bookingId, bookingId))
    },
    'money-differs': async () => {
      const { bookingId } = await stored()
      await set(bookingId, { received: rupees(1_000), refunded: rupees(1) })
    },
    'figures-differ': async () => {
      await stored()
      await db().delete(bookingFigureChanges)
    },
    'booked-unpaid': async () => enterRefund((await stored()).bookingId, 99_900).then(allRefunded),
    'refund-due': async () => {
      const { bookingId } = await stored()
      await set(bookingId, { total: rupees(500) })
      await db().delete(bookingLines).where(eq(bookingLines.bookingId, bookingId))
      const line = { kind: 'package', name: 'Basic', count: 1, position: 0 } as const
      await db()
        .insert(bookingLines)
        .values({ bookingId, ...line, unitPrice: rupees(500), amount: rupees(500) })
    },
    'kept-for-nothing': async () => {
      const { orderId, bookingId, attemptId } = await openOrder(app, basicDraft(app.theatre))
      await releaseHold(app.context, { orderId })
      const values = { bookingId, attemptId, amount: rupees(999), mode: 'online', status: 'captured' } as const
      const receivedAt = app.clock.now()
      await db()
        .insert(payments)
        .values({ ...values, purpose: 'advance', providerPaymentId: 'pay_ByHand00000001', receivedAt })
      await db().update(paymentAttempts).set({ status: 'paid' })
    },
    'kept-of-a-full-return': async () => {
      const { bookingId } = await stored()
      await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'full' })
      await db().update(refunds).set({ status: 'dropped' })
      await db().update(bookings).set({ refunded: ZERO })
    },
    'late-money-kept': async () => {
      const { bookingId } = await stored()
      await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'none' })
      app.clock.advanceMinutes(5)
      await db().update(payments).set({ receivedAt: app.clock.now() })
    },
    'stray-kept': async () => {
      const row = {
        providerPaymentId: 'pay_ByHand00000002',
        mode: 'online',
        status: 'captured',
        purpose: 'none',
      } as const
      await db()
        .insert(payments)
        .values({ ...row, amount: rupees(5), receivedAt: app.clock.now() })
    },
    'refunded-too-much': async () => {
      const { bookingId } = await stored()
      await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'none' })
      await enterRefund(bookingId, 99_901)
      await allRefunded()
    },
    'dispute-unbooked': async () => {
      const { bookingId } = await stored()
      await enterRefund(bookingId, 10_000, { origin: 'dispute' })
    },
    'refunded-unsaid': async () => {
      await stored()
      await db().update(payments).set({ status: 'refunded' })
    },
    'wrong-booking': async () => {
      const [one, other] = [await stored(), await stored(atCeleste(app.theatre))]
      await enterRefund(one.bookingId, 100, { bookingId: other.bookingId })
    },
    'payment-misentered': async () => {
      const { bookingId } = await stored()
      await db()
        .update(paymentAttempts)
        .set({ amount: rupees(998) })
        .where(eq(paymentAttempts.bookingId, bookingId))
    },
    'provider-money-unknown': async () => {
      const { orderId } = await openOrder(app, basicDraft(app.theatre))
      const payment = app.emulator.pay(orderId, 'upi', 'success')
      await sendWebhook(app, 'payment.captured', { ...payment, id: 'pay_Unknown0000001' })
      await app.work()
      await tidyHolds(app.context)
      app.clock.advanceMinutes(2 * DAY)
      await tidyHolds(app.context)
    },
    'confirmations-differ': async () => {
      await stored()
      await db().delete(outbox).where(eq(outbox.kind, 'confirmation'))
    },
    'cancelled-undated': async () => {
      const { bookingId } = await stored()
      await set(bookingId, { cancelledAt: app.clock.now() })
    },
    'papers-gap': async () => {
      await stored()
      await issueDueDocuments(app.context)
      expect(await broken()).toEqual([])
      await db().update(documentSeries).set({ last: 2 })
    },
    'left-undone': async () => {
      await stored()
      app.clock.advanceMinutes(2 * DAY)
    },
  }

  test.each(Object.keys(INVARIANTS) as InvariantName[])('names %s, and nothing else', async (invariant) => {
    expect(await broken()).toEqual([])
    await BREAKS[invariant]()
    expect(await broken()).toEqual([invariant])
  })

  test('names no rule that its page does not explain', () => {
    const page = readFileSync('docs/payments.md', 'utf8')
    expect(Object.keys(INVARIANTS).filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([])
  })

  test('says which booking it is, how it is wrong, and the rule in words', async () => {
    const { bookingId } = await stored()
    await set(bookingId, { total: rupees(1_500) })
    const [row] = await db().select({ code: bookings.code }).from(bookings)
    expect(await checkBooks(app.context)).toEqual([
      {
        invariant: 'total-differs',
        words: 'The total is not the sum of the lines',
        bookingId,
        subject: row?.code,
        detail: 'total 150000, lines 149900 paise',
      },
    ])
  })

  describe('at night', () => {
    test('hides no rule behind the many findings of another', async () => {
      const { context } = app
      await db().execute(sql`
        insert into booking_figure_changes (month, location_id, status, bookings, income, pending, kept, refunded)
        select date '2000-01-01' + n * interval '1 month', '', 'booked', 1, 0, 0, 0, 0 from generate_series(1, 250) n`)
      await BREAKS['kept-for-nothing']()
      await recordBooksCheck(context)
      const last = await lastBooksCheck(db())
      expect(last?.all).toBe(251)
      const kept = last?.wrong.map(({ invariant }) => invariant) ?? []
      expect(kept.filter((one) => one === 'figures-differ')).toHaveLength(200)
      expect(kept).toContain('kept-for-nothing')
      expect(await context.metrics.text(await databaseFigures(context))).toContain(
        'books_wrong{invariant="figures-differ"} 250',
      )
    })

    test('keeps what it found for the money page and for the figures', async () => {
      const { context } = app
      expect(await lastBooksCheck(db())).toBeUndefined()
      expect(await context.metrics.text(await databaseFigures(context))).toContain('books_checked_timestamp_seconds 0')
      const { bookingId } = await stored()
      await set(bookingId, { total: rupees(1_500) })
      await context.jobs.enqueue(db(), 'check-books', {})
      await app.work()
      expect(await lastBooksCheck(db())).toEqual({ at: app.clock.now(), all: 1, wrong: await checkBooks(context) })
      const figures = await context.metrics.text(await databaseFigures(context))
      expect(figures).toContain('books_wrong{invariant="total-differs"} 1')
      expect(figures).toContain(`books_checked_timestamp_seconds ${app.clock.now().getTime() / 1_000}`)
      await set(bookingId, { total: rupees(1_499) })
      app.clock.advanceMinutes(DAY)
      await context.jobs.enqueue(db(), 'check-books', {})
      await app.work()
      expect(await lastBooksCheck(db())).toEqual({ at: app.clock.now(), all: 0, wrong: [] })
      expect(await context.metrics.text(await databaseFigures(context))).not.toContain('books_wrong{')
    })
  })
})
