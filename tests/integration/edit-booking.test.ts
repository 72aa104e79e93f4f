import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import {
  auditLog,
  blockedDates,
  bookings,
  catalogueItems,
  coupons,
  customers,
  internalNotes,
  packagePrices,
  packages,
  screenSlots,
  screens,
} from '~/db/schema'
import type { Draft } from '~/domain/draft'
import { type Paise, rupees } from '~/domain/money'
import { shownTexts } from '~/domain/proof'
import { placeOfQuote } from '~/features/booking/booking-content.server'
import { cancelByCustomer } from '~/features/booking/customer-changes.server'
import { changeTexts } from '~/features/booking/customer-texts.server'
import { findEditable } from '~/features/booking/edit-booking.server'
import { paidAlready } from '~/features/booking/paid-already.server'
import { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { listCustomers } from '~/features/customer/customers.server'
import { enterQuote } from '~/features/flow/flow-quote.server'
import { peopleChoices, peopleLimitsFor } from '~/features/flow/people-limits.server'
import { slotStep } from '~/features/flow/slot-step.server'
import { answerBesides } from '~/features/flow/step-answer.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { links } from '~/links'
import { useApp } from '../support/app'
import { editBooking, openEdit, resolveEdit } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { bookAtDesk, holdSlot, mailsOf, purchase, storedBooking, takeCash } from '../support/purchase'
import {
  atCeleste,
  basicDraft,
  date,
  fullDraft,
  locationAdmin,
  OWNER,
  openedByStaff,
  time,
  VISIT,
} from '../support/theatre'

onEachDatabase('an edit by staff', (kind) => {
  const app = useApp(kind)

  const unchanged = () => ({})
  const booked = async (draft = fullDraft(app.theatre)) => (await purchase(app, draft)).bookingId

  describe('opening it', () => {
    test('shows what was bought, and saving it unchanged changes no price', async () => {
      const bookingId = await booked()
      const before = await storedBooking(app, bookingId)
      expect(await editBooking(app, bookingId, unchanged)).toMatchObject({
        ok: true,
        ledger: { remaining: rupees(3_437) },
      })
      const after = await storedBooking(app, bookingId)
      expect(after).toMatchObject({
        total: before.total,
        version: before.version + 1,
        rescheduleCount: 0,
        calendarSequence: 0,
      })
      expect(after.lines.map(({ name, amount }) => [name, amount])).toEqual(
        before.lines.map(({ name, amount }) => [name, amount]),
      )
      expect(after.payments).toHaveLength(1)
    })

    test('is for staff of its location only', async () => {
      const bookingId = await booked()
      const stranger = locationAdmin(app.theatre.otherLocationId)
      expect(await findEditable(app.context, stranger, bookingId)).toBeUndefined()
      expect(await editBooking(app, bookingId, unchanged, { staff: stranger })).toMatchObject({
        reason: 'not-found',
        message: 'Invalid Booking ID',
      })
      expect(await findEditable(app.context, locationAdmin(app.theatre.locationId), bookingId)).toBeDefined()
    })
  })

  describe('what can be chosen', () => {
    async function opened(bookingId: string) {
      const open = await openEdit(app, bookingId)
      const quote = await resolveEdit(app.context, open.stored, open.draft)
      if (!quote.screen || !quote.offers || !quote.selection || !quote.priced) throw new Error('Incomplete.')
      const { screen, offers, selection, priced } = quote
      const staff = { ...OWNER, email: 'owner@x.example', sessionId: 's' }
      const desk = { ...open.money, mode: 'cash' as const, note: '' }
      const kept = { draft: open.draft, editing: { bookingId, version: open.version }, desk }
      const staffActor = { ...openedByStaff(kept), staff, stored: open.stored }
      return { ...quote, screen, offers, selection, priced, staffActor }
    }

    test('as many people as were booked, although the screen takes fewer now, which is flagged; another number must fit', async () => {
      const bookingId = await booked()
      await app.context.db.update(screens).set({ capacity: 3 })
      const quote = await opened(bookingId)
      expect(peopleChoices(quote)).toMatchObject({ people: [2, 3, 4], outside: { people: 4 } })
      expect(peopleLimitsFor(quote, 4)).toEqual({ minPeople: 4, capacity: 4 })
      expect(peopleLimitsFor(quote, 5)).toMatchObject({ minPeople: 2, capacity: 3 })
    })

    test('the own slot, even when it is over or no longer in the schedule, on its own date only', async () => {
      const bookingId = await booked()
      await app.context.db
        .update(screenSlots)
        .set({ archivedAt: app.clock.now() })
        .where(eq(screenSlots.from, time('19:00')))
      app.clock.set('2027-03-20T06:30:00Z')
      const quote = await opened(bookingId)
      const step = slotStep(app.context, quote, quote.screen)
      expect(step.stateOf(date('2027-03-12'))).toBe('available')
      expect(step.stateOf(date('2027-03-13'))).toBe('past')
      const own = (await step.slots(date('2027-03-12'))).filter(({ state }) => state === 'available')
      expect(own).toMatchObject([{ from: '19:00', to: '22:00' }])
      const moved = await resolveEdit(app.context, quote.staffActor.stored, {
        ...quote.draft,
        date: date('2027-03-22'),
      })
      expect(moved.screen?.slots.map(({ from }) => from)).not.toContain('19:00')
      expect(moved.slot).toBeUndefined()
    })

    test('dates closed to online booking, which say so', async () => {
      const bookingId = await booked()
      await app.context.db.insert(blockedDates).values({ date: date('2027-03-15'), reason: 'Private event' })
      const quote = await opened(bookingId)
      const staff = slotStep(app.context, quote, quote.screen)
      expect(staff.stateOf(date('2027-03-15'))).toBe('available')
      expect(staff.closedBecause(date('2027-03-15'))).toBe('Private event')
      const customer = slotStep(app.context, { ...quote, staffActor: undefined }, quote.screen)
      expect(customer.stateOf(date('2027-03-15'))).toBe('blocked')
    })
  })

  describe('prices', () => {
    const raise = (name: string, amount: number) =>
      app.context.db
        .update(catalogueItems)
        .set({ price: rupees(amount) })
        .where(eq(catalogueItems.name, name))

    test('of untouched lines stay, of new and changed ones are today’s', async () => {
      const bookingId = await booked()
      await raise('LED Name', 399)
      await raise('Rose Bouquet', 499)
      await raise('Confetti', 199)
      await app.context.db
        .update(packages)
        .set({ price: rupees(2_999) })
        .where(eq(packages.id, app.theatre.aurora.celebration))
      await app.context.db.update(screens).set({ extraPersonPrice: rupees(300) })
      const { confetti, roses } = app.theatre.items
      await editBooking(app, bookingId, ({ addons }) => ({
        addons: [...addons, { id: confetti, count: 1 }],
        gifts: [{ id: roses, count: 2 }],
      }))
      const { lines, total } = await storedBooking(app, bookingId)
      const amounts = Object.fromEntries(lines.map(({ name, amount }) => [name, amount / 100]))
      expect(amounts).toMatchObject({
        Celebration: 2_499,
        'LED Name': 299,
        Confetti: 199,
        'Rose Bouquet': 998,
        'Extra persons': 400,
      })
      expect(total).toBe(rupees(4_436 + 199 + 998 - 399))
    })

    test('of items no longer offered stay, and there cannot be more of them', async () => {
      const bookingId = await booked()
      const { truffle } = app.theatre.items
      await app.context.db
        .update(catalogueItems)
        .set({ archivedAt: app.clock.now() })
        .where(eq(catalogueItems.id, truffle))
      await app.context.db.update(packages).set({ archivedAt: app.clock.now() })
      const { stored, draft } = await openEdit(app, bookingId)
      const quote = await resolveEdit(app.context, stored, draft)
      expect(quote.offers?.cakes.find(({ id }) => id === truffle)).toMatchObject({ deleted: true, price: rupees(599) })
      expect(quote.offers?.packages).toMatchObject([{ name: 'Celebration', deleted: true }])
      expect(quote.selection?.notices).toEqual([])
      expect(await editBooking(app, bookingId, unchanged)).toMatchObject({ ok: true })
      const more = (draft: Draft) => ({ cakes: draft.cakes.map((cake) => ({ ...cake, count: 2 })) })
      expect(await editBooking(app, bookingId, more)).toMatchObject({ reason: 'no-longer-offered' })
      // less of them there can be, down to none
      const without = { cakes: [{ id: app.theatre.items.redVelvet, count: 1 }] }
      expect(await editBooking(app, bookingId, () => without)).toMatchObject({ ok: true })
      expect(await storedBooking(app, bookingId)).toMatchObject({ total: rupees(4_436 - 599) })
    })

    test('of a package no longer offered stays, beside those that are', async () => {
      const bookingId = await booked()
      await app.context.db
        .update(packages)
        .set({ archivedAt: app.clock.now() })
        .where(eq(packages.id, app.theatre.aurora.celebration))
      expect(await editBooking(app, bookingId, unchanged)).toMatchObject({ ok: true })
      expect(await storedBooking(app, bookingId)).toMatchObject({ packageName: 'Celebration', total: rupees(4_436) })
    })

    test('of a package no longer offered cost on another day what it did, not what their own day did', async () => {
      const { celebration } = app.theatre.aurora
      await app.context.db.insert(packagePrices).values({ packageId: celebration, date: VISIT, price: rupees(4_999) })
      const bookingId = await booked()
      expect((await storedBooking(app, bookingId)).total).toBe(rupees(6_936))
      await app.context.db.update(packages).set({ archivedAt: app.clock.now() }).where(eq(packages.id, celebration))
      expect(await editBooking(app, bookingId, () => ({ people: 5 }))).toMatchObject({ ok: true })
      expect((await storedBooking(app, bookingId)).total, 'its own day').toBe(rupees(7_136))
      expect(await editBooking(app, bookingId, () => ({ people: 4, date: date('2027-03-16') }))).toMatchObject({
        ok: true,
      })
      expect(await storedBooking(app, bookingId)).toMatchObject({
        packageName: 'Celebration',
        total: rupees(4_436),
      })
    })

    test('keep a coupon’s terms after the coupon has gone', async () => {
      const bookingId = await booked(fullDraft(app.theatre, { couponCode: 'TENTH' }))
      await app.context.db.delete(coupons)
      await editBooking(app, bookingId, () => ({ people: 5 }))
      expect(await storedBooking(app, bookingId)).toMatchObject({
        couponCode: 'TENTH',
        couponPrice: -rupees(463.6),
        total: rupees(4_636 - 463.6),
      })
    })
  })

  describe('a coupon that is typed', () => {
    const TENTH = eq(coupons.code, 'TENTH')
    const set = (change: Partial<typeof coupons.$inferInsert>) =>
      app.context.db.update(coupons).set(change).where(TENTH)

    /** The step of gifts of an edit, on which a coupon's code is typed or removed. */
    async function atGifts(bookingId: string, changes: Partial<Draft>) {
      const open = await openEdit(app, bookingId)
      const draft = { ...open.draft, ...changes }
      const staff = { ...OWNER, email: 'owner@x.example', sessionId: 's' }
      const desk = { ...open.money, mode: 'cash' as const, note: '' }
      const kept = { draft, editing: { bookingId, version: open.version }, desk }
      const staffActor = { ...openedByStaff(kept), staff, stored: open.stored }
      const entered = enterQuote({ ...(await resolveEdit(app.context, open.stored, draft)), staffActor }, 'gifts')
      if (!entered.ok) throw new Error('The step does not open.')
      return entered.quote
    }
    type AtGifts = Awaited<ReturnType<typeof atGifts>>
    const press = (quote: AtGifts, fields: Record<string, string>) =>
      answerBesides(app.context, quote, 'gifts', new Map(Object.entries(fields)))
    const type = (quote: AtGifts) => press(quote, { intent: 'coupon', code: 'tenth' })
    const APPLIED = { ok: true, notice: 'Coupon TENTH applied', keep: { draft: { couponCode: 'TENTH' } } }

    test('and that the owner has extended is applied, and taken off, where it was used by its old end', async () => {
      await set({ expireDate: VISIT })
      const bookingId = await booked(fullDraft(app.theatre, { couponCode: 'TENTH' }))
      const later = date('2027-03-19')
      const moved = () => atGifts(bookingId, { date: later, couponCode: undefined })
      expect(await type(await moved())).toMatchObject({ ok: false, code: 'tenth' })
      await set({ expireDate: date('2027-05-30') })
      expect(await type(await moved())).toMatchObject(APPLIED)
      expect((await atGifts(bookingId, { date: later })).selection.notices).toEqual([])
      expect(await editBooking(app, bookingId, () => ({ date: later }))).toMatchObject({ ok: true })
      expect(await storedBooking(app, bookingId)).toMatchObject({
        ...{ couponCode: 'TENTH', couponPrice: -rupees(443.6) },
        couponTerms: { expireDate: '2027-05-30' },
      })
    })

    test.each<[string, () => PromiseLike<unknown>]>([
      ['switched off', () => set({ active: false })],
      ['deleted', () => app.context.db.delete(coupons)],
    ])('and was %s meanwhile comes back to the booking that used it, and to no other', async (_, change) => {
      const bookingId = await booked(fullDraft(app.theatre, { couponCode: 'TENTH' }))
      const other = await booked(fullDraft(app.theatre, { slotId: app.theatre.aurora.slots['13:00'] }))
      await change()
      const removed = await press(await atGifts(bookingId, {}), { intent: 'remove-coupon' })
      const without = removed?.ok ? removed.keep?.draft : undefined
      expect(without).toMatchObject({ couponCode: undefined, gifts: [{ count: 1 }] })
      expect(await type(await atGifts(bookingId, without ?? {}))).toMatchObject(APPLIED)
      expect(await type(await atGifts(other, {}))).toMatchObject({ ok: false, code: 'tenth' })
    })
  })

  describe('what was bought', () => {
    const db = () => app.context.db
    const inclusions = (list: string[]) => () => db().update(packages).set({ inclusions: list })
    const renamed = (from: string, to: string) => () =>
      db().update(catalogueItems).set({ name: to }).where(eq(catalogueItems.name, from))
    const gone = () => ({ archivedAt: app.clock.now() })

    test.each<[string, () => PromiseLike<unknown>]>([
      ['its package comes without a cake now', inclusions(['Decoration'])],
      ['its package comes with a cake now', inclusions(['4k Dolby Theater', 'Cake', 'Decoration'])],
      ['its package has another name', () => db().update(packages).set({ name: sql`'Our ' || name` })],
      ['its package is Basic now', () => db().update(packages).set({ name: 'Basic' })],
      ['its package is gone', () => db().update(packages).set(gone())],
      ['its lettering has another name', renamed('LED Name', 'Neon Letters')],
      ['its cake has another name', renamed('Red Velvet', 'Ruby')],
      ['its occasion has another name', renamed('Birthday', 'Anniversary')],
      ['another thing asks for a text now', renamed('Rose Bouquet', 'LED Number')],
      ['all of the catalogue is gone', () => db().update(catalogueItems).set(gone())],
      [
        'everything costs more',
        () =>
          db()
            .update(catalogueItems)
            .set({ price: rupees(2_000) }),
      ],
      ['its room takes fewer', () => db().update(screens).set({ capacity: 3, minPeople: 1 })],
      [
        'its room asks for more',
        () =>
          db()
            .update(screens)
            .set({ minPeople: 5, extraPersonPrice: rupees(900) }),
      ],
      ['its slot is gone', () => db().update(screenSlots).set(gone())],
      ['its coupon is gone', () => db().delete(coupons)],
    ])('stays when %s', async (_, change) => {
      const bought = [
        await booked(fullDraft(app.theatre, { couponCode: 'TENTH' })),
        await booked(basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] })),
      ]
      const seen = async () => {
        const all = await Promise.all(bought.map((id) => storedBooking(app, id)))
        return all.map(({ lines, total, packageName, packageInclusions, ledName, nameOnCake, people, refunds }) => ({
          ...{ total, packageName, packageInclusions, ledName, nameOnCake, people, refunds },
          lines: lines.map(({ name, count, amount }) => [name, count, amount]),
        }))
      }
      const before = await seen()
      await change()
      for (const id of bought)
        expect(await editBooking(app, id, unchanged, { note: 'Ten minutes late' })).toMatchObject({ ok: true })
      expect(await seen()).toEqual(before)
      const full = await storedBooking(app, bought[0] ?? '')
      const shown = { texts: shownTexts(full), total: full.total }
      const texts = { ledName: 'AARAV METHA', nameOnCake: full.nameOnCake }
      expect(await changeTexts(app.context, full.linkToken, texts, shown)).toMatchObject({ ok: true })
      expect(await seen()).toEqual(before.map((one) => ({ ...one, ledName: one.ledName && 'AARAV METHA' })))
    })
  })

  describe('the time of the visit', () => {
    test('moves to a free slot: same booking, next version of its calendar entry', async () => {
      const bookingId = await booked()
      const { linkToken, code } = await storedBooking(app, bookingId)
      const slotId = app.theatre.aurora.slots['13:00']
      expect(
        await editBooking(app, bookingId, () => ({ slotId, date: date('2027-03-15') }), { tellCustomer: true }),
      ).toMatchObject({
        ok: true,
        bookingId,
        linkToken,
      })
      expect(await storedBooking(app, bookingId)).toMatchObject({
        code,
        visitDate: '2027-03-15',
        slotFrom: '13:00',
        during: { from: new Date('2027-03-15T07:30:00Z') },
        rescheduleCount: 1,
        calendarSequence: 1,
        events: ['held', 'payment-received', 'paid', 'moved'],
      })
      await app.work()
      const mail = app.mailbox.mails.find(({ subject }) => subject.startsWith('Booking moved'))
      expect(mail?.attachments[0]?.content).toContain('SEQUENCE:1')
      // the price is the same
      expect(mail?.text).not.toContain('It costs less')
      await holdSlot(app, basicDraft(app.theatre))
    })

    test('in a room that stands elsewhere by now is where the room is, and one that stays is where it was sold', async () => {
      const bookingId = await booked(basicDraft(app.theatre))
      const { locationId, otherLocationId } = app.theatre
      const roomTo = (to: string | null) =>
        app.context.db.update(screens).set({ locationId: to }).where(eq(screens.id, app.theatre.aurora.id))
      const tuesday = { date: date('2027-03-16') }
      const shown = async (changes: Partial<Draft>) => {
        const { stored, draft } = await openEdit(app, bookingId)
        const quote = await resolveEdit(app.context, stored, { ...draft, ...changes })
        return placeOfQuote(quote, stored)?.locationName
      }
      const saved = async (changes: Partial<Draft>, staff?: ActingStaff) => {
        const summary = await shown(changes)
        const answer = await editBooking(app, bookingId, () => changes, { staff })
        return [answer.ok || answer.reason, summary, (await storedBooking(app, bookingId)).locationName]
      }
      await roomTo(otherLocationId)
      expect(await saved({ celebrantName: 'Ananya' })).toEqual([true, 'Koramangala', 'Koramangala'])
      // whoever works at the old place hands it over to the new one no more than any other visit
      const admin = locationAdmin(locationId)
      expect(await saved(tuesday, admin)).toEqual(['out-of-scope', 'Indiranagar', 'Koramangala'])
      expect(await saved(tuesday)).toEqual([true, 'Indiranagar', 'Indiranagar'])
      expect(await storedBooking(app, bookingId)).toMatchObject({ locationId: otherLocationId, cityName: 'Bengaluru' })
      await roomTo(null)
      expect(await saved({ date: date('2027-03-17') })).toEqual([true, 'Indiranagar', 'Indiranagar'])
    })

    test('is told to the customer, unless staff say otherwise', async () => {
      const bookingId = await booked()
      const to = (from: string) => () => ({ slotId: app.theatre.aurora.slots[from] })
      await editBooking(app, bookingId, to('13:00'), { tellCustomer: false })
      expect(await mailsOf(app, 'rescheduled')).toBe(0)
      await editBooking(app, bookingId, to('10:00'), { movedFor: 'business' })
      expect(await mailsOf(app, 'rescheduled')).toBe(1)
    })

    test('cannot be a slot that somebody else has, but the own one is no obstacle', async () => {
      const bookingId = await booked()
      const { slots, id: screenId } = app.theatre.aurora
      await holdSlot(app, basicDraft(app.theatre, { slotId: slots['13:00'] }))
      expect(await editBooking(app, bookingId, () => ({ slotId: slots['13:00'] }))).toMatchObject({
        reason: 'slot-taken',
      })
      await app.context.db.insert(screenSlots).values({ id: 'later', screenId, from: time('19:30'), to: time('22:30') })
      expect(await editBooking(app, bookingId, () => ({ slotId: 'later' }))).toMatchObject({ ok: true })
    })

    test('on another screen is priced by that screen and stays within the admin’s location', async () => {
      const bookingId = await booked(basicDraft(app.theatre))
      await app.context.db
        .update(packages)
        .set({ price: rupees(1_799) })
        .where(eq(packages.id, app.theatre.celeste.basic))
      const there = () => atCeleste(app.theatre)
      expect(await editBooking(app, bookingId, there, { staff: locationAdmin(app.theatre.locationId) })).toMatchObject({
        reason: 'out-of-scope',
      })
      expect(await editBooking(app, bookingId, there)).toMatchObject({ ok: true })
      expect(await storedBooking(app, bookingId)).toMatchObject({ screenName: 'Celeste', total: rupees(1_799) })
    })

    test('on another screen keeps neither the price a person nor the limits of the first one', async () => {
      const bookingId = await booked(basicDraft(app.theatre, { people: 4 }))
      const celeste = (change: Partial<typeof screens.$inferInsert>) =>
        app.context.db.update(screens).set(change).where(eq(screens.id, app.theatre.celeste.id))
      const there = () => atCeleste(app.theatre)
      await celeste({ capacity: 3 })
      expect(await editBooking(app, bookingId, there)).toMatchObject({ ok: false, reason: 'incomplete' })
      await celeste({ capacity: 8, active: false })
      expect(await editBooking(app, bookingId, there)).toMatchObject({ ok: false, reason: 'incomplete' })
      expect(await storedBooking(app, bookingId)).toMatchObject({ screenName: 'Aurora', total: rupees(1_899) })
      await celeste({ active: true, extraPersonPrice: rupees(300) })
      expect(await editBooking(app, bookingId, there)).toMatchObject({ ok: true })
      expect(await storedBooking(app, bookingId)).toMatchObject({ screenName: 'Celeste', total: rupees(2_099) })
    })

    test('in the past can be marked as paid, but not moved to another past date', async () => {
      const bookingId = await booked()
      app.clock.set('2027-03-20T06:30:00Z')
      expect(await editBooking(app, bookingId, unchanged, { fullPayment: true })).toMatchObject({
        ok: true,
        ledger: { remaining: 0 },
      })
      expect(await editBooking(app, bookingId, () => ({ date: date('2027-03-13') }))).toMatchObject({
        reason: 'date-closed',
      })
    })

    test('stays although its slot and screen are no longer offered', async () => {
      const bookingId = await booked()
      await app.context.db.update(screenSlots).set({ archivedAt: app.clock.now() })
      await app.context.db.update(screens).set({ active: false, locationId: null, capacity: 3 })
      const { cityName, locationId, locationName, screenName } = await storedBooking(app, bookingId)
      expect(locationName).not.toBe('')
      expect(await editBooking(app, bookingId, () => ({ celebrantName: 'Ananya' }))).toMatchObject({ ok: true })
      expect(await storedBooking(app, bookingId)).toMatchObject({
        ...{ cityName, locationId, locationName, screenName },
        celebrantName: 'Ananya',
        slotFrom: '19:00',
        people: 4,
      })
    })
  })

  describe('a correction', () => {
    test('has the details sent to an address that becomes known later', async () => {
      const { bookingId } = await bookAtDesk(
        app,
        basicDraft(app.theatre, { customer: { name: 'Meera Krishnan', number: '9845012345', email: '' } }),
      )
      await app.work()
      app.mailbox.mails.length = 0
      const { linkToken } = await storedBooking(app, bookingId)
      const write = () =>
        editBooking(app, bookingId, () => ({
          customer: { name: 'Meera Krishnan', number: '9845012345', email: 'meera@gmail.com' },
        }))
      expect(await write()).toMatchObject({ ok: true, readdressed: false, addressed: true, linkToken })
      expect(await write()).toMatchObject({ ok: true, addressed: false })
      await app.work()
      expect(app.mailbox.mails).toMatchObject([
        { to: 'meera@gmail.com', text: expect.stringContaining(links.customerBooking(linkToken)) },
      ])
    })

    test('of which the customer is not to be told sends nothing to an address that it makes known', async () => {
      const person = { name: 'Meera Krishnan', number: '9845012345' }
      const { bookingId } = await bookAtDesk(app, basicDraft(app.theatre, { customer: { ...person, email: '' } }))
      await app.work()
      app.mailbox.mails.length = 0
      const write = (email: string, fields: Parameters<typeof editBooking>[3] = { tellCustomer: false }) =>
        editBooking(app, bookingId, () => ({ customer: { ...person, email } }), fields)
      const untold = { ok: true, addressed: false }
      expect(await write('meera@gmail.com')).toMatchObject({ ...untold, readdressed: false })
      expect(await write('meera.right@gmail.com')).toMatchObject({ ...untold, readdressed: true })
      const paid = { tellCustomer: false, fullPayment: true }
      expect(await write('meera.k@gmail.com', paid)).toMatchObject({ ...untold, ledger: { remaining: 0 } })
      await app.work()
      expect(app.mailbox.mails).toEqual([])
      // it holds for that edit only
      expect(await write('meera@gmail.com', {})).toMatchObject({ addressed: true })
      await app.work()
      expect(app.mailbox.mails).toMatchObject([{ to: 'meera@gmail.com' }])
    })

    describe('brings the link whatever becomes of the money of its edit', () => {
      const person = { name: 'Meera Krishnan', number: '9845012345' }
      const at = (email: string) => ({ customer: { ...person, email } })
      /** Who has a letter with the booking's link since this was asked last, and what it says of money that waits or is struck out. */
      const reached = async (bookingId: string) => {
        await app.work()
        const link = links.customerBooking((await storedBooking(app, bookingId)).linkToken)
        const gone = app.mailbox.mails.filter(({ text }) => text?.includes(link))
        app.mailbox.mails.length = 0
        return gone.map(({ to, text }) => [
          to,
          ...(text ?? '').split('\n').filter((one) => /struck out|waits/.test(one)),
        ])
      }

      test('which strikes out what was told to nobody', async () => {
        const { bookingId } = await bookAtDesk(app, basicDraft(app.theatre, at('')), 999)
        await app.work()
        app.mailbox.mails.length = 0
        const known = await editBooking(app, bookingId, () => at('meera@gmail.com'), { advance: rupees(0) })
        expect(known).toMatchObject({ addressed: true, ledger: { received: 0 } })
        expect(await reached(bookingId)).toEqual([['meera@gmail.com']])
        // later than any letter: what is entered now was told to nobody
        app.clock.advanceMinutes(5)
        await editBooking(app, bookingId, () => ({}), { advance: rupees(200), tellCustomer: false })
        const corrected = await editBooking(app, bookingId, () => at('meera.right@gmail.com'), { advance: rupees(0) })
        expect(corrected).toMatchObject({ readdressed: true, addressed: true })
        expect(await reached(bookingId)).toEqual([['meera.right@gmail.com']])
      })

      test('which is needed again before the letter goes', async () => {
        const draft = basicDraft(app.theatre, { people: 5, ...at('meera@gmail.com') })
        const { bookingId } = await bookAtDesk(app, draft, 2_099)
        await app.work()
        app.mailbox.mails.length = 0
        const cheaper = () => ({ people: 2, ...at('meera.right@gmail.com') })
        expect(await editBooking(app, bookingId, cheaper)).toMatchObject({ readdressed: true })
        await editBooking(app, bookingId, () => ({ people: 5 }), { tellCustomer: false })
        expect(await reached(bookingId)).toEqual([['meera.right@gmail.com']])
      })
    })

    test('for somebody who is reached elsewhere has a new link, and the right address is written to', async () => {
      const bookingId = await booked()
      await app.work()
      const { linkToken, customerNumber, customerName } = await storedBooking(app, bookingId)
      const to = (customer: Partial<{ name: string; email: string; number: string }>) =>
        editBooking(app, bookingId, ({ customer: was }) => ({
          customer: { name: customerName, email: '', number: customerNumber, ...was, ...customer },
        }))
      // as it was: nobody is written to
      app.mailbox.mails.length = 0
      expect(await to({ name: 'Meera K' })).toMatchObject({ ok: true, readdressed: false, linkToken })
      await app.work()
      expect([await findCustomerBooking(app.context, linkToken), app.mailbox.mails]).toEqual([expect.anything(), []])

      const corrected = await to({ email: 'meera.right@gmail.com' })
      expect(corrected).toMatchObject({
        ok: true,
        readdressed: true,
        linkToken: expect.not.stringContaining(linkToken),
      })
      await app.work()
      const { linkToken: token, attemptId } = await storedBooking(app, bookingId)
      // whoever still has the draft of which it was made finds nothing of it
      expect(await paidAlready(app.context, { attemptId: attemptId.replace(`-${bookingId}`, '') })).toEqual([])
      expect(app.mailbox.mails).toMatchObject([
        { to: 'meera.right@gmail.com', text: expect.stringContaining(links.customerBooking(token)) },
      ])
      expect(await findCustomerBooking(app.context, linkToken)).toBeUndefined()
      expect(await cancelByCustomer(app.context, linkToken, undefined)).toMatchObject({ ok: false })
      expect(await findCustomerBooking(app.context, token)).toMatchObject({ booking: { id: bookingId } })
      // of one letter of a minute the next correction is not robbed, and a number's owner keeps no link either
      const again = await to({ email: 'meera.k@gmail.com', number: '9845099999' })
      expect(again).toMatchObject({ readdressed: true, linkToken: expect.not.stringContaining(token) })
      await app.work()
      expect(app.mailbox.mails.map(({ to: reader }) => reader)).toEqual(['meera.right@gmail.com', 'meera.k@gmail.com'])
      expect((await storedBooking(app, bookingId)).events.filter((kind) => kind === 'link-renewed')).toHaveLength(2)
    })

    const known = () => app.context.db.select().from(customers).orderBy(customers.number)
    const people = async () => (await known()).map(({ name, number }) => `${name} ${number.slice(-1)}`)
    const person = (name: string, nth: number) => ({
      customer: { name, email: `${name.toLowerCase()}@gmail.com`, number: `984500000${nth}` },
    })
    const inMorning = (changes: Partial<Draft>) =>
      basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'], ...changes })

    test('of a number leaves no customer without a booking behind, and renames nobody', async () => {
      const bela = await booked(basicDraft(app.theatre, person('Bela', 2)))
      const asha = await booked(inMorning(person('Asha', 1)))
      expect(await people()).toEqual(['Asha 1', 'Bela 2'])
      // the typed number is Bela's: she keeps her name, the booking its own
      expect(await editBooking(app, asha, () => person('Asha', 2))).toMatchObject({ ok: true })
      expect(await people()).toEqual(['Bela 2'])
      expect(await storedBooking(app, asha)).toMatchObject({ customerName: 'Asha', customerNumber: '9845000002' })
      // nor does it rename her when it is saved again for another reason
      expect(await editBooking(app, asha, unchanged)).toMatchObject({ ok: true })
      expect(await people()).toEqual(['Bela 2'])
      expect(await editBooking(app, asha, () => person('Asha', 3))).toMatchObject({ ok: true })
      expect(await people()).toEqual(['Bela 2', 'Asha 3'])
      expect((await listCustomers(app.context, { kind: 'all' }, {})).customers.map(({ name }) => name)).toEqual([
        ...['Asha', 'Bela'],
      ])
      // what is corrected of a person’s own is theirs
      expect(await editBooking(app, bela, () => person('Belinda', 2))).toMatchObject({ ok: true })
      expect(await known()).toMatchObject([{ name: 'Belinda', email: 'belinda@gmail.com' }, { name: 'Asha' }])
    })

    test('of a number that the desk mistyped gives the other customer their name again', async () => {
      await booked(basicDraft(app.theatre, person('Bela', 2)))
      const { bookingId } = await bookAtDesk(app, inMorning(person('Asha', 2)), 999)
      expect(await people()).toEqual(['Asha 2'])
      expect(await editBooking(app, bookingId, () => person('Asha', 1))).toMatchObject({ ok: true })
      expect(await known()).toMatchObject([{ name: 'Asha' }, { name: 'Bela', email: 'bela@gmail.com' }])
    })

    test('of a number names nobody after a stranger who held a slot with it', async () => {
      const number = { number: '9845000002' }
      await bookAtDesk(app, basicDraft(app.theatre, person('Bela', 2)), 999)
      const { bookingId } = await bookAtDesk(app, inMorning(person('Bela', 2)), 999)
      await holdSlot(
        app,
        basicDraft(app.theatre, {
          ...atCeleste(app.theatre),
          customer: { ...person('Mallory', 9).customer, ...number },
        }),
      )
      app.clock.advanceMinutes(24 * 60)
      expect(await editBooking(app, bookingId, () => person('Bela', 1))).toMatchObject({ ok: true })
      expect(await people()).toEqual(['Bela 1', 'Bela 2'])
    })

    test('of a number keeps a customer of whom staff noted something', async () => {
      const asha = await booked(inMorning(person('Asha', 1)))
      const [{ id } = { id: '' }] = await known()
      await app.context.db.insert(internalNotes).values({
        ...{ id: newId(), customerId: id, text: 'Ask first', asksApproval: true, writtenBy: 'owner' },
        writtenByName: 'Asha Rao',
        at: app.clock.now(),
      })
      expect(await editBooking(app, asha, () => person('Asha', 3))).toMatchObject({ ok: true })
      expect(await people()).toEqual(['Asha 1', 'Asha 3'])
    })
  })

  describe('two at once', () => {
    test('the second save of one version is refused', async () => {
      const bookingId = await booked()
      expect(await editBooking(app, bookingId, () => ({ celebrantName: 'Ananya' }))).toMatchObject({ ok: true })
      expect(await editBooking(app, bookingId, () => ({ celebrantName: 'Diya' }), { version: 2 })).toMatchObject({
        reason: 'stale',
        conflict: { version: 3, changes: [{ label: 'Celebrant’s Name', before: 'Ananya', after: 'Diya' }] },
      })
      expect(await storedBooking(app, bookingId)).toMatchObject({ celebrantName: 'Ananya', version: 3 })
    })

    /** A booking that was paid whole at the front desk, and of which ₹400 was handed over again. */
    const paidAtDesk = async () => {
      const { bookingId } = await bookAtDesk(app, basicDraft(app.theatre, { people: 6 }), 500)
      await takeCash(app, bookingId, 1_799, 1_799)
      await editBooking(app, bookingId, () => ({ people: 4 }))
      const [refund] = (await storedBooking(app, bookingId)).refunds
      await handOverRefund(app.context, OWNER, bookingId, refund?.id ?? '')
      return { bookingId, version: (await storedBooking(app, bookingId)).version }
    }

    test.each([
      ['dearer, so that the tick is gone', 5, undefined],
      ['as dear as before, with its tick', 4, true],
    ])('the same press once more, of a visit that was paid whole at the desk and is %s, finds what the first has saved', async (_, people, fullPayment) => {
      const { bookingId, version } = await paidAtDesk()
      const press = () =>
        editBooking(app, bookingId, () => ({ people, celebrantName: 'Diya' }), {
          version,
          advance: rupees(500),
          fullPayment,
        })
      expect(await press()).toMatchObject({ ok: true })
      expect(await press()).toMatchObject({ reason: 'stale', conflict: { changes: [] } })
      expect((await openEdit(app, bookingId)).ledger).toMatchObject({ received: rupees(2_299), refunded: rupees(400) })
    })

    test('two versions name what was received where saving would change it, and only there', async () => {
      const { bookingId, version } = await paidAtDesk()
      await editBooking(app, bookingId, () => ({ celebrantName: 'Ananya' }))
      const differs = async (fields: { advance?: Paise; fullPayment?: boolean | undefined }) => {
        const late = await editBooking(app, bookingId, () => ({ people: 5 }), { version, ...fields })
        const changes = 'conflict' in late ? late.conflict?.changes : undefined
        return changes?.filter(({ label }) => label === 'Received').map(({ before, after }) => [before, after])
      }
      expect(await differs({ advance: rupees(500), fullPayment: undefined })).toEqual([])
      expect(await differs({ advance: rupees(600), fullPayment: undefined })).toEqual([['₹2,299', '₹2,399']])
      expect(await differs({ advance: rupees(300), fullPayment: undefined })).toEqual([['₹2,299', '₹2,099']])
      // all of what is due by then is received with the tick
      expect(await differs({ advance: rupees(500), fullPayment: true })).toEqual([['₹2,299', '₹2,499']])
    })

    test('only a booking that stands can be edited', async () => {
      const bookingId = await booked()
      await app.context.db.update(bookings).set({ status: 'cancelled' })
      expect(await editBooking(app, bookingId, unchanged)).toMatchObject({ reason: 'not-booked' })
    })
  })

  test('is on record with what it changed', async () => {
    const bookingId = await booked()
    await editBooking(app, bookingId, () => ({ celebrantName: 'Ananya' }), { note: 'Called at noon' })
    const [entry] = await app.context.db.select().from(auditLog).orderBy(auditLog.id)
    expect(entry).toMatchObject({
      action: 'updated',
      entity: 'Booking',
      staffId: OWNER.id,
      entityId: bookingId,
      locationId: app.theatre.locationId,
      changes: { 'Celebrant’s Name': ['Aarav', 'Ananya'], Note: ['', 'Called at noon'] },
    })
    expect(Object.keys(entry?.changes ?? {})).toHaveLength(2)
  })
})
