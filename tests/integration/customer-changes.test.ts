import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { blockedDates, bookings, catalogueItems, packagePrices, screenSlots, screens } from '~/db/schema'
import type { ClockTime } from '~/domain/calendar'
import { rupees, ZERO } from '~/domain/money'
import { sumsOf } from '~/domain/refund-parts'
import { setAttendance } from '~/features/booking/attendance.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import {
  cancelByCustomer,
  customerOptions,
  findChangeable,
  previewMove,
  ROOM_CLOSED,
  ROOM_ELSEWHERE,
  rescheduleByCustomer,
} from '~/features/booking/customer-changes.server'
import { moveChoices } from '~/features/booking/move-choices.server'
import { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { owedOf } from '~/features/money/return-owed.server'
import { findStoredBooking } from '~/features/stored-booking/stored-booking.server'
import { ask, serveHere, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { bookAtDesk, holdSlot, mailsOf, purchase, statusOf, storedBooking } from '../support/purchase'
import { basicDraft, date, fullDraft, OWNER } from '../support/theatre'

const WEDNESDAY = date('2027-03-10')
const THURSDAY = date('2027-03-11')
/** ₹999 less the provider's charge of 2 % and 18 % tax on it. */
const ADVANCE_BACK = rupees(975.42)

onEachDatabase('a customer changes a booking', (kind) => {
  const app = useApp(kind)

  const bought = (visit = WEDNESDAY) => purchase(app, basicDraft(app.theatre, { date: visit }))
  const slot = (from: string) => app.theatre.aurora.slots[from] ?? ''
  const move = (
    token: string,
    to = { date: THURSDAY, slotId: slot('19:00') },
    total = rupees(1_499),
    returned = ZERO,
  ) => rescheduleByCustomer(app.context, token, to, { total, returned })

  describe('cancelling', () => {
    test('in time refunds what was paid less the charges, releases the slot and says so by mail', async () => {
      const { linkToken, bookingId } = await bought()
      const open = await findChangeable(app.context, linkToken)
      expect(open?.options.cancellation).toMatchObject({ sums: { all: ADVANCE_BACK }, reason: 'in-time' })
      expect(await cancelByCustomer(app.context, linkToken, ADVANCE_BACK)).toMatchObject({
        returned: { online: ADVANCE_BACK, desk: 0 },
      })
      expect(await storedBooking(app, bookingId)).toMatchObject({
        status: 'cancelled',
        calendarSequence: 1,
        refunds: [{ amount: ADVANCE_BACK, status: 'queued' }],
      })
      expect((await storedBooking(app, bookingId)).events.at(-1)).toBe('cancelled')
      expect(await mailsOf(app, 'cancelled')).toBe(1)
      expect(await holdSlot(app, basicDraft(app.theatre, { date: WEDNESDAY }))).toMatchObject({ ok: true })
    })

    test('of a Friday refunds nothing and is possible all the same', async () => {
      const { linkToken, bookingId } = await bought(date('2027-03-12'))
      expect(await cancelByCustomer(app.context, linkToken, ZERO)).toMatchObject({ ok: true, returned: { all: 0 } })
      expect((await storedBooking(app, bookingId)).refunds).toEqual([])
    })

    test('is refused when the 72 hours ran out while the page was open', async () => {
      const { linkToken, bookingId } = await bought()
      app.clock.set('2027-03-07T19:00:01+05:30')
      const late = await cancelByCustomer(app.context, linkToken, ADVANCE_BACK)
      expect(late).toMatchObject({
        reason: 'return-changed',
        message: 'What goes back has changed meanwhile: it is ₹0 now. Please look again.',
      })
      expect(await statusOf(app, bookingId)).toBe('booked')
    })

    test('twice does it once, and the second press hears that it is done', async () => {
      const { linkToken, bookingId } = await bought()
      const both = [0, 1].map(() => cancelByCustomer(app.context, linkToken, ADVANCE_BACK))
      const answers = [...(await Promise.all(both)), await cancelByCustomer(app.context, linkToken, ADVANCE_BACK)]
      expect(answers.map(({ ok }) => ok)).toEqual([true, true, true])
      expect(answers.filter((answer) => answer.ok && answer.returned.all > 0)).toHaveLength(1)
      expect((await storedBooking(app, bookingId)).refunds).toHaveLength(1)
      expect(await mailsOf(app, 'cancelled')).toBe(1)
    })

    test('of what staff have cancelled is refused', async () => {
      const { linkToken, bookingId } = await bought()
      await cancelByStaff(app.context, OWNER, bookingId, { reason: 'The projector is broken', refund: 'full' })
      expect(await cancelByCustomer(app.context, linkToken, ADVANCE_BACK)).toMatchObject({ reason: 'not-found' })
    })

    test('is over when the visit begins, and was never there for a hold or a stranger', async () => {
      const { linkToken } = await bought()
      const hold = await holdSlot(app, basicDraft(app.theatre, { date: THURSDAY }))
      expect(await findChangeable(app.context, hold.linkToken)).toBeUndefined()
      expect(await cancelByCustomer(app.context, 'nobody-has-this-token', ZERO)).toMatchObject({
        reason: 'not-found',
      })
      app.clock.set('2027-03-10T19:00:00+05:30')
      expect(await cancelByCustomer(app.context, linkToken, ZERO)).toMatchObject({ reason: 'not-found' })
    })
  })

  describe('once its guests are in the house', () => {
    /** Arrived 40 minutes before the visit, which is when the desk may note it. */
    const arrived = async () => {
      const { linkToken, bookingId } = await bought()
      app.clock.set('2027-03-10T18:20:00+05:30')
      expect(await findChangeable(app.context, linkToken), 'awaited, it can be cancelled').toBeDefined()
      expect(await setAttendance(app.context, OWNER, bookingId, 'arrived')).toMatchObject({ ok: true })
      return { linkToken, bookingId }
    }
    const WORDS = 'Your party is in the house: please talk to the front desk about any change.'

    test('it is neither cancelled nor moved by its link, which says whom to talk to', async () => {
      serveHere(app.context)
      const { linkToken, bookingId } = await arrived()
      const { body } = await visitAt({ at: '/b/:token', id: linkToken })
      expect(body).toMatchObject({ options: null, inHouse: WORDS })
      for (const at of ['/b/:token/cancel', '/b/:token/reschedule'] as const) {
        const followed = await ask({ at, id: linkToken })
        expect([followed.short, followed.said], at).toEqual([`303 /b/${linkToken}`, WORDS])
        const fields = { refund: '0', date: THURSDAY, slot: slot('19:00'), total: '149900', returned: '0' }
        const pressed = await ask({ at, id: linkToken, fields })
        expect([pressed.short, pressed.said], at).toEqual([`303 /b/${linkToken}`, WORDS])
      }
      expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'booked', visitDate: WEDNESDAY })
      // noted by mistake and taken back
      await setAttendance(app.context, OWNER, bookingId, 'expected')
      expect(await findChangeable(app.context, linkToken)).toBeDefined()
      expect((await visitAt({ at: '/b/:token', id: linkToken })).body).toMatchObject({ inHouse: null })
    })

    test('a visit that only began leads back to its page without such words', async () => {
      serveHere(app.context)
      const { linkToken } = await bought()
      app.clock.set('2027-03-10T19:20:00+05:30')
      for (const at of ['/b/:token/cancel', '/b/:token/reschedule'] as const) {
        const followed = await ask({ at, id: linkToken })
        expect([followed.short, followed.said], at).toEqual([`302 /b/${linkToken}`, undefined])
      }
    })
  })

  describe('moving', () => {
    test('keeps what was bought, frees the old slot, takes the new one and says so by mail', async () => {
      const whole = fullDraft(app.theatre, { date: WEDNESDAY, nameOnCake: 'Aarav, 7' })
      const { linkToken, bookingId } = await purchase(app, whole)
      const { customerName, celebrantName, ledName, nameOnCake, people, lines, total } = await storedBooking(
        app,
        bookingId,
      )
      expect({ celebrantName, ledName, nameOnCake }).toEqual({
        celebrantName: 'Aarav',
        ledName: 'AARAV MEHTA',
        nameOnCake: 'Aarav, 7',
      })
      expect(await move(linkToken, undefined, total)).toMatchObject({ ok: true, returned: { all: 0 } })
      expect(await storedBooking(app, bookingId)).toMatchObject({
        status: 'booked',
        visitDate: THURSDAY,
        ...{ customerName, celebrantName, ledName, nameOnCake, people, total },
        lines: lines.map(({ name, amount, explanation }) => ({ name, amount, explanation })),
        rescheduleCount: 1,
        calendarSequence: 1,
        payments: [{ amount: rupees(999) }],
      })
      expect(await mailsOf(app, 'rescheduled')).toBe(1)
      expect(await holdSlot(app, basicDraft(app.theatre, { date: WEDNESDAY }))).toMatchObject({ ok: true })
    })

    test('asks nothing again of whom staff booked, without an address and the terms', async () => {
      const customer = { name: 'Walk In', email: '', number: '9845000001' }
      const draft = basicDraft(app.theatre, { date: WEDNESDAY, customer, termsAccepted: false })
      const { linkToken, bookingId } = await bookAtDesk(app, draft)
      expect(await move(linkToken)).toMatchObject({ ok: true })
      expect(await storedBooking(app, bookingId)).toMatchObject({ visitDate: THURSDAY, total: rupees(1_499) })
    })

    test('is possible once, and ends the refund', async () => {
      const { linkToken, bookingId } = await bought()
      await move(linkToken)
      expect(await move(linkToken, { date: WEDNESDAY, slotId: slot('10:00') })).toMatchObject({
        reason: 'not-allowed',
        message: 'A booking can be rescheduled once.',
      })
      const stored = await findStoredBooking(app.context.db, bookingId)
      expect(stored && customerOptions(stored, app.clock.now())?.cancellation.sums.all).toBe(0)
    })

    test('twice to one slot does it once, and the second press hears that it is done', async () => {
      const { linkToken, bookingId } = await bought()
      const answers = [...(await Promise.all([0, 1].map(() => move(linkToken)))), await move(linkToken)]
      expect(answers.map((answer) => (answer.ok ? 'moved' : answer.message))).toEqual(['moved', 'moved', 'moved'])
      const other = await move(linkToken, { date: THURSDAY, slotId: slot('10:00') })
      expect(other, 'another slot of that day').toMatchObject({ ok: false, reason: 'not-allowed' })
      expect(await storedBooking(app, bookingId)).toMatchObject({ visitDate: THURSDAY, rescheduleCount: 1 })
      expect(await mailsOf(app, 'rescheduled')).toBe(1)
    })

    test('ends 72 hours before', async () => {
      const { linkToken } = await bought()
      app.clock.set('2027-03-07T19:00:01+05:30')
      expect(await move(linkToken)).toMatchObject({ message: 'Rescheduling ends 72 hours before the booking.' })
    })

    test('to a slot that somebody has, a closed date or where it is already is refused', async () => {
      const { linkToken, bookingId } = await bought()
      await bought(THURSDAY)
      expect(await move(linkToken)).toMatchObject({ reason: 'slot-taken' })
      expect(await move(linkToken, { date: WEDNESDAY, slotId: slot('19:00') })).toMatchObject({
        ok: false,
        message: 'This is the date and slot you have already.',
      })
      await app.context.db.insert(blockedDates).values({ date: date('2027-03-15'), reason: 'Painting' })
      expect(await move(linkToken, { date: date('2027-03-15'), slotId: slot('19:00') })).toMatchObject({
        message: 'Painting',
      })
      expect(await storedBooking(app, bookingId)).toMatchObject({ visitDate: WEDNESDAY, rescheduleCount: 0 })
    })

    test('is not into a room that is offered no more', async () => {
      const { linkToken, bookingId } = await bought()
      await app.context.db.update(screens).set({ active: false })
      expect(await move(linkToken)).toMatchObject({ reason: 'not-allowed', message: ROOM_CLOSED })
      expect(await storedBooking(app, bookingId)).toMatchObject({ visitDate: WEDNESDAY, rescheduleCount: 0 })
    })

    test('is not into a room whose location is gone, and the page says so', async () => {
      serveHere(app.context)
      const { linkToken } = await bought()
      await app.context.db.update(screens).set({ locationId: null })
      const { short, body } = await visitAt({ at: '/b/:token/reschedule', id: linkToken })
      expect([short, body]).toEqual(['200', expect.objectContaining({ roomClosed: ROOM_CLOSED, slots: [] })])
    })

    test('is not into a room that stands at another location by now', async () => {
      const { linkToken, bookingId } = await bought()
      const aurora = eq(screens.id, app.theatre.aurora.id)
      await app.context.db.update(screens).set({ locationId: app.theatre.otherLocationId }).where(aurora)
      const asked = { month: null, date: THURSDAY, slot: slot('19:00') }
      const found = await findChangeable(app.context, linkToken)
      expect(found && (await moveChoices(app.context, found, asked))).toMatchObject({
        ...{ roomClosed: ROOM_ELSEWHERE, slots: [] },
      })
      expect(await move(linkToken)).toMatchObject({ reason: 'not-allowed', message: ROOM_ELSEWHERE })
      expect(await storedBooking(app, bookingId)).toMatchObject({
        ...{ visitDate: WEDNESDAY, locationName: 'Koramangala' },
      })
    })

    test.each([
      ['occasion', {}],
      ['cake', { packageId: 'celebration' }],
    ] as const)('keeps what was bought while there was no %s to choose, though there is one by now', async (what, chosen) => {
      const offer = (active: boolean) =>
        app.context.db.update(catalogueItems).set({ active }).where(eq(catalogueItems.kind, what))
      await offer(false)
      const packageId = 'packageId' in chosen ? app.theatre.aurora.celebration : app.theatre.aurora.basic
      const without = { occasionId: what === 'occasion' ? undefined : app.theatre.items.birthday }
      const led = { addons: [{ id: app.theatre.items.ledName, count: 1 }], ledName: 'ASHA' }
      const { linkToken, bookingId } = await purchase(
        app,
        basicDraft(app.theatre, { date: WEDNESDAY, packageId, ...without, ...led }),
      )
      await offer(true)
      const { total } = await storedBooking(app, bookingId)
      expect(await move(linkToken, undefined, total)).toMatchObject({ ok: true })
      expect(await storedBooking(app, bookingId)).toMatchObject({ visitDate: THURSDAY, total })
    })

    test('is to the hours that its own slot has by now, on the same day', async () => {
      const { linkToken, bookingId } = await bought()
      const hours = { from: '18:30' as ClockTime, to: '21:30' as ClockTime }
      await app.context.db
        .update(screenSlots)
        .set(hours)
        .where(eq(screenSlots.id, slot('19:00')))
      const found = await findChangeable(app.context, linkToken)
      const asked = { month: null, date: WEDNESDAY, slot: slot('19:00') }
      const choices = found && (await moveChoices(app.context, found, asked))
      expect(choices?.slots.find(({ id }) => id === slot('19:00'))).toMatchObject({
        state: 'available',
        words: undefined,
      })
      expect(choices?.move).toMatchObject({ total: rupees(1_499) })
      expect(await move(linkToken, { date: WEDNESDAY, slotId: slot('19:00') })).toMatchObject({ ok: true })
      expect(await storedBooking(app, bookingId)).toMatchObject({ visitDate: WEDNESDAY, slotFrom: '18:30' })
    })

    test('says how full the days are, and that it is dearer only where it is', async () => {
      const { linkToken } = await bought()
      const asked = { month: null, date: THURSDAY, slot: slot('19:00') }
      const choices = async () => {
        const found = await findChangeable(app.context, linkToken)
        return found && moveChoices(app.context, found, asked)
      }
      expect(await choices()).toMatchObject({ move: { dearer: null }, fullness: { [THURSDAY]: { free: 4, of: 4 } } })
      const custom = { packageId: app.theatre.aurora.basic, date: THURSDAY, price: rupees(1_999) }
      await app.context.db.insert(packagePrices).values(custom)
      expect((await choices())?.move?.dearer).toContain('You pay the difference')
    })

    test('to a date with its own price shows that price first', async () => {
      const { linkToken, bookingId } = await bought()
      const custom = { packageId: app.theatre.aurora.basic, date: THURSDAY, price: rupees(1_999) }
      await app.context.db.insert(packagePrices).values(custom)
      const open = await findChangeable(app.context, linkToken)
      const preview = open && (await previewMove(app.context, open, { date: THURSDAY, slotId: slot('19:00') }))
      expect(preview?.priced?.total).toBe(rupees(1_999))
      expect(await move(linkToken)).toMatchObject({ ok: false, reason: 'price-changed' })
      expect(await move(linkToken, undefined, rupees(1_999))).toMatchObject({ ok: true })
      expect((await storedBooking(app, bookingId)).total).toBe(rupees(1_999))
    })

    describe('to a cheaper date', () => {
      /** Paid in full, and Thursday costs ₹500 less. */
      async function cheaper() {
        const custom = { packageId: app.theatre.aurora.basic, date: THURSDAY, price: rupees(999) }
        await app.context.db.insert(packagePrices).values(custom)
        const booking = await purchase(app, basicDraft(app.theatre, { date: WEDNESDAY, payChoice: 'full' }))
        await app.work()
        return booking
      }

      test('refunds the difference by itself, as was said before, and says so by mail', async () => {
        const { linkToken, bookingId } = await cheaper()
        const open = await findChangeable(app.context, linkToken)
        expect(open && sumsOf(owedOf({ ...open.stored, total: rupees(999) }))).toMatchObject({ online: rupees(500) })
        expect(await move(linkToken, undefined, rupees(999))).toMatchObject({ reason: 'return-changed' })
        const moved = await move(linkToken, undefined, rupees(999), rupees(500))
        expect(moved).toMatchObject({ ok: true, returned: { online: rupees(500), desk: 0 } })
        await app.work()
        expect(await storedBooking(app, bookingId)).toMatchObject({
          total: rupees(999),
          refunds: [{ mode: 'online', status: 'processed', amount: rupees(500) }],
          events: expect.arrayContaining(['moved', 'refund-started']),
        })
        const mail = app.mailbox.mails.find(({ subject }) => subject.startsWith('Booking moved'))
        expect(mail?.text).toContain('₹500 is on its way back to you and arrives within 5–7 working days.')
        expect(mail?.text).toContain('Paid ₹1,499\nComing back ₹500\n\nEverything is paid.')
        const page = await findCustomerBooking(app.context, linkToken)
        expect(page?.returns).toMatchObject([{ amount: rupees(500), how: 'Sent back to the account you paid from' }])
      })

      test('and then cancelling it refunds nothing more, for it was moved', async () => {
        const { linkToken, bookingId } = await cheaper()
        await move(linkToken, undefined, rupees(999), rupees(500))
        expect(await cancelByCustomer(app.context, linkToken, ZERO)).toMatchObject({ ok: true, returned: { all: 0 } })
        expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ amount: rupees(500) }])
      })

      test('what is owed is never forfeited: a cancellation returns it whole, whatever the policy gives', async () => {
        const { linkToken, bookingId } = await cheaper()
        // a move of the time before differences went back by themselves
        await app.context.db
          .update(bookings)
          .set({ total: rupees(999), rescheduleCount: 1 })
          .where(eq(bookings.id, bookingId))
        const open = await findChangeable(app.context, linkToken)
        expect(open?.options.cancellation).toMatchObject({
          reason: 'rescheduled',
          owed: { all: rupees(500) },
          sums: { online: rupees(500), all: rupees(500) },
        })
        expect(await cancelByCustomer(app.context, linkToken, ZERO)).toMatchObject({ reason: 'return-changed' })
        expect(await cancelByCustomer(app.context, linkToken, rupees(500))).toMatchObject({ ok: true })
        await app.work()
        expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ amount: rupees(500) }])
        const mail = app.mailbox.mails.find(({ subject }) => subject.startsWith('Booking cancelled'))
        expect(mail?.text).toContain('₹500 is on its way back to you')
      })
    })

    test('two families to one slot: one moves', async () => {
      const first = await bought()
      const second = await bought(date('2027-03-16'))
      const answers = await Promise.all([move(first.linkToken), move(second.linkToken)])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: 'slot-taken' })
    })
  })
})
