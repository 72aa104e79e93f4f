import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import * as policies from '~/content/policies'
import {
  bookings,
  contactMessages,
  customers,
  moneyCases,
  passwordResets,
  staffSessions,
  webhookInbox,
} from '~/db/schema'
import { eachText } from '~/domain/booking-texts'
import { DAY_MS } from '~/domain/durations'
import { rupees, ZERO } from '~/domain/money'
import { setAttendance } from '~/features/booking/attendance.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { placeStaffBooking } from '~/features/booking/staff-booking.server'
import { bookingPage } from '~/features/booking-pages/booking-page.server'
import { KEPT_DAYS } from '~/features/customer/retention.server'
import { checkBooks } from '~/features/money/books-check.server'
import { issueDueDocuments } from '~/features/money/due-documents.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import { settleCase } from '~/features/money/settle-money.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import { signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { openOrder, purchase, sendWebhook, storedBooking, takeCash } from '../support/purchase'
import { from } from '../support/request-from'
import { bookByStaff } from '../support/staff-booking'
import { basicDraft, fullDraft, OWNER } from '../support/theatre'

const ADDRESS = '203.0.113.7'

test('the version of the policies changes with their words', () => {
  const { POLICIES_VERSION, ...words } = policies
  const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 12)
  // after changing a policy: put the day of the change into POLICIES_VERSION, then both values here
  expect([POLICIES_VERSION, hash]).toMatchInlineSnapshot(`
    [
      "2026-11-30",
      "8348ae81f87e",
    ]
  `)
})

test('the privacy policy names the days after which things go', () => {
  const words = policies.PRIVACY_POLICY.items.join(' ')
  const { address, event, unpaid, letter, network, message } = KEPT_DAYS
  expect(words).toContain(`the address is removed after ${address} days`)
  expect(words).toContain(`what else they tell us is removed after ${event} days`)
  expect(words).toContain(`${unpaid} days after it ended`)
  expect(words).toContain(`${letter} days after they went out`)
  expect([network, message], 'after two, and a year').toEqual([2, 365])
})

onEachDatabase('what is kept about people', (kind) => {
  const app = useApp(kind)
  const days = (count: number) => app.clock.advanceMinutes(count * 24 * 60)
  /** The night's work, as the scheduler starts it. */
  async function night() {
    await app.context.jobs.enqueue(app.context.db, 'forget-old-data', {})
    expect(await app.work()).toMatchObject({ failed: 0 })
  }

  test('is not forgotten by a clock that is wrong: visits to come would be ones that nobody came to', async () => {
    const { bookingId } = await from(ADDRESS, () => purchase(app, basicDraft(app.theatre)))
    days(400)
    const before = new Date(app.clock.now().getTime() - 400 * 24 * 3_600_000).toUTCString()
    app.emulator.arm({ path: '/v1/payments', status: 401, body: '{}', headers: { Date: before } })
    await app.context.jobs.enqueue(app.context.db, 'forget-old-data', {})
    await app.context.db.execute(sql`update pgboss.job set retry_limit = 0 where name = 'forget-old-data'`)
    expect(await app.work()).toMatchObject({ failed: 1 })
    expect(await storedBooking(app, bookingId)).toMatchObject({ termsAddress: ADDRESS })
    await night()
    expect(await storedBooking(app, bookingId)).toMatchObject({ termsAddress: null })
  })

  test('when, in which wording and from where terms were accepted; the address for 180 days', async () => {
    const { bookingId } = await from(ADDRESS, () => purchase(app, basicDraft(app.theatre)))
    const agreed = { termsAcceptedAt: app.clock.now(), termsVersion: policies.POLICIES_VERSION }
    expect(await storedBooking(app, bookingId)).toMatchObject({ ...agreed, termsAddress: ADDRESS, heldFrom: ADDRESS })
    const page = await bookingPage(app.context, { kind: 'all' }, bookingId)
    expect(page?.facts).toContainEqual({ label: 'From the address', text: ADDRESS })
    days(179)
    await night()
    expect(await storedBooking(app, bookingId)).toMatchObject({ termsAddress: ADDRESS, heldFrom: null })
    days(2)
    await night()
    expect(await storedBooking(app, bookingId)).toMatchObject({ ...agreed, termsAddress: null })
  })

  test('what staff tick for a caller has no address; nothing is kept of terms nobody accepted', async () => {
    const place = (termsAccepted: boolean | undefined, slotId: string | undefined) => {
      const draft = basicDraft(app.theatre, { termsAccepted, slotId })
      return from(ADDRESS, () =>
        placeStaffBooking(app.context, OWNER, draft, { advance: ZERO, mode: 'cash', note: '' }),
      )
    }
    const { slots } = app.theatre.aurora
    const placed = [await place(true, slots['19:00']), await place(undefined, slots['10:00'])]
    const stored = await Promise.all(placed.map((one) => storedBooking(app, one.ok ? one.bookingId : '')))
    expect(stored).toMatchObject([
      { termsVersion: policies.POLICIES_VERSION, termsAddress: null },
      { termsAcceptedAt: null, termsVersion: null, termsAddress: null },
    ])
  })

  describe('who never paid', () => {
    /** A hold that ended as told, beside a booking that was paid for. */
    async function begun(end: (bookingId: string) => Promise<unknown>) {
      const { bookingId: paid } = await purchase(app, basicDraft(app.theatre))
      const unpaid = fullDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'], nameOnCake: 'Aarav, 7' })
      const { orderId, bookingId } = await openOrder(app, unpaid)
      await end(bookingId)
      const number = unpaid.customer?.number ?? ''
      const known = () => app.context.db.$count(customers, eq(customers.number, number))
      return { paid, bookingId, orderId, number, known }
    }
    const runOut = async () => {
      app.clock.advanceMinutes(16)
      await tidyHolds(app.context)
    }
    const deleted = (bookingId: string) =>
      cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'none' })

    test.each([
      ['and let the hold run out', 'expired', runOut],
      ['and asked staff to delete it', 'cancelled', deleted],
    ])('%s, is forgotten after 30 days; who paid is not', async (_, status, end) => {
      const { paid, bookingId, number, known } = await begun(end)
      days(29)
      await night()
      const texts = { celebrantName: 'Aarav', ledName: 'AARAV MEHTA', nameOnCake: 'Aarav, 7' }
      expect(await storedBooking(app, bookingId)).toMatchObject({ status, customerNumber: number, ...texts })
      expect(await known()).toBe(1)
      days(2)
      await night()
      expect(await storedBooking(app, bookingId)).toMatchObject({
        status,
        customerName: 'Removed',
        customerEmail: '',
        customerNumber: '',
        ...eachText(() => ''),
        customerId: null,
      })
      expect(await known()).toBe(0)
      expect(await storedBooking(app, paid)).toMatchObject({ customerName: 'Meera Krishnan' })
      expect(await app.context.db.$count(customers)).toBe(1)
    })

    describe('and had a booking that stood', () => {
      const booked = (slot: string) =>
        bookByStaff(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots[slot] }))
      const noted = async (id: string, attendance: 'arrived' | 'no-show') =>
        expect(await setAttendance(app.context, OWNER, id, attendance)).toMatchObject({ ok: true })
      /** Takes money that never came, and strikes it out. */
      async function takenByMistake(id: string) {
        expect(await takeCash(app, id, 500, 1_499)).toMatchObject({ ok: true })
        const [payment] = (await storedBooking(app, id)).payments
        await issueDueDocuments(app.context)
        expect(await strikeOutPayment(app.context, OWNER, id, payment?.id ?? '')).toMatchObject({ ok: true })
      }
      const papers = () =>
        app.context.db.query.taxDocuments.findMany({
          columns: { content: false },
          orderBy: (paper, { asc }) => [asc(paper.number)],
        })
      const whose = async (id: string) => (await storedBooking(app, id)).customerName
      const DURING = '2027-03-12T15:00:00Z'
      const END = '2027-03-12T16:30:00Z'

      /** It is as it was for thirty days, and then of this name. */
      async function isOf(name: string, id: string) {
        days(29)
        await night()
        expect(await whose(id)).toBe('Meera Krishnan')
        days(2)
        await night()
        expect(await whose(id)).toBe(name)
      }

      test.each([
        ['did not come', 'Removed', (id: string) => noted(id, 'no-show')],
        ['was not noted to have come', 'Removed', async () => {}],
        ['came, and owes', 'Meera Krishnan', (id: string) => noted(id, 'arrived')],
        [
          'did not come, and whose payment was struck out',
          'Removed',
          async (id: string) => {
            await takenByMistake(id)
            await noted(id, 'no-show')
          },
        ],
        [
          'did not come, and had paid',
          'Meera Krishnan',
          async (id: string) => {
            expect(await takeCash(app, id, 500, 1_499)).toMatchObject({ ok: true })
            await noted(id, 'no-show')
          },
        ],
      ])('by phone, and %s, is %s thirty days after the visit', async (_, name, happens) => {
        const id = await booked('19:00')
        app.clock.set(DURING)
        await happens(id)
        app.clock.set(END)
        await issueDueDocuments(app.context)
        const issued = await papers()
        expect(issued).toContainEqual(expect.objectContaining({ kind: 'invoice', total: rupees(1_499) }))
        await isOf(name, id)
        expect(await app.context.db.$count(customers)).toBe(name === 'Removed' ? 0 : 1)
        // the books lose no paper, and none of its numbers and sums
        expect(await papers()).toEqual(issued)
        expect(await checkBooks(app.context)).toEqual([])
      })

      test.each([
        ['was struck out', 'Removed', takenByMistake],
        [
          'was right and went back',
          'Meera Krishnan',
          async (id: string) => expect(await takeCash(app, id, 500, 1_499)).toMatchObject({ ok: true }),
        ],
      ])('that was cancelled, and whose only payment %s, is %s thirty days later', async (_, name, happens) => {
        const id = await booked('19:00')
        await happens(id)
        const cancelled = await cancelByStaff(app.context, OWNER, id, { reason: 'Rang again', refund: 'full' })
        expect(cancelled).toMatchObject({ ok: true })
        const [back] = (await storedBooking(app, id)).refunds
        if (back) expect(await handOverRefund(app.context, OWNER, id, back.id)).toMatchObject({ ok: true })
        await issueDueDocuments(app.context)
        const issued = await papers()
        expect(issued).not.toEqual([])
        await isOf(name, id)
        expect(await papers()).toEqual(issued)
        expect(await checkBooks(app.context)).toEqual([])
      })
    })

    test('is not forgotten while money that came for it waits to be settled', async () => {
      const { bookingId, orderId, number } = await begun(async () => {})
      app.emulator.ledger.misfit(orderId, { amount: 50_000 })
      await applyGatewayTruth(app.context, orderId)
      await runOut()
      days(40)
      await night()
      expect(await storedBooking(app, bookingId)).toMatchObject({ customerNumber: number })
      const [{ id } = { id: '' }] = await app.context.db.select().from(moneyCases)
      expect(await settleCase(app.context, OWNER, id, 'Went back by hand')).toMatchObject({ ok: true })
      await night()
      expect(await storedBooking(app, bookingId)).toMatchObject({ customerNumber: '' })
    })

    test('gets money back that comes after that: nobody knows whose the slot would be', async () => {
      const { bookingId, orderId } = await begun(runOut)
      await app.context.db
        .update(bookings)
        .set({ holdEndsAt: new Date(app.clock.now().getTime() - 31 * 86_400_000) })
        .where(eq(bookings.id, bookingId))
      await night()
      app.emulator.pay(orderId, 'upi', 'success')
      await applyGatewayTruth(app.context, orderId)
      expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'expired', refunds: [{ status: 'queued' }] })
    })
  })

  test('what the payment provider’s events say of people goes after 30 days; the events stay known', async () => {
    const { payment } = await purchase(app, basicDraft(app.theatre))
    const send = () => sendWebhook(app, 'payment.captured', payment, { eventId: 'evt_kept' })
    await send()
    await app.work()
    const bodies = async () => (await app.context.db.select().from(webhookInbox)).map(({ body }) => body)
    days(29)
    await night()
    expect(await bodies()).toEqual([expect.stringContaining(payment.id)])
    days(2)
    await night()
    expect(await bodies()).toEqual([''])
    await send()
    expect(await bodies()).toEqual([''])
  })

  test('a message goes a year after it was answered', async () => {
    const message = { name: 'Asha Rao', phone: '9845000001', email: 'asha@lumiere.example', message: 'Hello' }
    await app.context.db.insert(contactMessages).values([
      { ...message, handledAt: app.clock.now() },
      { ...message, name: 'Nobody answered' },
    ])
    days(364)
    await night()
    expect(await app.context.db.$count(contactMessages)).toBe(2)
    days(2)
    await night()
    expect(await app.context.db.select().from(contactMessages)).toMatchObject([{ name: 'Nobody answered' }])
  })

  test('from where and with what staff signed in goes thirty days after that ended, and so do links that set a password', async () => {
    const { db } = app.context
    await signedIn(app, OWNER)
    const at = app.clock.now()
    const seen = { address: '203.0.113.9', userAgent: 'Firefox', createdAt: at, lastSeenAt: at }
    const later = new Date(at.getTime() + 7 * DAY_MS)
    await db.insert(staffSessions).values([
      { ...seen, tokenHash: 'ended', staffId: OWNER.id, expiresAt: later, revokedAt: at },
      { ...seen, tokenHash: 'ran out', staffId: OWNER.id, expiresAt: later },
    ])
    await db.insert(passwordResets).values({ tokenHash: 'link', staffId: OWNER.id, expiresAt: at })
    const told = async () =>
      Object.fromEntries(
        (await db.select().from(staffSessions)).map(({ tokenHash, address, userAgent }) => [
          tokenHash,
          `${address} ${userAgent}`.trim(),
        ]),
      )
    days(29)
    await night()
    expect(await told()).toMatchObject({ ended: '203.0.113.9 Firefox', 'ran out': '203.0.113.9 Firefox' })
    expect(await db.$count(passwordResets)).toBe(1)
    days(2)
    await night()
    expect(await told()).toMatchObject({ ended: '', 'ran out': '203.0.113.9 Firefox' })
    expect(await db.$count(passwordResets)).toBe(0)
    days(7)
    await night()
    expect(await told()).toMatchObject({ ended: '', 'ran out': '' })
    // when they were here last is still known
    expect(await db.select({ at: staffSessions.lastSeenAt }).from(staffSessions)).toContainEqual({ at })
  })
})
