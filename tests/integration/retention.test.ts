import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as policies from '~/content/policies'
import { bookings, contactMessages, customers } from '~/db/schema'
import { ZERO } from '~/domain/money'
import { bookingPage } from '~/features/booking/booking-page.server'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { placeStaffBooking } from '~/features/booking/staff-booking.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { holdSlot, purchase, storedBooking } from '../support/purchase'
import { from } from '../support/request-from'
import { basicDraft, OWNER } from '../support/theatre'

test('the version of the policies changes with their words', () => {
  const { POLICIES_VERSION, ...words } = policies
  const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 12)
  // after changing a policy: put the day of the change into POLICIES_VERSION, then both values here
  expect([POLICIES_VERSION, hash]).toMatchInlineSnapshot(`
    [
      "2026-11-21",
      "261ecfb46740",
    ]
  `)
})

onEachDatabase('what is kept about people', (kind) => {
  const app = useApp(kind)
  const days = (count: number) => app.clock.advanceMinutes(count * 24 * 60)
  /** The night's work, as the scheduler starts it. */
  async function night() {
    await app.context.jobs.enqueue(app.context.db, 'reconcile', {})
    expect(await app.work()).toMatchObject({ failed: 0 })
  }
  const SCREEN = '203.0.113.7'

  test('when, in which wording and from where terms were accepted; the address for 180 days', async () => {
    const { bookingId } = await from(SCREEN, () => purchase(app, basicDraft(app.theatre)))
    const agreed = { termsAcceptedAt: app.clock.now(), termsVersion: policies.POLICIES_VERSION }
    expect(await storedBooking(app, bookingId)).toMatchObject({ ...agreed, termsAddress: SCREEN })
    const page = await bookingPage(app.context, { kind: 'all' }, bookingId)
    expect(page?.facts).toContainEqual({ label: 'From the address', text: SCREEN })
    days(179)
    await night()
    expect(await storedBooking(app, bookingId)).toMatchObject({ termsAddress: SCREEN })
    days(2)
    await night()
    expect(await storedBooking(app, bookingId)).toMatchObject({ ...agreed, termsAddress: null })
  })

  test('what staff tick for a caller has no address; nothing is kept of terms nobody accepted', async () => {
    const place = (termsAccepted: boolean, slotId: string | undefined) => {
      const draft = basicDraft(app.theatre, { termsAccepted, slotId })
      return from(SCREEN, () => placeStaffBooking(app.context, OWNER, draft, { ...NOTHING, mode: 'cash' }))
    }
    const { slots } = app.theatre.aurora
    const placed = [await place(true, slots['19:00']), await place(false, slots['10:00'])]
    const stored = await Promise.all(placed.map((one) => storedBooking(app, one.ok ? one.bookingId : '')))
    expect(stored).toMatchObject([
      { termsVersion: policies.POLICIES_VERSION, termsAddress: null },
      { termsAcceptedAt: null, termsVersion: null, termsAddress: null },
    ])
  })

  test('who never paid is forgotten after 30 days, who paid is not', async () => {
    const { bookingId: paid } = await purchase(app, basicDraft(app.theatre))
    const unpaid = basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'], celebrantName: 'Aarav' })
    const { bookingId: begun } = await holdSlot(app, unpaid)
    app.clock.advanceMinutes(16)
    await tidyHolds(app.context)
    const number = unpaid.customer?.number ?? ''
    const known = () => app.context.db.$count(customers, eq(customers.number, number))
    await night()
    expect(await storedBooking(app, begun)).toMatchObject({ status: 'expired', customerNumber: number })
    expect(await known()).toBe(1)
    days(31)
    await night()
    expect(await storedBooking(app, begun)).toMatchObject({
      status: 'expired',
      customerName: 'Removed',
      customerEmail: '',
      customerNumber: '',
      celebrantName: '',
      customerId: null,
    })
    expect(await known()).toBe(0)
    expect(await storedBooking(app, paid)).toMatchObject({ customerName: 'Meera Krishnan' })
    expect(await app.context.db.$count(customers)).toBe(1)
    expect(await app.context.db.$count(bookings)).toBe(2)
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
})

const NOTHING = { advance: ZERO, note: '' }
