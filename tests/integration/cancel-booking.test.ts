import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, bookings } from '~/db/schema'
import { formatRupees, type Paise, paise, rupees, toRupeeNumber, ZERO } from '~/domain/money'
import { cancelByStaff, cancellationOffers } from '~/features/booking/cancel-booking.server'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { bookingPage } from '~/features/booking-pages/booking-page.server'
import { bookingLinksMail } from '~/features/booking-pages/find-booking.server'
import { deskVisit } from '~/features/front-desk/desk-visit.server'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { findStoredBooking } from '~/features/stored-booking/stored-booking.server'
import { serveHere, signedIn, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { drawnForm, drawnPage } from '../support/drawn-form'
import { bookAtDesk, holdSlot, purchase, storedBooking, takeCash } from '../support/purchase'
import { basicDraft, date, frontDesk, fullDraft, locationAdmin, OWNER } from '../support/theatre'

onEachDatabase('deleting a booking', (kind) => {
  const app = useApp(kind)
  /** A Wednesday more than 72 hours ahead: the policy gives money back. */
  const midweek = () => basicDraft(app.theatre, { date: date('2027-03-10') })
  const remove = (bookingId: string, refund: 'policy' | 'full' | 'none', staff = OWNER, shown?: Paise) =>
    cancelByStaff(app.context, staff, bookingId, { reason: 'Asked by phone', refund, shown: { [refund]: shown } })
  const ledger = async (bookingId: string) => {
    const { total, status, payments, refunds } = await storedBooking(app, bookingId)
    return ledgerOfRows({ total, status }, payments, refunds)
  }

  test('keeps the row with its reason, frees the slot, writes to the customer and the audit log', async () => {
    const { bookingId } = await purchase(app, midweek())
    const before = await storedBooking(app, bookingId)
    expect(await remove(bookingId, 'full')).toMatchObject({ ok: true, returned: rupees(999) })
    expect(await storedBooking(app, bookingId)).toMatchObject({
      status: 'cancelled',
      cancelReason: 'Asked by phone',
      ...{ calendarSequence: 1, version: before.version + 1 },
      events: expect.arrayContaining(['cancelled']),
    })
    await holdSlot(app, midweek())
    await app.work()
    const mail = app.mailbox.mails.find(({ subject }) => subject.startsWith('Booking cancelled'))
    expect(mail?.text).toContain('₹999 is on its way back to you')
    expect(mail?.attachments[0]?.content).toContain('METHOD:CANCEL')
    expect(await app.context.db.select().from(auditLog).orderBy(auditLog.id)).toMatchObject([
      { action: 'deleted', entity: 'Booking', entityId: bookingId, changes: { Reason: ['', 'Asked by phone'] } },
    ])
  })

  test('by the front desk sends back no more than it may', async () => {
    const { bookingId } = await purchase(app, midweek())
    const desk = frontDesk(app.theatre.locationId)
    const cancel = (limit: number) => {
      const limited = { ...app.context, business: { ...app.context.business, deskRefundLimit: rupees(limit) } }
      return cancelByStaff(limited, desk, bookingId, { reason: 'Asked by phone', refund: 'full' })
    }
    expect(await cancel(998)).toMatchObject({ ok: false, reason: 'beyond-desk' })
    expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'booked', refunds: [] })
    expect(await cancel(999)).toMatchObject({ ok: true, returned: rupees(999) })
  })

  test('offers each role what it may choose, and says beside the rest why it may not', async () => {
    serveHere(app.context)
    const { bookingId: id } = await purchase(app, midweek())
    const asked = async (who: ActingStaff, limit = 500) => {
      const limited = { ...app.context, business: { ...app.context.business, deskRefundLimit: rupees(limit) } }
      serveHere(limited)
      const cookie = await signedIn(app, { ...who, id: `${who.role}-${limit}` })
      const page = await drawnPage({ at: '/admin/bookings/view/:id', id, query: '?delete=1', cookie })
      return [...page.querySelectorAll<HTMLInputElement>('input[type=radio]')].map(
        ({ value, disabled, checked, labels }) => ({
          ...{ value, disabled, checked },
          said: labels?.[0]?.textContent?.includes('Please ask an admin of the location.'),
        }),
      )
    }
    const desk = frontDesk(app.theatre.locationId)
    const offered = { disabled: false, checked: false, said: false }
    const dimmed = { disabled: true, checked: false, said: true }
    // nothing is chosen for whoever may not choose what the policy says
    expect(await asked(desk)).toEqual([
      { value: 'policy', ...dimmed },
      { value: 'full', ...dimmed },
      { value: 'none', ...offered },
    ])
    const all = [
      { value: 'policy', ...offered, checked: true },
      { value: 'full', ...offered },
      { value: 'none', ...offered },
    ]
    expect(await asked(desk, 999)).toEqual(all)
    expect(await asked(locationAdmin(app.theatre.locationId))).toEqual(all)
  })

  test('of a visit that has begun, with more still due than the front desk may write off, is an admin’s', async () => {
    const { bookingId: id } = await purchase(app, fullDraft(app.theatre, { date: date('2027-03-10') }))
    const desk = frontDesk(app.theatre.locationId)
    const { remaining } = await ledger(id)
    const due = `${formatRupees(remaining)} is still due.`
    serveHere(app.context)
    const asked = async (who: ActingStaff) => {
      const cookie = await signedIn(app, { ...who, id: `${who.role}-${app.clock.now().getTime()}` })
      const page = await drawnPage({ at: '/admin/bookings/view/:id', id, query: '?delete=1', cookie })
      const button = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Delete')
      return { shut: button?.disabled, said: page.body.textContent ?? '' }
    }
    // who does not come owes nothing
    expect(await asked(desk)).toMatchObject({ shut: false, said: expect.not.stringContaining('still due.') })
    for (const at of ['2027-03-10T13:45:00Z', '2027-03-11T13:45:00Z']) {
      app.clock.set(at)
      expect(await asked(desk)).toMatchObject({ shut: true, said: expect.stringContaining(due) })
      expect(await remove(id, 'none', desk)).toMatchObject({
        reason: 'beyond-desk',
        message: expect.stringContaining(due),
      })
    }
    expect(await asked(OWNER)).toMatchObject({
      shut: false,
      said: expect.stringContaining('nobody will be asked for it'),
    })
    expect(await storedBooking(app, id)).toMatchObject({ status: 'booked', deskReturned: 0 })

    // what was paid, or is no more than it may write off, keeps nobody from it, and counts
    await takeCash(app, id, toRupeeNumber(remaining) - 300, toRupeeNumber(remaining))
    expect(await remove(id, 'none', desk)).toMatchObject({ ok: true, returned: 0, written: rupees(300) })
    expect(await storedBooking(app, id)).toMatchObject({ status: 'cancelled', deskReturned: rupees(300) })
    expect(await app.context.db.select().from(auditLog).orderBy(auditLog.id)).toMatchObject([
      {},
      { action: 'deleted', changes: { 'Written off': ['', '₹300'] } },
    ])
  })

  test.each([
    ['more was ordered at the door', '2027-03-10T13:45:00Z', 0],
    ['its visit has begun', '2027-03-10T13:25:00Z', 20],
  ])('writes off no other sum than its question said, when %s meanwhile', async (_, at, minutes) => {
    serveHere(app.context)
    const { bookingId: id } = await purchase(app, fullDraft(app.theatre, { date: date('2027-03-10') }))
    app.clock.set(at)
    const page = {
      at: '/admin/bookings/view/:id',
      id,
      query: '?delete=1',
      cookie: await signedIn(app, OWNER),
    }
    const asked = async () => ({ ...(await drawnForm(page, 'cancel')), intent: 'delete', reason: 'Booked twice' })
    const before = await asked()
    if (minutes) app.clock.advanceMinutes(minutes)
    else await editBooking(app, id, () => ({ people: 8 }))
    const { remaining } = await ledger(id)
    const refused = await visitAt({ ...page, query: '', fields: before })
    expect([refused.short, JSON.stringify(refused.body)]).toEqual([
      '409',
      expect.stringContaining(`it is ${formatRupees(remaining)} now. Please look again.`),
    ])
    expect((await storedBooking(app, id)).status).toBe('booked')
    const again = await asked()
    expect(again).toMatchObject({ 'shown.written': String(remaining) })
    expect((await visitAt({ ...page, query: '', fields: again })).short).toMatch(/^303/)
    expect(await app.context.db.select().from(auditLog).orderBy(auditLog.id)).toContainEqual(
      expect.objectContaining({
        action: 'deleted',
        changes: expect.objectContaining({ 'Written off': ['', formatRupees(remaining)] }),
      }),
    )
  })

  describe('refunds', () => {
    test('everything: online by the provider, what was taken at the front desk as well', async () => {
      const online = await purchase(app, midweek())
      await remove(online.bookingId, 'full')
      await app.work()
      expect(await ledger(online.bookingId)).toMatchObject({ received: rupees(999), refunded: rupees(999) })
      const { bookingId } = await bookAtDesk(app, midweek(), 500)
      expect(await remove(bookingId, 'full')).toMatchObject({ ok: true, returned: rupees(500) })
      expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ mode: 'cash', amount: rupees(500) }])
    })

    test('money of the front desk once it was handed over, which staff of its location note once', async () => {
      const { bookingId } = await bookAtDesk(app, midweek(), 500)
      await remove(bookingId, 'full')
      const [refund] = (await storedBooking(app, bookingId)).refunds
      expect(refund).toMatchObject({ status: 'queued', settledAt: null })
      const handOver = (staff = OWNER) => handOverRefund(app.context, staff, bookingId, refund?.id ?? '')
      expect(await handOver(locationAdmin(app.theatre.otherLocationId))).toMatchObject({ reason: 'not-found' })
      expect(await handOver()).toEqual({ ok: true, handed: rupees(500), mode: 'cash' })
      expect(await handOver()).toMatchObject({ reason: 'nothing-due' })
      expect(await storedBooking(app, bookingId)).toMatchObject({
        refunds: [{ status: 'processed', settledAt: app.clock.now() }],
        payments: [{ status: 'refunded' }],
        events: expect.arrayContaining(['handed-over']),
      })
      expect(await ledger(bookingId)).toMatchObject({ received: rupees(500), refunded: rupees(500), refundDue: 0 })
    })

    test('online money never by hand', async () => {
      const { bookingId } = await purchase(app, midweek())
      await remove(bookingId, 'full')
      const [refund] = (await storedBooking(app, bookingId)).refunds
      expect(await handOverRefund(app.context, OWNER, bookingId, refund?.id ?? '')).toMatchObject({ ok: false })
      expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'queued' }])
    })

    test('exactly the parts that each choice shows: what is owed whole, and on top of it what was chosen', async () => {
      for (const refund of ['policy', 'full', 'none'] as const) {
        const { bookingId } = await purchase(app, midweek())
        app.clock.advanceMinutes(1)
        await editBooking(app, bookingId, () => ({}), { fullPayment: true, mode: 'upi' })
        // it has become cheaper than what was paid, and the difference has not gone back yet
        await app.context.db
          .update(bookings)
          .set({ total: rupees(1_299) })
          .where(eq(bookings.id, bookingId))
        const stored = await findStoredBooking(app.context.db, bookingId)
        const offer = stored && cancellationOffers(stored, app.clock.now())[refund]
        expect(offer?.owed).toEqual({ online: 0, desk: rupees(200), all: rupees(200) })
        const all = offer?.sums.all ?? ZERO
        expect(all).toBe({ policy: rupees(1_475.42), full: rupees(1_499), none: rupees(200) }[refund])
        expect(await remove(bookingId, refund, OWNER, paise(all - 1))).toMatchObject({ reason: 'return-changed' })
        expect(await remove(bookingId, refund, OWNER, all)).toMatchObject({ ok: true, returned: all })
        const queued = (await storedBooking(app, bookingId)).refunds
        expect(queued.map(({ paymentId, amount }) => ({ payment: paymentId, amount }))).toEqual(
          expect.arrayContaining(offer?.parts.map(({ payment, amount }) => ({ payment, amount })) ?? []),
        )
        expect(queued).toHaveLength(offer?.parts.length ?? -1)
      }
    })

    test('nothing that came while the question stood open, before staff were shown it', async () => {
      serveHere(app.context)
      const { bookingId } = await bookAtDesk(app, midweek())
      const page = {
        at: '/admin/bookings/view/:id',
        id: bookingId,
        query: '?delete=1',
        cookie: await signedIn(app, OWNER),
      }
      const form = { ...(await drawnForm(page, 'cancel')), intent: 'delete', reason: 'Asked by phone' }
      expect(form).toMatchObject({ 'shown.full': '0' })
      await takeCash(app, bookingId, 999, 1_499)
      const asked = await visitAt({ ...page, query: '', fields: form })
      expect([asked.short, JSON.stringify(asked.body)]).toEqual([
        '409',
        expect.stringContaining('What could go back has changed meanwhile: it is ₹999 now.'),
      ])
      expect((await storedBooking(app, bookingId)).status).toBe('booked')
      // now it is asked what goes back, of which the policy's is chosen: all of it, as it is cash
      const again = await drawnPage(page)
      expect(again.querySelector('input[name="refund"]:checked')?.getAttribute('value')).toBe('policy')
      const unchosen = { ...(await drawnForm(page, 'cancel')), intent: 'delete', reason: 'Asked by phone' }
      const { refund: _, ...bare } = unchosen as Record<string, string>
      expect((await visitAt({ ...page, query: '', fields: bare })).short).toBe('400')
      expect((await visitAt({ ...page, query: '', fields: { ...unchosen, refund: 'full' } })).short).toMatch(/^303/)
      expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ amount: rupees(999) }])
    })

    test('nothing when staff say so', async () => {
      const { bookingId } = await purchase(app, midweek())
      expect(await remove(bookingId, 'none')).toMatchObject({ ok: true, returned: 0 })
      expect((await storedBooking(app, bookingId)).refunds).toEqual([])
    })

    test('nothing by the policy for a Friday', async () => {
      const { bookingId } = await purchase(app, basicDraft(app.theatre))
      expect(await remove(bookingId, 'policy')).toMatchObject({ ok: true, returned: 0 })
    })
  })

  test('is for a booking that stands, once, by staff of its location', async () => {
    const { bookingId } = await purchase(app, midweek())
    const stranger = locationAdmin(app.theatre.otherLocationId)
    expect(await remove(bookingId, 'none', stranger)).toMatchObject({ reason: 'not-found' })
    expect((await storedBooking(app, bookingId)).status).toBe('booked')
    expect(await remove(bookingId, 'none', locationAdmin(app.theatre.locationId))).toMatchObject({ ok: true })
    expect(await remove(bookingId, 'full')).toMatchObject({
      ...{ reason: 'not-standing', message: 'This booking has been cancelled already.' },
    })
    const held = await holdSlot(app, midweek())
    app.clock.advanceMinutes(16)
    await tidyHolds(app.context)
    expect(await remove(held.bookingId, 'full')).toMatchObject({ message: 'This hold has ended already.' })
  })

  test('calls a hold what it was, to its customer and to staff: one that has ended, and no booking that was cancelled', async () => {
    serveHere(app.context)
    const headOf = async ({ bookingId }: { bookingId: string }) => {
      const { linkToken } = await storedBooking(app, bookingId)
      return (await drawnPage({ at: '/b/:token', id: linkToken })).querySelector('h1')?.textContent
    }
    const chatOf = async ({ bookingId }: { bookingId: string }) => {
      const visit = await deskVisit(app.context, { kind: 'all' }, bookingId)
      return new URL(visit?.contact.chat ?? '').searchParams.get('text')
    }
    const held = await holdSlot(app, midweek())
    await remove(held.bookingId, 'none')
    expect(await headOf(held)).toBe('This hold has ended')
    expect(await chatOf(held)).toContain('The hold has ended, so the room is no longer kept for you.')
    const facts = (await bookingPage(app.context, { kind: 'all' }, held.bookingId))?.facts ?? []
    expect(facts.find(({ label }) => label === 'Status')?.text).toBe('expired')
    expect(await remove(held.bookingId, 'none')).toMatchObject({ message: 'This hold has ended already.' })
    const { number, email } = { number: '9845098450', email: 'meera@gmail.com' }
    const letter = async () => (await bookingLinksMail(app.context, { number, email }))?.text ?? ''
    await app.context.db.update(bookings).set({ customerNumber: number, customerEmail: email })
    expect(await letter()).toContain('no longer held')
    const booked = await purchase(app, midweek())
    await remove(booked.bookingId, 'none')
    expect(await headOf(booked)).toBe('This booking was cancelled')
  })
})
