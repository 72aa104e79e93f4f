import { and, eq, gt, isNotNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { blockedDates, bookings, catalogueItems, coupons, customers, locations, packages, screens } from '~/db/schema'
import type { Draft } from '~/domain/draft'
import { paise, rupees } from '~/domain/money'
import { placeHold, tidyHolds } from '~/features/booking/place-booking.server'
import { resolveQuote } from '~/features/booking/quote.server'
import { forgetOldData } from '~/features/customer/retention.server'
import { releaseHold } from '~/features/money/leave-payment.server'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { bookAtDesk, holdSlot, openOrder, pressPay, purchase, statusOf, storedBooking } from '../support/purchase'
import { from } from '../support/request-from'
import { atCeleste, basicDraft, date, fullDraft, type Theatre } from '../support/theatre'

const atAurora = (theatre: Theatre, start = '19:00') => ({ slotId: theatre.aurora.slots[start] })

onEachDatabase('placing a booking', (kind) => {
  const app = useApp(kind)

  describe('the hold', () => {
    test('keeps the slot for 15 minutes at the server’s price, with every line and its words', async () => {
      const customer = { name: ' Meera Krishnan ', email: ' meera@gmail.com ', number: '+91 98450 12345' }
      const { bookingId, attemptId } = await holdSlot(app, fullDraft(app.theatre, { customer }))
      const booking = await storedBooking(app, bookingId)
      expect(booking).toMatchObject({ status: 'pending', source: 'online', total: rupees(4_436), people: 4 })
      expect(booking).toMatchObject({ customerName: 'Meera Krishnan', customerEmail: 'meera@gmail.com' })
      expect(booking.customerNumber).toBe('9845012345')
      expect(booking.holdEndsAt).toEqual(new Date('2027-03-01T06:45:00Z'))
      expect(booking.during).toEqual({
        from: new Date('2027-03-12T13:30:00Z'),
        to: new Date('2027-03-12T16:30:00Z'),
      })
      const sum = booking.lines.reduce((total, { amount }) => total + amount, 0)
      expect(sum).toBe(booking.total)
      expect(booking.lines.map(({ explanation }) => explanation).filter(Boolean)).toEqual([
        'LED: 11 characters, 3 extra × ₹30',
        '4 people, 2 extra × ₹200',
        'first cake free, special +₹150',
      ])
      expect(booking.attempts).toMatchObject([{ id: attemptId, amount: rupees(999), purpose: 'advance' }])
      expect(booking.events).toEqual(['held'])
    })

    test('asks for the whole amount when the customer pays in full', async () => {
      const { bookingId } = await holdSlot(app, fullDraft(app.theatre, { payChoice: 'full' }))
      expect((await storedBooking(app, bookingId)).attempts).toMatchObject([{ amount: rupees(4_436), purpose: 'full' }])
    })

    test('of one slot goes to exactly one of 50 families who want it at once; 49 are told', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => pressPay(app, basicDraft(app.theatre))))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.filter((answer) => !answer.ok && answer.reason === 'slot-taken')).toHaveLength(49)
      expect(await app.context.db.$count(bookings)).toBe(1)
    })

    test('ends after 15 minutes: the slot sells again and the old hold is expired', async () => {
      const first = await holdSlot(app, basicDraft(app.theatre))
      app.clock.advanceMinutes(14.9)
      expect(await pressPay(app, basicDraft(app.theatre))).toMatchObject({ reason: 'slot-taken' })
      app.clock.advanceMinutes(0.1)
      const second = await holdSlot(app, basicDraft(app.theatre))
      expect(await statusOf(app, first.bookingId)).toBe('expired')
      expect(await statusOf(app, second.bookingId)).toBe('pending')
      expect((await storedBooking(app, first.bookingId)).events).toEqual(['held', 'hold-ended'])
    })

    test('is tidied up by the job as well', async () => {
      const { bookingId } = await holdSlot(app, basicDraft(app.theatre))
      expect(await tidyHolds(app.context)).toBe(0)
      app.clock.advanceMinutes(15)
      expect(await tidyHolds(app.context)).toBe(1)
      expect(await statusOf(app, bookingId)).toBe('expired')
    })

    test('is limited to four a network, whatever number is typed; a stranger uses up nobody else’s', async () => {
      const { customer } = basicDraft(app.theatre)
      const wish = (index: number) => {
        const [screen, start] = [index % 2 ? atCeleste : atAurora, Object.keys(app.theatre.aurora.slots)[index >> 1]]
        return screen(app.theatre, start)
      }
      const press = (network: string, index: number, changes = {}) =>
        from(network, () => pressPay(app, basicDraft(app.theatre, { ...wish(index), ...changes })))
      for (let index = 0; index < 4; index++) {
        expect(await press(`2001:db8:7:1::${index}`, index, index % 2 ? { customer } : {})).toMatchObject({ ok: true })
      }
      expect(await press('2001:db8:7:1::9', 4)).toMatchObject({ reason: 'too-many-holds', step: 'payment' })
      expect(await press('203.0.113.7', 4, { customer })).toMatchObject({ ok: true })
      expect(await press('2001:db8:7:2::1', 5, { customer })).toMatchObject({ ok: true })
      app.clock.advanceMinutes(15)
      expect(await press('2001:db8:7:1::9', 4)).toMatchObject({ ok: true })
    })

    test('with nothing to pay are four to come from a network, lately made; staff make as many as they like', async () => {
      const free = (day: number, slot = '10:00') =>
        fullDraft(app.theatre, {
          ...{ date: date(`2027-04-${day}`), slotId: app.theatre.aurora.slots[slot], couponCode: 'HOUSE' },
          customer: { name: 'Meera', email: `meera${day}@gmail.com`, number: `98450000${day}` },
        })
      const press = (day: number, network = '2001:db8:7:1::1') => from(network, () => pressPay(app, free(day)))
      const made = await Promise.all([10, 11, 12, 13, 14, 15].map((day) => press(day, `2001:db8:7:1::${day}`)))
      expect(made.filter((one) => one.ok && one.status === 'booked')).toHaveLength(4)
      const refusals = made.flatMap((one) => (one.ok ? [] : [one]))
      const words = expect.stringContaining('Please call us')
      expect(refusals).toEqual(Array(2).fill({ ok: false, reason: 'too-many-holds', message: words, step: 'payment' }))
      // what is paid for, whoever is elsewhere, and staff are refused nothing
      expect(await from('2001:db8:7:1::1', () => pressPay(app, basicDraft(app.theatre)))).toMatchObject({ ok: true })
      expect(await press(20, '203.0.113.7')).toMatchObject({ ok: true, status: 'booked' })
      await from('2001:db8:7:1::1', () => bookAtDesk(app, free(21)))
      // one that was cancelled is not to come
      const [first] = made.flatMap((one) => (one.ok ? [one.bookingId] : []))
      await app.context.db
        .update(bookings)
        .set({ status: 'cancelled' })
        .where(eq(bookings.id, first ?? ''))
      expect(await press(22)).toMatchObject({ ok: true, status: 'booked' })
      expect(await press(23)).toMatchObject({ reason: 'too-many-holds' })
      // nothing is known of the network after two days
      app.clock.advanceMinutes(2 * 24 * 60 + 1)
      await forgetOldData(app.context)
      expect(await app.context.db.$count(bookings, isNotNull(bookings.heldFrom))).toBe(0)
      expect(await press(23)).toMatchObject({ ok: true, status: 'booked' })
    })

    test('a draft has one at a time, however often it is changed and pressed', async () => {
      const draft = basicDraft(app.theatre)
      for (const start of ['10:00', '13:00', '19:00', '10:00']) {
        const slotId = app.theatre.aurora.slots[start]
        expect(await from('203.0.113.7', () => pressPay(app, { ...draft, slotId }))).toMatchObject({ ok: true })
      }
      expect(await app.context.db.$count(bookings, eq(bookings.status, 'pending'))).toBe(1)
    })

    test('kept for an hour is refused to that network; the same hour of another day or room is not', async () => {
      const press = (changes = {}) => from('203.0.113.7', () => pressPay(app, basicDraft(app.theatre, changes)))
      for (let hold = 0; hold < 4; hold++) {
        expect(await press()).toMatchObject({ ok: true })
        app.clock.advanceMinutes(15)
      }
      expect(await press()).toMatchObject({
        ...{ ok: false, reason: 'too-many-holds', message: expect.stringContaining('This slot has been held') },
      })
      expect(await press({ date: date('2027-03-13') })).toMatchObject({ ok: true })
      expect(await press(atCeleste(app.theatre))).toMatchObject({ ok: true })
    })

    test('is still theirs when their network may have no further one', async () => {
      const press = (draft: Draft) => from('203.0.113.7', () => pressPay(app, draft))
      for (let hold = 0; hold < 3; hold++) {
        expect(await press(basicDraft(app.theatre))).toMatchObject({ ok: true })
        app.clock.advanceMinutes(15)
      }
      const draft = basicDraft(app.theatre)
      const held = await press(draft)
      if (!held.ok) throw new Error(held.message)
      app.clock.advanceMinutes(14)
      expect(await press(draft)).toMatchObject({ ok: true, bookingId: held.bookingId })
      app.clock.advanceMinutes(2)
      expect(await press({ ...draft, people: 3 })).toMatchObject({ reason: 'too-many-holds' })
      expect(await statusOf(app, held.bookingId)).toBe('pending')
      expect(await press(draft)).toMatchObject({ ok: true, bookingId: held.bookingId })
    })

    test('cannot be renewed for ever: a network keeps a slot an hour a day, all of them six hours', async () => {
      const { db } = app.context
      const starts = Object.keys(app.theatre.aurora.slots)
      const wishes = starts.flatMap((start) => [atAurora(app.theatre, start), atCeleste(app.theatre, start)])
      const drafts = wishes.map((wish) => basicDraft(app.theatre, wish))
      const held = new Map<string, number>()
      for (let minute = 0; minute < 150; minute += 14) {
        for (const [index, draft] of drafts.entries()) {
          // a new draft each time, or one that is changed and pressed again
          const next =
            index % 2 ? basicDraft(app.theatre, wishes[index]) : { ...draft, people: 2 + ((minute / 14) % 2) }
          await from('203.0.113.7', () => pressPay(app, next))
        }
        const live = await db.query.bookings.findMany({
          where: and(eq(bookings.status, 'pending'), gt(bookings.holdEndsAt, app.clock.now())),
        })
        expect(live.length).toBeLessThanOrEqual(4)
        app.clock.advanceMinutes(14)
      }
      for (const { screenId, slotFrom, createdAt, holdEndsAt } of await db.query.bookings.findMany()) {
        const slot = `${screenId} ${slotFrom}`
        held.set(slot, (held.get(slot) ?? 0) + ((holdEndsAt?.getTime() ?? 0) - createdAt.getTime()) / 60_000)
      }
      const minutes = [...held.values()]
      expect(minutes.length).toBeGreaterThan(4)
      expect(Math.max(...minutes)).toBeLessThanOrEqual(60 + 30)
      expect(minutes.reduce((all, one) => all + one, 0)).toBeLessThanOrEqual(6 * 60 + 4 * 30)
      expect(await from('203.0.113.7', () => pressPay(app, basicDraft(app.theatre)))).toMatchObject({
        message: expect.stringMatching(/call us/),
      })
      app.clock.advanceMinutes(24 * 60)
      expect(await from('203.0.113.7', () => pressPay(app, basicDraft(app.theatre)))).toMatchObject({ ok: true })
    })
  })

  describe('the same attempt again', () => {
    test('finds its first result', async () => {
      const draft = basicDraft(app.theatre)
      const [first, second] = [await holdSlot(app, draft), await holdSlot(app, draft)]
      expect(second).toEqual(first)
      const together = await Promise.all([1, 2, 3].map(() => pressPay(app, draft)))
      expect(new Set(together.map((one) => one.ok && one.bookingId))).toEqual(new Set([first.bookingId]))
    })

    test('after the payment finds the booking', async () => {
      const draft = basicDraft(app.theatre)
      const { bookingId } = await purchase(app, draft)
      expect(await pressPay(app, draft)).toMatchObject({ ok: true, bookingId, status: 'booked', attemptId: null })
      expect(await app.context.db.$count(bookings)).toBe(1)
    })

    test('after the payment, for another date, books that too', async () => {
      const draft = basicDraft(app.theatre)
      const { bookingId } = await purchase(app, draft)
      const second = await pressPay(app, { ...draft, date: date('2027-03-15') })
      expect(second).toMatchObject({ ok: true, status: 'pending' })
      expect(second.ok && second.bookingId).not.toBe(bookingId)
      expect(await statusOf(app, bookingId)).toBe('booked')
      expect(await app.context.db.$count(bookings)).toBe(2)
    })

    test('changed in between, releases its own hold and makes a new one', async () => {
      const draft = basicDraft(app.theatre)
      const first = await openOrder(app, draft)
      const second = await holdSlot(app, { ...draft, celebrantName: 'Aarav' })
      expect(second.bookingId).not.toBe(first.bookingId)
      expect(await statusOf(app, first.bookingId)).toBe('expired')
      expect(await storedBooking(app, second.bookingId)).toMatchObject({ celebrantName: 'Aarav', status: 'pending' })
    })

    test('refused, since the owner has changed the offer, keeps the hold that it has', async () => {
      const draft = basicDraft(app.theatre)
      const held = await openOrder(app, draft)
      await app.context.db.update(screens).set({ active: false })
      expect(await pressPay(app, draft)).toMatchObject({ ok: true, bookingId: held.bookingId })
      expect(await pressPay(app, { ...draft, people: 3 })).toMatchObject({ ok: false })
      expect(await statusOf(app, held.bookingId)).toBe('pending')
      await app.context.db.update(screens).set({ active: true })
      await app.context.db.update(packages).set({ price: rupees(1_999) })
      const press = (total: number) => placeHold(app.context, { draft, dropped: undefined }, { total: rupees(total) })
      expect(await press(1_499)).toMatchObject({ ok: true, bookingId: held.bookingId })
      expect(await press(1_599)).toMatchObject({ ok: false, reason: 'changed-meanwhile' })
      expect(await statusOf(app, held.bookingId)).toBe('pending')
      // and what was shown by then takes its place
      expect(await press(1_999)).toMatchObject({ ok: true, status: 'pending' })
      expect(await statusOf(app, held.bookingId)).toBe('expired')
    })

    test('changed while a payment is under way, is asked to wait', async () => {
      const draft = basicDraft(app.theatre)
      const { bookingId, orderId } = await openOrder(app, draft)
      app.emulator.pay(orderId, 'upi', 'pending')
      expect(await pressPay(app, { ...draft, celebrantName: 'Aarav' })).toMatchObject({ reason: 'payment-under-way' })
      expect(await statusOf(app, bookingId)).toBe('pending')
    })

    test('shortly before the hold ends, renews it', async () => {
      const draft = basicDraft(app.theatre)
      const { bookingId } = await holdSlot(app, draft)
      app.clock.advanceMinutes(14)
      await holdSlot(app, draft)
      expect((await storedBooking(app, bookingId)).holdEndsAt).toEqual(new Date('2027-03-01T06:59:00Z'))
      // once: a slot is not to be kept from others for ever
      app.clock.advanceMinutes(14)
      await holdSlot(app, draft)
      expect((await storedBooking(app, bookingId)).holdEndsAt).toEqual(new Date('2027-03-01T06:59:00Z'))
    })

    test('shortly before the hold ends, renews none of a slot that has begun, or on a day that was closed meanwhile', async () => {
      const renewed = async (draft: Draft, meanwhile: () => Promise<unknown>) => {
        const { bookingId } = await holdSlot(app, draft)
        const { holdEndsAt } = await storedBooking(app, bookingId)
        app.clock.advanceMinutes(14)
        await meanwhile()
        expect(await holdSlot(app, draft)).toMatchObject({ bookingId, status: 'pending' })
        return (await storedBooking(app, bookingId)).holdEndsAt?.getTime() !== holdEndsAt?.getTime()
      }
      const { locationId } = app.theatre
      expect(await renewed(basicDraft(app.theatre), async () => {})).toBe(true)
      const closed = { id: newId(), locationId, date: date('2027-03-13'), reason: 'Repairs' }
      const another = basicDraft(app.theatre, { date: date('2027-03-13') })
      expect(await renewed(another, () => app.context.db.insert(blockedDates).values(closed))).toBe(false)
      app.clock.set('2027-03-12T13:25:00Z')
      expect(await renewed(basicDraft(app.theatre), async () => {})).toBe(false)
    })

    test('after it was released, holds again', async () => {
      const draft = basicDraft(app.theatre)
      const { orderId, bookingId } = await openOrder(app, draft)
      expect(await releaseHold(app.context, { orderId })).toMatchObject({ outcome: 'released' })
      const again = await holdSlot(app, draft)
      expect(again.bookingId).not.toBe(bookingId)
    })
  })

  describe('the price', () => {
    test('is the server’s: a claimed total that differs is refused and nothing is held', async () => {
      const begun = { draft: basicDraft(app.theatre), dropped: undefined }
      expect(await placeHold(app.context, begun, { total: paise(100) })).toMatchObject({
        ok: false,
        reason: 'changed-meanwhile',
        step: 'payment',
      })
      expect(await app.context.db.$count(bookings)).toBe(0)
      expect(await placeHold(app.context, begun, { total: rupees(1_499) })).toMatchObject({ ok: true })
    })

    test('follows a change in the catalogue until the hold is made', async () => {
      const begun = { draft: basicDraft(app.theatre), dropped: undefined }
      await app.context.db
        .update(packages)
        .set({ price: rupees(1_599) })
        .where(eq(packages.id, app.theatre.aurora.basic))
      expect(await placeHold(app.context, begun, { total: rupees(1_499) })).toMatchObject({
        reason: 'changed-meanwhile',
      })
    })

    test('takes a coupon off, and refuses the old total when the coupon has ended', async () => {
      const draft = fullDraft(app.theatre, { couponCode: 'TENTH' })
      const total = paise(443_600 - 44_360)
      await app.context.db.update(coupons).set({ active: false }).where(eq(coupons.code, 'TENTH'))
      expect(await placeHold(app.context, { draft, dropped: undefined }, { total })).toMatchObject({
        reason: 'changed-meanwhile',
      })
      await app.context.db.update(coupons).set({ active: true }).where(eq(coupons.code, 'TENTH'))
      const placed = await placeHold(app.context, { draft, dropped: undefined }, { total })
      expect(placed).toMatchObject({ ok: true })
      const booking = await storedBooking(app, placed.ok ? placed.bookingId : '')
      expect(booking).toMatchObject({ couponCode: 'TENTH', couponPrice: -44_360, total })
    })

    test('beyond what a booking can come to is refused in words, to who books and to who edits', async () => {
      await app.context.db.update(screens).set({ extraPersonPrice: rupees(9_999_999) })
      expect(await pressPay(app, basicDraft(app.theatre, { people: 5 }))).toMatchObject({
        ok: false,
        message: '₹3,00,01,496 is more than can be booked here. Please call us.',
      })
      expect(await app.context.db.$count(bookings)).toBe(0)
      const { bookingId } = await bookAtDesk(app, basicDraft(app.theatre))
      const { confetti } = app.theatre.items
      await app.context.db
        .update(catalogueItems)
        .set({ price: rupees(9_999_999) })
        .where(eq(catalogueItems.id, confetti))
      expect(await editBooking(app, bookingId, () => ({ addons: [{ id: confetti, count: 5 }] }))).toMatchObject({
        reason: 'incomplete',
        message: expect.stringMatching(/^₹5,00,0[\d,]+ is more than can be booked here/),
      })
    })

    test('below ₹1 books at once, without a payment, with a mail', async () => {
      const placed = await holdSlot(app, fullDraft(app.theatre, { couponCode: 'HOUSE' }))
      expect(placed).toMatchObject({ status: 'booked', attemptId: null })
      expect(await storedBooking(app, placed.bookingId)).toMatchObject({ total: 0, attempts: [], holdEndsAt: null })
      await app.work()
      expect(app.mailbox.mails).toHaveLength(1)
    })
  })

  test('a location offers only its own add-ons and gifts, or all', async () => {
    const { items, locationId } = app.theatre
    const offered = async () => {
      const { offers } = await resolveQuote(app.context, app.context.db, {
        draft: basicDraft(app.theatre),
        dropped: undefined,
      })
      return [offers?.addons, offers?.gifts].map((some) => some?.map(({ name }) => name))
    }
    const everything = await offered()
    expect(everything).toEqual([['Confetti', 'LED Name'], ['Rose Bouquet']])
    const own = { addonIds: [items.confetti], giftIds: ['gone'] }
    await app.context.db.update(locations).set(own).where(eq(locations.id, locationId))
    expect(await offered()).toEqual([['Confetti'], []])
    await app.context.db.update(locations).set({ addonIds: [], giftIds: [] }).where(eq(locations.id, locationId))
    expect(await offered()).toEqual(everything)
  })

  test('an anonymous form does not overwrite a known customer; the booking keeps its own copy', async () => {
    const known = { name: 'Meera Krishnan', email: 'meera@gmail.com', number: '9845099999' }
    await purchase(app, basicDraft(app.theatre, { customer: known }))
    const typed = { name: 'Somebody', email: 'somebody@gmail.com', number: '+91 98450 99999' }
    const { bookingId } = await purchase(app, basicDraft(app.theatre, { customer: typed, ...atCeleste(app.theatre) }))
    expect(await app.context.db.select().from(customers)).toMatchObject([known])
    expect(await storedBooking(app, bookingId)).toMatchObject({
      customerName: 'Somebody',
      customerNumber: '9845099999',
    })
  })

  test('at 00:10 in Bengaluru “today” is the new day', async () => {
    app.clock.set('2027-03-11T18:40:00Z')
    expect(await pressPay(app, basicDraft(app.theatre, { date: date('2027-03-11') }))).toMatchObject({
      reason: 'date-closed',
    })
    expect(await pressPay(app, basicDraft(app.theatre))).toMatchObject({ ok: true })
  })
})
