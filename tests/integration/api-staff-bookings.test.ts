import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { bookings, catalogueItems, coupons, packages, screenSlots, screens } from '~/db/schema'
import { rupees } from '~/domain/money'
import { LONGEST } from '~/domain/text-limits'
import { addNote } from '~/features/stored-booking/internal-notes.server'
import { useStaffApi } from '../support/api'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { purchase, storedBooking } from '../support/purchase'
import { atCeleste, basicDraft, date, fullDraft, OWNER, time, VISIT } from '../support/theatre'

onEachDatabase('bookings of staff by the API', (kind) => {
  const app = useApp(kind)
  const by = useStaffApi(app)
  const { ask } = by

  describe('bookings', () => {
    const desk = (changes = {}) => ({
      ...{ date: VISIT, slot: { from: '10:00', to: '13:00' }, screen: app.theatre.aurora.id, package: 'Basic' },
      ...{ occasion: 'Birthday', customer: { name: 'Walk In', number: '9845012345' }, advance: 500, note: 'By phone' },
      ...changes,
    })

    test('of whom a note says to ask first are placed once somebody was asked', async () => {
      const { _id: id } = (await ask('POST', '/api/bookings', desk(), by.manager)).body.booking
      const note = { about: 'customer', text: 'Left without paying', asksApproval: true } as const
      expect(await addNote(app.context, OWNER, id, note)).toMatchObject({ ok: true })
      const again = desk({ slot: { from: '19:00', to: '22:00' } })
      const refused = await ask('POST', '/api/bookings', again, by.manager)
      expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('ask before')])
      expect((await ask('POST', '/api/bookings', { ...again, approved: true }, by.manager)).status).toBe(201)
      // nor is another's booking handed to them by the side door
      const elsewhere = { customer: { name: 'Another', number: '9845012346' }, slot: { from: '13:00', to: '16:00' } }
      const { _id: other } = (await ask('POST', '/api/bookings', desk(elsewhere), by.manager)).body.booking
      const handed = { _id: other, customer: desk().customer }
      const put = (more: object) => ask('PUT', '/api/bookings', { ...handed, ...more }, by.manager)
      expect((await put({})).status).toBe(409)
      expect((await put({ approved: true })).status).toBe(200)
      expect((await put({ note: 'Theirs already' })).status).toBe(200)
    })

    test('are never entered with another sum than was sent: parts of a paisa are refused at their field', async () => {
      const fine = await ask('POST', '/api/bookings', desk({ advance: 10.05 }), by.manager)
      expect([fine.status, fine.body.booking.advance]).toEqual([201, 10.05])
      const { _id: id } = fine.body.booking
      for (const rupees of [10.005, 0.001, 1e-7, 499.999]) {
        for (const field of ['advance', 'totalPrice'])
          for (const [method, changes] of [
            ['POST', { slot: { from: '19:00' } }],
            ['PUT', { _id: id }],
          ] as const) {
            const refused = await ask(method, '/api/bookings', desk({ ...changes, [field]: rupees }), by.manager)
            expect([refused.status, Object.keys(refused.body.fields)], `${method} ${rupees}`).toEqual([400, [field]])
          }
        const gone = await ask('DELETE', `/api/bookings/${id}`, { refunded: rupees }, by.manager)
        expect([gone.status, Object.keys(gone.body.fields)]).toEqual([400, ['refunded']])
        const coupon = { code: 'PART', type: 'fixed', expireDate: '2027-12-31', status: true, discount: rupees }
        const added = await ask('POST', '/api/coupons', coupon, by.owner)
        expect([added.status, Object.keys(added.body.fields)]).toEqual([422, ['discount']])
      }
    })

    test('lose nothing by a program that did not say so: another room, or a date beyond the coupon', async () => {
      const { aurora, celeste } = app.theatre
      await app.context.db
        .update(coupons)
        .set({ expireDate: date('2027-03-15') })
        .where(eq(coupons.code, 'TENTH'))
      const drawn = fullDraft(app.theatre, { couponCode: 'TENTH' })
      const { bookingId: _id } = await purchase(app, drawn)
      const before = await storedBooking(app, _id)
      await app.context.db.update(screens).set({ locationId: app.theatre.locationId }).where(eq(screens.id, celeste.id))
      await app.context.db
        .update(coupons)
        .set({ expireDate: date('2027-03-15') })
        .where(eq(coupons.code, 'TENTH'))
      for (const change of [{ screen: celeste.id, slot: { from: '19:00' } }, { date: '2027-03-25' }]) {
        const refused = await ask('PUT', '/api/bookings', { _id, ...change }, by.manager)
        expect([change, refused.status, refused.body.error]).toEqual([
          change,
          422,
          expect.stringMatching(/no longer|taken out/),
        ])
      }
      const { events, ...after } = await storedBooking(app, _id)
      expect(after).toMatchObject({ total: before.total, packageId: aurora.celebration, couponCode: 'TENTH' })
    })

    test('lose no cake to another package by a program that does not take it out', async () => {
      const { bookingId: _id } = await purchase(app, fullDraft(app.theatre))
      const { cakes, totalPrice } = (await ask('GET', `/api/bookings/${_id}`, undefined, by.manager)).body.booking
      const put = (changes: object) => ask('PUT', '/api/bookings', { _id, package: 'Basic', ...changes }, by.manager)
      const error = 'Basic comes without a cake: Red Velvet, Chocolate Truffle were taken out.'
      const [unsaid, readBack] = [await put({}), await put({ cakes })]
      expect([unsaid.status, unsaid.body]).toEqual([422, { error }])
      expect([readBack.status, readBack.body]).toEqual([422, { error, fields: { cakes: error } }])
      expect((await ask('GET', `/api/bookings/${_id}`, undefined, by.manager)).body.booking).toMatchObject({
        ...{ totalPrice, cakes },
      })
      const said = await put({ cakes: [] })
      expect([said.status, said.body.booking?.cakes]).toEqual([200, []])
    })

    test('are meant by the slot and the names that they have, whatever else is called so by now', async () => {
      const { aurora, items } = app.theatre
      const bought = { addons: [{ id: items.confetti, count: 1 }], ledName: '' }
      const { bookingId: _id } = await purchase(app, fullDraft(app.theatre, bought))
      const before = await storedBooking(app, _id)
      const { db, clock } = app.context
      const gone = { archivedAt: clock.now() }
      const start = before.slotFrom
      await db
        .update(screenSlots)
        .set(gone)
        .where(and(eq(screenSlots.screenId, aurora.id), eq(screenSlots.from, start)))
      await db.insert(screenSlots).values({ screenId: aurora.id, from: start, to: time('22:15') })
      await db.update(packages).set(gone).where(eq(packages.id, aurora.celebration))
      const anew = { name: 'Celebration', price: rupees(3_499), position: 2, inclusions: ['Cake' as const] }
      await db.insert(packages).values({ screenId: aurora.id, ...anew })
      await db.update(catalogueItems).set(gone).where(eq(catalogueItems.id, items.confetti))
      await db.insert(catalogueItems).values({ kind: 'addon', name: 'Confetti', price: rupees(999) })
      const named = {
        slot: { from: start },
        package: { name: 'Celebration' },
        addons: [{ name: 'Confetti', count: 1 }],
      }
      expect((await ask('PUT', '/api/bookings', { _id, ...named, note: 'Rang' }, by.manager)).status).toBe(200)
      const { total, slotTo, rescheduleCount, packageId, lines } = before
      expect(await storedBooking(app, _id)).toMatchObject({ total, slotTo, rescheduleCount, packageId, lines })
    })

    test('have no other number of people than the room takes now, or the one they were sold for', async () => {
      const { bookingId: _id } = await purchase(app, basicDraft(app.theatre, { people: 8 }))
      await app.context.db.update(screens).set({ capacity: 3 })
      const put = async (change: object) => (await ask('PUT', '/api/bookings', { _id, ...change }, by.manager)).status
      expect(await put({ numberOfPeople: 6 })).toBe(422)
      expect(await put({ numberOfPeople: 8, note: 'As sold' })).toBe(200)
      expect(await put({ numberOfPeople: 3 })).toBe(200)
    })

    test('keep the terms of their coupon, in whatever letters its code is sent back', async () => {
      const { bookingId: _id } = await purchase(app, fullDraft(app.theatre, { couponCode: 'TENTH', payChoice: 'full' }))
      const { total } = await storedBooking(app, _id)
      const changes = [{ discount: 5_000 }, { active: false }]
      for (const change of changes) {
        await app.context.db.update(coupons).set(change).where(eq(coupons.code, 'TENTH'))
        const sent = { _id, note: 'Rang', couponCode: ' tenth ' }
        expect((await ask('PUT', '/api/bookings', sent, by.manager)).status).toBe(200)
        expect(await storedBooking(app, _id)).toMatchObject({ total, couponCode: 'TENTH', refunds: [] })
      }
    })

    test.each([
      ['nothing in it', ''],
      ['null, as a missing one is answered', null],
    ])('lose a text and their coupon when %s is sent', async (_how, nothing) => {
      const drawn = fullDraft(app.theatre, { couponCode: 'TENTH' })
      const { bookingId: _id } = await purchase(app, drawn)
      const put = (change: object) => ask('PUT', '/api/bookings', { _id, ...change }, by.manager)
      expect((await put({ ledName: nothing, otherInfo: { nameOnCake: nothing } })).status).toBe(200)
      expect(await storedBooking(app, _id)).toMatchObject({ ledName: '', nameOnCake: '', couponCode: 'TENTH' })
      expect((await put({ couponCode: nothing })).status).toBe(200)
      expect(await storedBooking(app, _id)).toMatchObject({ couponCode: null })
      const read = (await ask('GET', `/api/bookings/${_id}`, undefined, by.manager)).body.booking
      expect((await put({ ...read, nameOnCake: 'Meera', otherInfo: { nameOnCake: nothing } })).status).toBe(200)
      expect(await storedBooking(app, _id)).toMatchObject({ nameOnCake: 'Meera', ledName: '', couponCode: null })
    })

    test('are moved to the room that is named, or told that there is none', async () => {
      const { aurora, celeste, locationId } = app.theatre
      await app.context.db.update(screens).set({ locationId }).where(eq(screens.id, celeste.id))
      const { bookingId: _id } = await purchase(app, basicDraft(app.theatre))
      const put = (screen: object | string) =>
        ask('PUT', '/api/bookings', { _id, screen, slot: { from: '19:00' }, package: { name: 'Basic' } }, by.manager)
      expect((await put({ name: 'Nowhere' })).status).toBe(404)
      expect((await put('Nowhere')).status).toBe(404)
      expect((await storedBooking(app, _id)).screenId).toBe(aurora.id)
      expect((await put({ name: 'Celeste' })).status).toBe(200)
      expect((await storedBooking(app, _id)).screenId).toBe(celeste.id)
    })

    test('are moved to the room of the same name at the location that is named', async () => {
      const { aurora, celeste } = app.theatre
      await app.context.db.update(screens).set({ name: 'Aurora' }).where(eq(screens.id, celeste.id))
      const { bookingId: _id } = await purchase(app, basicDraft(app.theatre))
      const named = { screen: 'Aurora', slot: { from: '19:00' }, package: { name: 'Basic' } }
      const put = (more: object) => ask('PUT', '/api/bookings', { ...named, _id, ...more }, by.owner)
      const room = async () => (await storedBooking(app, _id)).screenId
      // its own comes first, unless another location is named
      expect((await put({})).status).toBe(200)
      expect(await room()).toBe(aurora.id)
      expect((await put({ location: 'Koramangala' })).status).toBe(200)
      expect(await room()).toBe(aurora.id)
      expect(await put({ location: 'Indiranagar' })).toMatchObject({ status: 200 })
      expect(await room()).toBe(celeste.id)
    })

    test('stay in the room of their own name for a location admin, though it has moved and another one is called so', async () => {
      const { bookingId: _id } = await purchase(app, basicDraft(app.theatre))
      const { aurora, celeste, locationId, otherLocationId } = app.theatre
      const move = (id: string, to: { locationId: string; name: string }) =>
        app.context.db.update(screens).set(to).where(eq(screens.id, id))
      await move(aurora.id, { locationId: otherLocationId, name: 'Aurora' })
      await move(celeste.id, { locationId, name: 'Aurora' })
      const named = { _id, screen: 'Aurora', slot: { from: '19:00' }, package: { name: 'Basic' } }
      await ask('PUT', '/api/bookings', named, by.manager)
      expect((await storedBooking(app, _id)).screenId).toBe(aurora.id)
    })

    test('are made by a location admin in the room of that name that is theirs', async () => {
      const { aurora, celeste } = app.theatre
      await app.context.db.update(screens).set({ name: 'Aurora' }).where(eq(screens.id, celeste.id))
      const made = await ask('POST', '/api/bookings', desk({ screen: 'Aurora' }), by.manager)
      expect(made.status).toBe(201)
      expect((await storedBooking(app, made.body.booking._id)).screenId).toBe(aurora.id)
    })

    test('are changed by either spelling of a text, when all that was read is sent back', async () => {
      const { bookingId: _id } = await purchase(app, fullDraft(app.theatre))
      const read = (await ask('GET', `/api/bookings/${_id}`, undefined, by.manager)).body.booking
      expect(read.otherInfo).toMatchObject({ nameOnCake: expect.any(String) })
      const put = (more: object) => ask('PUT', '/api/bookings', { ...read, _id, ...more }, by.manager)
      expect((await put({ nameOnCake: 'Meera' })).status).toBe(200)
      expect((await storedBooking(app, _id)).nameOnCake).toBe('Meera')
      const version = (await storedBooking(app, _id)).version
      const other = { ...read.otherInfo, nameOnCake: 'Aarav the second' }
      expect((await put({ otherInfo: other, nameOnCake: 'Meera', version })).status).toBe(200)
      expect((await storedBooking(app, _id)).nameOnCake).toBe('Aarav the second')
    })

    test('are not deleted by the front desk when more would go back than it may send', async () => {
      const { bookingId } = await purchase(app, basicDraft(app.theatre))
      const token = await by.api.logIn('front-desk', app.theatre.locationId)
      const remove = () => ask('DELETE', `/api/bookings/${bookingId}`, { refund: 'full' }, token)
      expect(await remove()).toMatchObject({ status: 403, body: { error: expect.stringContaining('₹500') } })
      expect((await ask('DELETE', `/api/bookings/${bookingId}`, { refund: 'full' }, by.manager)).status).toBe(200)
      expect(await remove()).toMatchObject({ status: 409 })
    })

    test('are sent back with the location they were sold at, wherever their room stands by now', async () => {
      const { bookingId: _id } = await purchase(app, basicDraft(app.theatre))
      const { aurora, otherLocationId } = app.theatre
      for (const locationId of [otherLocationId, null]) {
        await app.context.db.update(screens).set({ locationId }).where(eq(screens.id, aurora.id))
        const read = (await ask('GET', `/api/bookings/${_id}`, undefined, by.owner)).body.booking
        expect(read.location).toMatchObject({ _id: app.theatre.locationId })
        const { status, body } = await ask(
          'PUT',
          '/api/bookings',
          { ...read, _id, customer: { ...read.customer, name: `Of ${locationId}` } },
          by.owner,
        )
        expect([status, body.error, body.booking?.customer.name]).toEqual([200, undefined, `Of ${locationId}`])
        const wrong = { _id, location: { _id: 'nowhere' } }
        expect((await ask('PUT', '/api/bookings', wrong, by.owner)).status).toBe(422)
      }
    })

    test('moved by a program are told to their customer, unless it says not to', async () => {
      const letters = async () => {
        await app.work()
        return app.mailbox.mails.filter(({ subject }) => subject.startsWith('Booking moved')).length
      }
      for (const [from, more, told] of [
        ['10:00', {}, 1],
        ['19:00', { tellCustomer: false }, 1],
      ] as const) {
        const sent = desk({ date: '2027-03-12', slot: { from } })
        const customer = { ...sent.customer, email: 'meera@gmail.com' }
        const placed = await ask('POST', '/api/bookings', { ...sent, customer }, by.manager)
        expect(placed.status).toBe(201)
        const { _id } = placed.body.booking
        expect((await ask('PUT', '/api/bookings', { _id, date: '2027-03-19', ...more }, by.manager)).status).toBe(200)
        expect([from, await letters()]).toEqual([from, told])
      }
    })

    test('at the front desk: placed once, changed, paid, deleted', async () => {
      const placed = await ask('POST', '/api/bookings', desk(), by.manager)
      expect([placed.status, placed.body.booking]).toMatchObject([
        201,
        {
          status: 'booked',
          totalPrice: 1_499,
          advancePrice: 500,
          remainingAmount: 999,
          note: 'By phone',
          source: 'staff',
        },
      ])
      const id = placed.body.booking._id
      expect((await ask('POST', '/api/bookings', desk(), by.manager)).body.booking._id).toBe(id)
      expect(await app.context.db.$count(bookings)).toBe(1)
      const other = desk({ customer: { name: 'Another', number: '9845012346' } })
      expect((await ask('POST', '/api/bookings', other, by.manager)).status).toBe(409)
      const grown = await ask(
        'PUT',
        '/api/bookings',
        { id, otherInfo: { numberOfPeople: 4 }, totalPrice: 1_899 },
        by.manager,
      )
      expect(grown.body.booking).toMatchObject({
        totalPrice: 1_899,
        advance: 500,
        numberOfPeople: 4,
        package: { name: 'Basic' },
      })
      expect((await ask('PUT', '/api/bookings', { id, totalPrice: 1 }, by.manager)).body).toMatchObject({
        totalPrice: 1_899,
      })
      expect((await ask('PUT', '/api/bookings', { id, version: 1, note: 'late' }, by.manager)).status).toBe(409)
      const paid = await ask('PUT', '/api/bookings', { _id: id, fullPayment: true }, by.manager)
      expect(paid.body.booking).toMatchObject({ remainingAmount: 0, fullPayment: true })
      // nobody has said that the money for two more came in
      const more = await ask('PUT', '/api/bookings', { id, otherInfo: { numberOfPeople: 6 } }, by.manager)
      expect(more.body.booking).toMatchObject({ remainingAmount: 400, fullPayment: false })
      await ask('PUT', '/api/bookings', { id, otherInfo: { numberOfPeople: 4 } }, by.manager)
      expect((await ask('PUT', '/api/bookings', { id, advance: 5_000 }, by.manager)).status).toBe(422)
      // more than can be counted in paise is no amount, wherever one is named
      for (const huge of [1e8, 1e21]) {
        expect((await ask('PUT', '/api/bookings', { id, advance: huge }, by.manager)).status).toBe(400)
        expect((await ask('DELETE', `/api/bookings/${id}`, { refunded: huge }, by.manager)).status).toBe(400)
        expect((await ask('POST', '/api/bookings', desk({ totalPrice: huge }), by.manager)).status).toBe(400)
      }
      const gone = await ask('DELETE', `/api/bookings/${id}`, undefined, by.manager)
      expect([gone.status, gone.body]).toEqual([200, { success: true, _id: id, refunded: 0, writtenOff: 0 }])
      expect((await ask('DELETE', `/api/bookings/${id}`, { reason: 'Twice' }, by.manager)).status).toBe(409)
    })

    test('that are deleted write off no other sum than was expected, and the answer says which', async () => {
      const visit = { date: '2027-03-01', slot: { from: '13:00', to: '16:00' } }
      const { _id: id } = (await ask('POST', '/api/bookings', desk(visit), by.manager)).body.booking
      const remove = (body: object) => ask('DELETE', `/api/bookings/${id}`, body, by.manager)
      // what is due is written off once the visit has begun, of which who asked an hour ago knows nothing
      app.clock.advanceMinutes(90)
      const refused = await remove({ reason: 'Twice', writtenOff: 0 })
      expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('it is ₹999 now')])
      expect((await storedBooking(app, id)).status).toBe('booked')
      expect((await remove({ writtenOff: -1 })).status).toBe(400)
      const gone = await remove({ reason: 'Twice', writtenOff: 999 })
      expect([gone.status, gone.body]).toEqual([200, { success: true, _id: id, refunded: 0, writtenOff: 999 }])
    })

    test('that are read and sent back have no other money, whatever else is changed', async () => {
      const rowsOf = async (id: string) => {
        const { payments, refunds } = await storedBooking(app, id)
        return [payments.filter(({ voidedAt }) => !voidedAt).map(({ amount }) => amount / 100), refunds.length]
      }
      const echo = async (id: string, changes: object) => {
        const {
          totalPrice: _,
          otherInfo: __,
          ...read
        } = (await ask('GET', `/api/bookings/${id}`, undefined, by.manager)).body.booking
        return ask('PUT', '/api/bookings', { ...read, ...changes }, by.manager)
      }
      const { _id: id } = (await ask('POST', '/api/bookings', desk(), by.manager)).body.booking
      await ask('PUT', '/api/bookings', { id, fullPayment: true }, by.manager)
      expect((await echo(id, { note: 'Window seat' })).body.booking).toMatchObject({
        note: 'Window seat',
        advance: 1_499,
      })
      expect(await rowsOf(id)).toEqual([[500, 999], 0])
      // what two more guests cost is due, since nobody has said that it came in
      expect((await echo(id, { numberOfPeople: 4 })).body.booking).toMatchObject({ remainingAmount: 400 })
      expect(await rowsOf(id)).toEqual([[500, 999], 0])
      // nor is what completed it before taken back by what was answered
      expect((await echo(id, { note: 'Two more' })).body.booking).toMatchObject({ remainingAmount: 400 })
      expect(await rowsOf(id)).toEqual([[500, 999], 0])
      expect((await echo(id, { fullPayment: true })).body.booking).toMatchObject({ remainingAmount: 0 })
    })

    test('are paid twice by no program that adds to the sum it has read', async () => {
      const { _id: id } = (await ask('POST', '/api/bookings', desk(), by.manager)).body.booking
      const put = (changes: object) => ask('PUT', '/api/bookings', { id, ...changes }, by.manager)
      await put({ fullPayment: true })
      const rows = async () => {
        const { payments, refunds } = await storedBooking(app, id)
        return [payments.map(({ amount, voidedAt }) => (voidedAt ? 'struck out' : amount / 100)), refunds.length]
      }
      // two more guests, and what they cost in cash; more than that is not due
      const over = await put({ numberOfPeople: 4, advance: 1_999 })
      const error = 'Advance can be at most ₹900 beside the ₹999 that completed the payment, ₹1,899 in all'
      expect([over.status, over.body]).toMatchObject([422, { error }])
      const paid = await put({ numberOfPeople: 4, advance: 1_899 })
      expect(paid.body.booking).toMatchObject({ totalPrice: 1_899, advance: 1_899, remainingAmount: 0 })
      expect(await rows()).toEqual([[500, 999, 400], 0])
      // part of what two more cost, the same twice
      for (const _ of 'ab') {
        expect((await put({ numberOfPeople: 6, advance: 1_999 })).body.booking).toMatchObject({ remainingAmount: 300 })
        expect(await rows()).toEqual([[500, 999, 400, 100], 0])
      }
      // nor of one that takes away from the sum that it has read
      const unclear = await put({ advance: 1_899 })
      expect([unclear.status, Object.keys(unclear.body.fields)]).toEqual([422, ['advance']])
      expect(await rows()).toEqual([[500, 999, 400, 100], 0])
    })

    test('of which a payment was struck out are not paid anew by what was read before', async () => {
      const { _id: id } = (await ask('POST', '/api/bookings', desk(), by.manager)).body.booking
      const put = (changes: object) => ask('PUT', '/api/bookings', { id, ...changes }, by.manager)
      await put({ fullPayment: true })
      const untick = { advance: 1_499, fullPayment: false }
      expect((await put(untick)).body.booking).toMatchObject({ advance: 500, remainingAmount: 999 })
      // the answer was lost; or another sends back what it read before, with a note
      for (const again of [
        untick,
        { advance: 1_499, note: 'Window seat' },
        { fullPayment: true, note: 'Window seat' },
      ]) {
        const refused = await put(again)
        expect([refused.status, refused.body]).toMatchObject([409, { fields: { version: expect.any(String) } }])
      }
      const { booking } = (await ask('GET', `/api/bookings/${id}`, undefined, by.manager)).body
      expect(booking).toMatchObject({ advance: 500, note: 'By phone' })
      const stale = await put({ ...untick, version: booking.version - 1 })
      expect([stale.status, stale.body.fields]).toEqual([409, undefined])
      const { payments } = await storedBooking(app, id)
      expect(payments.map(({ amount, voidedAt }) => [amount / 100, voidedAt !== null])).toEqual([
        [500, false],
        [999, true],
      ])
      // money that did come is entered by who has read the booking
      const more = await put({ advance: 600, version: booking.version })
      expect(more.body.booking).toMatchObject({ advance: 600, remainingAmount: 899 })
      const paid = await put({ fullPayment: true, version: more.body.booking.version })
      expect(paid.body.booking).toMatchObject({ advance: 1_499, remainingAmount: 0 })
    })

    test('whose advance is made less leave what remains of a payment in its way, unless the call says another', async () => {
      const { _id: id } = (await ask('POST', '/api/bookings', desk({ mode: 'upi' }), by.manager)).body.booking
      const put = async (changes: object) => {
        app.clock.advanceMinutes(1)
        const { version } = (await ask('GET', `/api/bookings/${id}`, undefined, by.manager)).body.booking
        expect(await ask('PUT', '/api/bookings', { id, version, ...changes }, by.manager)).toMatchObject({
          status: 200,
        })
        const { payments } = await storedBooking(app, id)
        return payments.filter(({ voidedAt }) => !voidedAt).map(({ amount, mode }) => [amount / 100, mode])
      }
      expect(await put({ advance: 450 })).toEqual([[450, 'upi']])
      expect(await put({ advance: 550 })).toEqual([
        [450, 'upi'],
        [100, 'cash'],
      ])
      expect(await put({ advance: 400 })).toEqual([[400, 'upi']])
      expect(await put({ advance: 300, mode: 'card' })).toEqual([[300, 'card']])
    })

    test('have no longer note than the page can save; one that stands there is sent back as it is', async () => {
      const long = 'x'.repeat(LONGEST.note + 1)
      const error = 'Note can have at most 1000 characters'
      const refused = { status: 422, body: { error, fields: { note: error } } }
      expect(await ask('POST', '/api/bookings', desk({ note: long }))).toMatchObject(refused)
      expect(await app.context.db.$count(bookings)).toBe(0)
      const { _id: id } = (await ask('POST', '/api/bookings', desk())).body.booking
      const put = (changes: object) => ask('PUT', '/api/bookings', { id, ...changes })
      expect(await put({ note: long })).toMatchObject(refused)
      expect((await put({ note: long.slice(1) })).body.booking.note).toBe(long.slice(1))
      expect((await put({ note: '' })).body.booking.note).toBe('')
      // as programs could send it before
      await app.context.db.update(bookings).set({ note: long }).where(eq(bookings.id, id))
      const echoed = await put({ note: long, numberOfPeople: 3 })
      expect([echoed.status, echoed.body.booking?.note]).toEqual([200, long])
      expect((await put({ numberOfPeople: 2 })).status).toBe(200)
    })

    test('are moved for their family, whose one move it is, unless the call says that the business had to', async () => {
      const { _id: id } = (await ask('POST', '/api/bookings', desk(), by.manager)).body.booking
      const move = (from: string, more = {}) => ask('PUT', '/api/bookings', { id, slot: { from }, ...more }, by.manager)
      const used = async () => (await storedBooking(app, id)).rescheduleCount
      expect([(await move('13:00', { movedFor: 'business' })).status, await used()]).toEqual([200, 0])
      // callers from before it was asked say nothing
      expect([(await move('22:30')).status, await used()]).toEqual([200, 1])
      expect([(await move('19:00', { movedFor: null })).status, await used()]).toEqual([200, 2])
      const odd = await move('10:00', { movedFor: 'nobody' })
      expect([odd.status, Object.keys(odd.body.fields)]).toEqual([400, ['movedFor']])
    })

    test('of another location are not there for its admin', async () => {
      const { bookingId: id } = await purchase(app, basicDraft(app.theatre, atCeleste(app.theatre)))
      for (const [method, path, json] of [
        ['GET', `/api/bookings/${id}`, undefined],
        ['PUT', '/api/bookings', { id, note: 'mine' }],
        ['DELETE', `/api/bookings/${id}`, undefined],
        ['POST', '/api/bookings', desk({ screen: app.theatre.celeste.id })],
      ] as const) {
        expect([method, (await ask(method, path, json, by.manager)).status]).toEqual([method, 404])
      }
      expect((await ask('GET', '/api/bookings', undefined, by.manager)).body.totalDocuments).toBe(0)
      expect((await ask('GET', '/api/customers', undefined, by.manager)).body.totalDocuments).toBe(0)
      expect((await ask('GET', `/api/bookings/${id}`)).body.booking).toMatchObject({ _id: id, advance: 999, cakes: [] })
    })

    test('are listed, searched, filtered and paged; so are customers; the dashboard counts them', async () => {
      await purchase(app, basicDraft(app.theatre))
      await purchase(app, basicDraft(app.theatre, atCeleste(app.theatre)))
      const list = async (query: string) => (await ask('GET', `/api/bookings?${query}`)).body
      expect(await list('')).toMatchObject({
        totalDocuments: 2,
        page: 1,
        pages: 1,
        bookings: [{ package: { name: 'Basic' } }, {}],
      })
      expect((await list(`location=${app.theatre.locationId}`)).totalDocuments).toBe(1)
      expect((await list('limit=1&page=2')).bookings).toHaveLength(1)
      expect((await list('search=meera')).totalDocuments).toBe(2)
      expect((await list('fromDate=2027-03-12T00:00:00.000Z&toDate=2027-03-12')).totalDocuments).toBe(2)
      expect((await list('fromDate=2027-03-13')).totalDocuments).toBe(0)
      // at 1 AM a visit is one of the next date, and of the evening before by the desk's days
      const late = { visitDate: date('2027-03-13'), slotFrom: time('01:00'), slotTo: time('02:00') }
      await app.context.db.update(bookings).set(late)
      const ofEvening = 'fromDate=2027-03-12&toDate=2027-03-12'
      expect((await list(ofEvening)).totalDocuments).toBe(0)
      expect((await list(`${ofEvening}&dateOf=desk-day`)).totalDocuments).toBe(2)
      for (const [query, status] of [
        ['limit=1000', 400],
        ['page=x', 400],
        ['fromDate=soon', 400],
        ['status=odd', 400],
        ['fromDate=2027-03-13&toDate=2027-03-12', 422],
        ['location=nowhere', 422],
        ['search=%00', 400],
        ['sort=-createdAt', 200],
      ] as const) {
        expect([query, (await ask('GET', `/api/bookings?${query}`)).status]).toEqual([query, status])
      }
      expect((await ask('GET', '/api/customers?search=meera&limit=1')).body).toMatchObject({
        totalDocuments: 2,
        pages: 2,
      })
      for (const at of ['customers', 'bookings/getDashboardInfo', 'bookings/getGraphData'])
        expect([at, (await ask('GET', `/api/${at}?location=nowhere`)).status]).toEqual([at, 422])
      const info = (await ask('GET', '/api/bookings/getDashboardInfo')).body
      expect(info).toEqual({
        ...{ totalIncome: 2_998, pendingAmount: 1_000, currentAmount: 1_998, totalBookings: 2, todayBookings: 0 },
        ...{ totalScreens: 2, totalCities: 1, totalLocations: 2 },
      })
      const own = (await ask('GET', '/api/bookings/getDashboardInfo', undefined, by.manager)).body
      expect([own.totalIncome, 'totalCities' in own]).toEqual([1_499, false])
      expect((await ask('GET', '/api/bookings/getGraphData')).body).toMatchObject({
        graphData: [{ percentage: 50 }, { percentage: 50 }],
        totalDocuments: 2,
      })
    })
  })
})
