import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { bookingEvents, bookings, catalogueItems, customers, packages, screens } from '~/db/schema'
import { rupees } from '~/domain/money'
import { type Api, openApi } from '../support/api'
import { KEYS, useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { claimOf, statusOf, storedBooking } from '../support/purchase'
import { VISIT } from '../support/theatre'

const BOOK = '/api/bookings/customerBooking'

onEachDatabase('booking by the API', (kind) => {
  const app = useApp(kind)
  let api: Api
  beforeEach(async () => {
    api = await openApi(app)
  })

  /** Basic at Aurora for two, as a client sends it: by names, with prices of its own. */
  const basic = (changes: Record<string, unknown> = {}) => ({
    totalPrice: 1_499,
    date: `${VISIT}T00:00:00.000Z`,
    slot: { from: '19:00', to: '22:00' },
    screen: { _id: app.theatre.aurora.id, name: 'Aurora' },
    location: { _id: app.theatre.locationId, name: 'Koramangala' },
    package: { name: 'Basic', price: 1 },
    occasion: { name: 'Birthday', price: 0, celebrantName: 'Aarav' },
    addons: [],
    cakes: [],
    gifts: [],
    customer: { name: 'Meera Krishnan', email: 'meera@gmail.com', number: '9845012345' },
    otherInfo: { numberOfPeople: 2 },
    ...changes,
  })
  const book = (json: unknown, headers: Record<string, string> = {}) => api.ask('POST', BOOK, { json, headers })
  const slots = async (screenId = app.theatre.aurora.id, currentDate: string = VISIT) =>
    (await api.ask('POST', '/api/bookings/getBookedSlots', { json: { screenId, currentDate } })).body

  test('counts tries by the number, however it is written', async () => {
    const nowhere = { screen: 'nowhere' }
    const spellings = ['9845012345', '+91 98450 12345', '098450 12345']
    for (let tries = 0; tries < 10; tries++) {
      const customer = { name: 'Meera', number: spellings[tries % spellings.length] }
      expect((await book(basic({ ...nowhere, customer }))).status).toBe(404)
    }
    expect((await book(basic({ ...nowhere, customer: { name: 'Meera', number: '98450-12345' } }))).status).toBe(429)
  })

  test('holds the slot at the server’s price and opens the order', async () => {
    const { status, body } = await book(basic())
    expect(status).toBe(201)
    expect(body).toMatchObject({
      razorpayKeyId: KEYS.keyId,
      amount: 99_900,
      currency: 'INR',
      timeout: 600,
      booking: {
        status: 'pending',
        totalPrice: 1_499,
        advance: 0,
        advancePrice: 0,
        remainingAmount: 1_499,
        date: '2027-03-12T00:00:00.000Z',
        slot: { from: '19:00', to: '22:00' },
        package: { name: 'Basic', price: 1_499 },
        occasion: { name: 'Birthday', celebrantName: 'Aarav' },
        customer: { name: 'Meera Krishnan', number: '9845012345', email: 'meera@gmail.com' },
        otherInfo: { numberOfPeople: 2, numberOfExtraPeople: 0 },
        numberOfPeople: 2,
        summary: [
          { title: 'Package', amount: 1_499, explanations: [] },
          { title: 'Occasion', amount: 0, explanations: [] },
        ],
      },
    })
    expect(body.razorpayOrderId).toMatch(/^order_/)
    for (const hidden of ['note', 'version', 'source', 'linkToken']) expect(body.booking).not.toHaveProperty(hidden)
    expect(await slots()).toEqual({
      bookedSlots: [{ from: '19:00', to: '22:00', status: 'held' }],
      totalDocuments: 1,
      closed: null,
    })
  })

  test('a celebration with everything, in full: names, counts and lettering make the price', async () => {
    const celebration = basic({
      totalPrice: 4_436,
      package: 'Celebration',
      addons: [{ name: 'LED Name', count: 1 }],
      cakes: [{ _id: app.theatre.items.redVelvet, count: 1 }, { name: 'Chocolate Truffle' }],
      gifts: [{ name: 'Rose Bouquet', count: 1 }],
      otherInfo: { numberOfPeople: 4, ledName: 'AARAV MEHTA', nameOnCake: 'Aarav' },
      fullPayment: true,
    })
    const { status, body } = await book(celebration)
    expect([status, body.amount]).toEqual([201, 443_600])
    expect(body.booking.cakes).toMatchObject([
      { name: 'Red Velvet', price: 799, free: true, amount: 150 },
      { name: 'Chocolate Truffle', price: 599, free: false, amount: 599 },
    ])
    expect(body.booking.otherInfo).toMatchObject({
      numberOfExtraPeople: 2,
      extraPersonsPrice: 400,
      ledName: 'AARAV MEHTA',
    })
  })

  test('another price is refused with the server’s summary, and nothing is held', async () => {
    const { status, body } = await book(basic({ totalPrice: 1, otherInfo: { numberOfPeople: 3 } }))
    expect(status).toBe(409)
    expect(body).toMatchObject({
      error: 'The price has changed. Please look at the new total.',
      totalPrice: 1_699,
      summary: [{ title: 'Package' }, { title: 'Occasion' }, { title: 'Extra Persons Amount', amount: 200 }],
    })
    expect(await app.context.db.$count(bookings)).toBe(0)
  })

  test('the same again answers with the first result, by its content or by its key', async () => {
    const first = (await book(basic())).body
    const again = (await book(basic())).body
    expect(again).toEqual(first)
    const other = basic({ slot: { from: '10:00' } })
    const key = { 'Idempotency-Key': 'attempt-1' }
    const [one, two] = [(await book(other, key)).body, (await book(other, key)).body]
    expect(two).toEqual(one)
    expect(await app.context.db.$count(bookings)).toBe(2)
  })

  test('somebody else’s slot is taken, also for who knows their number', async () => {
    await book(basic())
    const stranger = basic({ customer: { name: 'Another', email: 'x@gmail.com', number: '9845012345' } })
    expect((await book(stranger)).status).toBe(409)
    expect(await app.context.db.$count(bookings)).toBe(1)
  })

  test.each([
    ['no occasion', { occasion: null }, 'Select atleast one Occasion'],
    ['no cake where one belongs', { package: 'Celebration', totalPrice: 2_499 }, 'Select atleast one Cake'],
    [
      'another mail than Gmail',
      { customer: { name: 'M', email: 'm@yahoo.com', number: '9845012345' } },
      'invalid gmail id',
    ],
    ['too many people', { otherInfo: { numberOfPeople: 9 } }, 'Choose between 2 and 8 people'],
    ['no such slot', { slot: { from: '03:00' } }, 'This screen has no such slot.'],
    ['nothing of that name', { gifts: [{ name: 'Elephant' }] }, 'Not on offer: Elephant'],
    ['refused terms', { termsAccepted: false }, 'Please accept the terms and conditions'],
    ['a day that is over', { date: '2027-02-28' }, 'That date cannot be booked.'],
    ['another place', { location: 'Indiranagar' }, 'The screen is not at this location.'],
  ])('with %s it is refused with 422', async (_, changes, error) => {
    const { status, body } = await book(basic(changes))
    expect([status, body.error]).toEqual([422, error])
    expect(await app.context.db.$count(bookings)).toBe(0)
  })

  test('an unknown screen is not there', async () => {
    expect((await book(basic({ screen: 'nowhere' }))).status).toBe(404)
    expect(
      (await api.ask('POST', '/api/bookings/getBookedSlots', { json: { screenId: 'x', currentDate: VISIT } })).status,
    ).toBe(404)
  })

  describe('where two locations have a room of one name', () => {
    beforeEach(async () => {
      await app.context.db.update(screens).set({ name: 'Aurora' }).where(eq(screens.id, app.theatre.celeste.id))
    })

    test('the one that is meant is found at the location that is named', async () => {
      const { aurora, celeste, locationId, otherLocationId } = app.theatre
      for (const [screen, location, id] of [
        ['Aurora', 'Indiranagar', celeste.id],
        [{ name: 'Aurora' }, { _id: locationId, name: 'Koramangala' }, aurora.id],
        // an id says which, whatever else is called so
        [aurora.id, undefined, aurora.id],
        [{ name: 'Aurora' }, { _id: otherLocationId }, celeste.id],
      ] as const) {
        const { status, body } = await book(basic({ screen, location }))
        expect([screen, location, status, body.error]).toEqual([screen, location, 201, undefined])
        expect((await storedBooking(app, body.booking._id)).screenId).toBe(id)
        await api.ask('POST', '/api/bookings/delPreviousOrder', { json: { orderId: body.razorpayOrderId } })
      }
    })

    test.each([
      ['no location', undefined, 'Several locations have a screen of this name: name the location too.'],
      ['a location that has none', 'Whitefield', 'The screen is not at this location.'],
    ])('with %s it is refused at that field', async (_, location, message) => {
      const { status, body } = await book(basic({ screen: 'Aurora', location }))
      expect([status, body]).toEqual([422, { error: message, fields: { location: message } }])
      expect(await app.context.db.$count(bookings)).toBe(0)
    })

    test('at one location, its id is asked for', async () => {
      const { celeste, locationId } = app.theatre
      await app.context.db.update(screens).set({ locationId }).where(eq(screens.id, celeste.id))
      const message = 'Several screens have this name: send the _id.'
      for (const location of ['Koramangala', undefined]) {
        const { status, body } = await book(basic({ screen: 'Aurora', location }))
        expect([location, status, body]).toEqual([location, 422, { error: message, fields: { screen: message } }])
      }
    })
  })

  test('what the package gives already is named, and sold to nobody', async () => {
    const { db } = app.context
    const fog = { kind: 'addon', name: 'Fog Entry', price: rupees(499), description: '', position: 9 } as const
    await db.insert(catalogueItems).values(fog)
    await db
      .update(packages)
      .set({ inclusions: ['Smoke Entry'] })
      .where(eq(packages.id, app.theatre.aurora.celebration))
    const { status, body } = await book(
      basic({ package: 'Celebration', totalPrice: 2_998, addons: [{ name: 'Fog Entry' }] }),
    )
    expect([status, body.error]).toEqual([422, 'Celebration gives Fog Entry already: taken out.'])
    expect(await db.$count(bookings)).toBe(0)
  })

  test.each([
    ['cakes', { cakes: [{ name: 'Red Velvet' }] }, 'Basic comes without a cake: Red Velvet was taken out.'],
    ['addons', { addons: [{ name: 'LED Name', count: 2 }] }, 'There can be no more of LED Name than 1.'],
    [
      'gifts',
      { gifts: [1, 2].map(() => ({ name: 'Rose Bouquet', count: 15 })) },
      'There can be no more of Rose Bouquet than 20.',
    ],
  ])('of %s that would be sold otherwise than they are named is refused at its field', async (field, named, error) => {
    // 0 is no price: whoever asks for one is told of this first
    const refused = await book(basic({ totalPrice: 0, ...named }))
    expect([refused.status, refused.body]).toEqual([422, { error, fields: { [field]: error } }])
    expect(await app.context.db.$count(bookings)).toBe(0)
  })

  test('that is wrong in several ways is told each at its field, as the page does', async () => {
    const faults = async (changes: object) => {
      const { status, body } = await book(basic({ totalPrice: 0, ...changes }))
      expect([status, Object.values(body.fields)]).toEqual([422, expect.arrayContaining([body.error])])
      return body.fields
    }
    const customer = { name: ' ', email: 'meera@example', number: '12' }
    expect(
      await faults({ customer, termsAccepted: false, otherInfo: { numberOfPeople: 99 }, package: 'Celebration' }),
    ).toEqual({
      'customer.name': 'Name is required',
      'customer.email': 'invalid gmail id',
      'customer.number': 'Phone number must be exactly 10 digits',
      'otherInfo.numberOfPeople': expect.stringMatching(/^Choose between/),
      termsAccepted: 'Please accept the terms and conditions',
      cakes: 'Select atleast one Cake',
    })
    expect(await faults({ occasion: null, otherInfo: null, numberOfPeople: 99 })).toEqual({
      numberOfPeople: expect.stringMatching(/^Choose between/),
      occasion: 'Select atleast one Occasion',
    })
    const long = { celebrantName: 'x'.repeat(90) }
    for (const [field, sent] of [
      ['celebrantName', { ...long, occasion: 'Birthday' }],
      ['otherInfo.celebrantName', { occasion: 'Birthday', otherInfo: { numberOfPeople: 2, ...long } }],
      ['occasion.celebrantName', { occasion: { name: 'Birthday', ...long } }],
    ] as const)
      expect(await faults(sent)).toEqual({ [field]: expect.stringMatching(/can have at most/) })
    expect(await faults({ slot: { from: '03:00' } })).toEqual({ slot: 'This screen has no such slot.' })
    expect(await faults({ gifts: [{ name: 'Elephant' }] })).toEqual({ gifts: 'Not on offer: Elephant' })
    expect(await faults({ package: 'Golden' })).toEqual({ package: 'Not on offer: Golden' })
    const led = { name: 'LED Name', count: 15 }
    expect(await faults({ addons: [led, led] })).toEqual({ addons: 'There can be no more of LED Name than 1.' })
    const total = { totalPrice: 1_499 }
    expect(await faults({ ...total, date: '2027-02-01' })).toEqual({ date: 'That date cannot be booked.' })
  })

  test('no slot of a day that is over or too far ahead can be booked, as the booking itself says', async () => {
    for (const currentDate of ['2027-02-28', '2029-03-12']) {
      const { bookedSlots, closed } = (
        await api.ask('POST', '/api/bookings/getBookedSlots', {
          json: { screenId: app.theatre.aurora.id, currentDate },
        })
      ).body
      expect([bookedSlots.length, closed]).toEqual([
        Object.keys(app.theatre.aurora.slots).length,
        'That date cannot be booked.',
      ])
      expect((await book(basic({ date: currentDate }))).body.error).toBe(closed)
    }
  })

  test('within the last hour only Basic', async () => {
    app.clock.set('2027-03-12T13:00:00Z')
    const { status, body } = await book(
      basic({ package: 'Celebration', totalPrice: 2_499, cakes: [{ name: 'Chocolate Truffle' }] }),
    )
    expect([status, body.error]).toEqual([422, 'Only Basic Package is allowed before 1 hour'])
  })

  test('a slot is too late in the last hour where no Basic is sold', async () => {
    await app.context.db.delete(packages).where(eq(packages.id, app.theatre.aurora.basic))
    app.clock.set('2027-03-12T13:00:00Z')
    const late = (await slots()).bookedSlots.find(({ from }: { from: string }) => from === '19:00')
    expect(late).toEqual({ from: '19:00', to: '22:00', status: 'too-late' })
  })

  describe('the payment', () => {
    async function paid() {
      const { razorpayOrderId, booking } = (await book(basic())).body
      const { orderId, paymentId, signature } = claimOf(app, app.emulator.pay(razorpayOrderId, 'upi', 'success'))
      const json = { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature }
      return { json, id: booking._id as string, orderId }
    }
    const verify = (json: unknown) => api.ask('POST', '/api/bookings/verifyPayment', { json })

    test('is verified, and again', async () => {
      const { json, id } = await paid()
      for (let time = 0; time < 2; time++) {
        const { status, body } = await verify(json)
        expect([status, body]).toEqual([
          200,
          {
            success: true,
            state: 'booked',
            message: 'Payment verified successfully!',
            booking: {
              _id: id,
              code: expect.stringMatching(/^LUM-/),
              status: 'booked',
              link: expect.stringMatching(/\/b\/[0-9a-z]{40}$/),
            },
          },
        ])
      }
      expect((await storedBooking(app, id)).payments).toHaveLength(1)
      expect((await slots()).bookedSlots[0].status).toBe('booked')
    })

    test('with a wrong signature, of an unknown order or without money is not one', async () => {
      const { json } = await paid()
      for (const wrong of [{ razorpay_signature: 'f'.repeat(64) }, { razorpay_order_id: 'order_other' }]) {
        const { status, body } = await verify({ ...json, ...wrong })
        expect([status, body]).toEqual([
          200,
          { success: false, state: 'failed', message: 'Payment verification failed!' },
        ])
      }
      const { razorpay_signature: _, ...half } = json
      expect((await verify(half)).status).toBe(400)
    })

    test('that failed is logged; the slot stays held', async () => {
      const { razorpayOrderId: orderId, booking } = (await book(basic())).body
      for (let time = 0; time < 2; time++) {
        const { status, body } = await api.ask('POST', '/api/bookings/cancelPayment', {
          json: { orderId, reason: 'declined' },
        })
        expect([status, body]).toEqual([200, { success: true }])
      }
      expect(await statusOf(app, booking._id)).toBe('pending')
      const events = await app.context.db.select().from(bookingEvents).where(eq(bookingEvents.kind, 'payment-failed'))
      expect(events[0]?.detail).toEqual({ reason: 'declined' })
    })

    test('that was dismissed releases the slot, once and for all; a paid one never', async () => {
      const drop = (orderId: string) => api.ask('POST', '/api/bookings/delPreviousOrder', { json: { orderId } })
      const held = (await book(basic())).body
      for (const orderId of [held.razorpayOrderId, held.razorpayOrderId, 'order_unknown']) {
        expect((await drop(orderId)).body).toEqual({ success: true })
      }
      expect(await statusOf(app, held.booking._id)).toBe('expired')
      const bought = await paid()
      await verify(bought.json)
      expect((await drop(bought.orderId)).body).toEqual({ success: true })
      expect(await statusOf(app, bought.id)).toBe('booked')
    })
  })

  test('nothing that is sent breaks it, and what is refused changes nothing', async () => {
    const field = fc.constantFrom(...Object.keys(basic()))
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom<unknown>(1e21, -1, 0.001, '\u0000', '9'.repeat(400), { _id: "'; drop table bookings" }, [
        { count: 1e9 },
      ]),
    )
    const kept = () => Promise.all([app.context.db.$count(bookings), app.context.db.$count(customers)])
    let person = 0
    await fc.assert(
      fc.asyncProperty(field, value, async (name, wild) => {
        const before = await kept()
        // somebody else each time: nobody may try often enough to have all of it read
        const address = `wild-${++person}`
        const customer = { ...basic().customer, number: `98450${10_000 + person}` }
        const { status, body } = await api.ask('POST', BOOK, {
          ...{ address, headers: { 'Idempotency-Key': address } },
          json: { ...basic({ customer }), [name]: wild, unknown: wild },
        })
        expect([201, 400, 404, 409, 422]).toContain(status)
        if (status !== 201) {
          expect(typeof body.error).toBe('string')
          expect(await kept()).toEqual(before)
        } else {
          await api.ask('POST', '/api/bookings/delPreviousOrder', { json: { orderId: body.razorpayOrderId }, address })
        }
      }),
      { numRuns: 60 },
    )
    const calls = ['getBookedSlots', 'verifyPayment', 'delPreviousOrder', 'cancelPayment']
    const bodies = fc.record(
      Object.fromEntries(
        [
          'screenId',
          'currentDate',
          'orderId',
          'reason',
          'razorpay_payment_id',
          'razorpay_order_id',
          'razorpay_signature',
        ].map((name) => [name, fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue())]),
      ),
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), bodies, async (call, json) => {
        const { status } = await api.ask('POST', `/api/bookings/${call}`, { json, address: String(++person) })
        expect([200, 400, 404, 422]).toContain(status)
      }),
      { numRuns: 60 },
    )
  })
})
