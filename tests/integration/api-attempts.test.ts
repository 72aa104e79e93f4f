import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditLog, bookings, idempotencyKeys, packages, screens } from '~/db/schema'
import { rupees } from '~/domain/money'
import { ALL_CALLS } from '~/features/api/all-calls.server'
import { tidyIdempotencyKeys } from '~/platform/idempotency-key.server'
import { type Api, type ApiRequest, openApi, PASSWORD } from '../support/api'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { partsForm, roomPicture } from '../support/picture-form'
import { VISIT } from '../support/theatre'

const BOOK = '/api/bookings/customerBooking'
const MEERA = { name: 'Meera Krishnan', email: 'meera@gmail.com', number: '9845012345' }
const RAVI = { name: 'Ravi Menon', email: 'ravi@gmail.com', number: '9845054321' }
const HOME = '203.0.113.7'
const ELSEWHERE = '198.51.100.9'

onEachDatabase('an attempt by the API', (kind) => {
  const app = useApp(kind)
  let api: Api
  beforeEach(async () => {
    api = await openApi(app)
  })

  /** Basic at Aurora for two. */
  const basic = (changes: Record<string, unknown> = {}) => ({
    totalPrice: 1_499,
    date: VISIT,
    slot: { from: '19:00' },
    screen: app.theatre.aurora.id,
    package: 'Basic',
    occasion: { name: 'Birthday', celebrantName: 'Aarav' },
    customer: MEERA,
    otherInfo: { numberOfPeople: 2 },
    ...changes,
  })
  const book = (json: unknown, key: string | undefined, address = HOME) =>
    api.ask('POST', BOOK, { json, address, headers: key === undefined ? {} : { 'Idempotency-Key': key } })
  const stored = () => app.context.db.$count(bookings)
  const other = (changes = {}) => basic({ slot: { from: '10:00' }, customer: RAVI, ...changes })

  test('with the same key and body is answered the same, however its JSON is written', async () => {
    const first = await book(basic(), '2')
    const { slot, ...rest } = basic()
    const again = await book({ unknown: 'x', ...rest, slot }, '2')
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(await stored()).toBe(1)
  })

  test('with the same key and another body is refused', async () => {
    await book(basic(), '2')
    for (const another of [other(), basic({ fullPayment: true }), basic({ customer: RAVI })]) {
      const { status, body } = await book(another, '2')
      expect([status, body.error]).toEqual([422, expect.stringContaining('Idempotency-Key')])
      expect(JSON.stringify(body)).not.toMatch(/Meera|9845012345|order_/)
    }
    expect(await stored()).toBe(1)
  })

  test('of a stranger is his own, whatever key he guesses', async () => {
    const first = await book(basic(), '2')
    const same = await book(basic(), '2', ELSEWHERE)
    const { error } = same.body
    expect([same.status, same.body]).toEqual([409, { error, fields: { slot: error } }])
    expect(error).toMatch(/^Someone has just taken this slot/)
    const his = await book(other(), '2', ELSEWHERE)
    expect([his.status, his.body.booking.customer.name]).toEqual([201, RAVI.name])
    expect(JSON.stringify(his.body)).not.toMatch(/Meera|9845012345/)
    expect(his.body.razorpayOrderId).not.toBe(first.body.razorpayOrderId)
    // nor without a key, knowing all that was sent
    expect((await book(basic(), undefined, ELSEWHERE)).status).toBe(409)
    expect((await book(basic(), '2')).body).toEqual(first.body)
  })

  test('of staff is theirs from anywhere, and nobody else’s', async () => {
    const [asha, vikram] = [await api.logIn('super-admin'), await api.logIn('super-admin')]
    const sale = (token: string, json: object, address = HOME) =>
      api.ask('POST', '/api/bookings', {
        json: { advance: 0, ...json },
        token,
        address,
        headers: { 'Idempotency-Key': '2' },
      })
    const first = await sale(asha, basic())
    expect((await sale(asha, basic(), ELSEWHERE)).body).toEqual(first.body)
    expect((await sale(asha, other())).status).toBe(422)
    expect((await sale(vikram, basic())).status).toBe(409)
    expect((await sale(vikram, other())).status).toBe(201)
    expect((await book(basic(), '2')).status).toBe(409)
  })

  test('is answered with its booking, whatever staff made of that since', async () => {
    const token = await api.logIn('super-admin')
    const headers = { 'Idempotency-Key': 'k' }
    const sale = { advance: 0, ...basic() }
    const add = () => api.ask('POST', '/api/bookings', { json: sale, token, headers })
    const { _id } = (await add()).body.booking
    for (const change of [{ customer: RAVI }, { slot: { from: '13:00' } }, { otherInfo: { numberOfPeople: 3 } }]) {
      const { status } = await api.ask('PUT', '/api/bookings', { json: { _id, ...change, fullPayment: false }, token })
      expect(status).toBe(200)
      const again = await add()
      expect([again.status, again.body.booking._id]).toEqual([201, _id])
    }
    expect((await api.ask('DELETE', `/api/bookings/${_id}`, { token })).status).toBe(200)
    const again = await add()
    expect([again.status, again.body.booking._id, again.body.booking.status]).toEqual([201, _id, 'cancelled'])
    expect(await stored()).toBe(1)
    // with another key it is another attempt
    expect((await api.ask('POST', '/api/bookings', { json: { advance: 0, ...other() }, token })).status).toBe(201)
    expect(await stored()).toBe(2)
  })

  test('of a customer is answered with the booking that was paid, also where it stands elsewhere now', async () => {
    const first = await book(basic(), 'k')
    await app.context.db.update(bookings).set({ status: 'booked', holdEndsAt: null })
    const token = await api.logIn('super-admin')
    const _id = first.body.booking._id
    const moved = await api.ask('PUT', '/api/bookings', { json: { _id, slot: { from: '13:00' } }, token })
    expect(moved.status).toBe(200)
    const again = await book(basic(), 'k')
    expect([again.status, again.body.booking._id, again.body.razorpayOrderId]).toEqual([201, _id, null])
    expect(await stored()).toBe(1)
  })

  test.each([
    undefined,
    'k',
  ])('of a customer tells nothing of the one whom its booking was handed to, with the key %s', async (key) => {
    const first = await book(basic(), key)
    await app.context.db.update(bookings).set({ status: 'booked', holdEndsAt: null })
    const token = await api.logIn('super-admin')
    const { _id } = first.body.booking
    const handed = await api.ask('PUT', '/api/bookings', { json: { _id, customer: RAVI }, token })
    expect(handed.status).toBe(200)
    const again = await book(basic(), key)
    expect([again.status, JSON.stringify(again.body)]).toEqual([
      409,
      expect.not.stringMatching(/Ravi|9845054321|\/b\//),
    ])
    expect(await stored()).toBe(1)
  })

  test('whose number of people is none is refused as it is sent, and its key is free', async () => {
    const many = { otherInfo: { numberOfPeople: Number.MAX_SAFE_INTEGER } }
    expect((await book(basic(many), 'k')).status).toBe(400)
    expect((await book(basic({ otherInfo: { numberOfPeople: 100_000 } }), 'k')).status).toBe(422)
    expect((await book(basic(), 'k')).status).toBe(201)
  })

  test('of a customer is answered with the hold that it has, also when the offer has changed since', async () => {
    const first = await book(basic(), 'k')
    await app.context.db.update(packages).set({ price: rupees(1_999) })
    await app.context.db.update(screens).set({ active: false })
    expect((await book(basic(), 'k')).body).toEqual(first.body)
    app.clock.advanceMinutes(31)
    expect((await book(basic(), 'k')).status).toBe(404)
  })

  test('that was refused leaves its key free; one that was made keeps it a day', async () => {
    expect((await book(basic({ totalPrice: 1 }), 'k')).status).toBe(409)
    expect((await book(basic(), 'k')).status).toBe(201)
    // a repeat that is refused frees nothing
    expect((await book(other(), 'k')).status).toBe(422)
    expect((await book(other(), 'k')).status).toBe(422)
    app.clock.advanceMinutes(24 * 60 + 1)
    await tidyIdempotencyKeys(app.context)
    expect(await app.context.db.$count(idempotencyKeys)).toBe(0)
    expect((await book(other(), 'k')).status).toBe(201)
  })

  test('twice at once is one', async () => {
    const same = await Promise.all([book(basic(), 'k'), book(basic(), 'k')])
    expect(same.map(({ status }) => status)).toEqual([201, 201])
    expect(same[0]?.body.booking._id).toBe(same[1]?.body.booking._id)
    const differing = await Promise.all([book(other(), 'm'), book(other({ slot: { from: '13:00' } }), 'm')])
    expect(differing.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await stored()).toBe(2)
  })

  test.each(['', ' ', 'a b', 'x'.repeat(201), 'ключ'])('with the key "%s" is refused', async (key) => {
    const sent = Buffer.from(key).toString('latin1')
    const { status } = await book(basic(), sent)
    expect([status, await stored()]).toEqual([400, 0])
  })

  describe('to add a record', () => {
    const RECORD_CALLS = ALL_CALLS.filter(
      ({ method, who, status, group }) =>
        method === 'POST' && who !== 'everyone' && status === 201 && group !== 'Bookings',
    )
    const sentTo = async (path: string): Promise<Omit<ApiRequest, 'token' | 'headers'>> => {
      const admin = { name: 'Nikhil', email: 'nikhil@lumiere.example', number: '9845099999', password: 'Jaya#2026' }
      const place = { name: 'Jayanagar', address: '1 Main Road', addressLink: 'https://maps.app.goo.gl/AbCd1234' }
      const room = { capacity: 4, minPeople: 2, extraPersonPrice: 250, description: 'Small', status: true }
      const coupon = { code: 'NEWYEAR', type: 'fixed', discount: 100, expireDate: '2027-12-31', status: true }
      const banner = {
        title: 'Spring',
        description: 'x',
        link: 'https://lumiere.example/book',
        position: '1',
        status: 'true',
      }
      const item = { name: 'New', price: '99', position: '3', status: 'true' }
      const sent: Record<string, object> = {
        '/api/cities': { name: 'Mysuru', status: true },
        '/api/locations': {
          ...place,
          cityId: app.theatre.cityId,
          status: true,
          image: '/media/a.webp',
          admin,
          ownPassword: PASSWORD,
        },
        '/api/screens': { ...room, name: 'Vega', location: app.theatre.locationId, ...{ slots: [], packages: [] } },
        '/api/coupons': coupon,
      }
      const json = sent[path]
      if (json) return { json }
      return { form: partsForm({ ...(path === '/api/banners' ? banner : item), image: await roomPicture() }) }
    }

    test.each(
      RECORD_CALLS.map(({ path }) => path),
    )('at %s is answered with that record again, and makes no second', async (path) => {
      const token = await api.logIn('super-admin')
      const add = async (key: string, more: Partial<ApiRequest> = {}) =>
        api.ask('POST', path, { ...(await sentTo(path)), token, headers: { 'Idempotency-Key': key }, ...more })
      const [first, meanwhile] = await Promise.all([add('k'), add('k')])
      expect([first.status, first.body, meanwhile.status]).toEqual([201, expect.any(Object), 201])
      const again = await add('k')
      expect([again.status, again.body, meanwhile.body]).toEqual([201, first.body, first.body])
      const [{ _id: id }] = Object.values(first.body) as [{ _id: string }]
      const added = and(eq(auditLog.action, 'added'), eq(auditLog.entityId, id))
      const all = () => app.context.db.$count(auditLog, eq(auditLog.action, 'added'))
      expect([await app.context.db.$count(auditLog, added), await all()]).toEqual([1, 1])
      // another body, or another picture
      const other = path === '/api/cities' ? { json: { name: 'Hubli', status: true } } : { json: {} }
      expect((await add('k', { form: undefined, ...other })).status).toBe(422)
      // another person's key is another
      const hers = await api.logIn('super-admin')
      expect((await add('k', { token: hers })).body).not.toEqual(first.body)
      // once it is deleted it is gone, and is not made anew
      const before = await all()
      const json = path === '/api/locations' ? { ownPassword: PASSWORD } : undefined
      expect((await api.ask('DELETE', `${path}/${id}`, { token, json })).status).toBe(200)
      expect([(await add('k')).status, await all()]).toEqual([404, before])
      // after its time the key stands for another attempt
      for (const minutes of [12 * 60, 12 * 60 + 1]) {
        app.clock.advanceMinutes(minutes)
        expect((await api.ask('GET', '/api/coupons', { token })).status).toBe(200)
      }
      expect([(await add('k')).status, await all()]).toEqual([201, before + 1])
    })

    test('that was refused leaves its key free', async () => {
      const token = await api.logIn('super-admin')
      const add = (json: object) => api.ask('POST', '/api/cities', { json, token, headers: { 'Idempotency-Key': 'k' } })
      expect((await add({ name: '', status: true })).status).toBe(422)
      expect((await add({ name: 'Mysuru', status: true })).status).toBe(201)
    })

    test('with another picture is another body', async () => {
      const token = await api.logIn('super-admin')
      const add = (image: File) => {
        const form = partsForm({ name: 'New', price: '99', position: '3', image })
        return api.ask('POST', '/api/gifts', { form, token, headers: { 'Idempotency-Key': 'k' } })
      }
      expect((await add(await roomPicture())).status).toBe(201)
      expect((await add(new File(['another'], 'room.png', { type: 'image/png' }))).status).toBe(422)
      expect((await add(await roomPicture())).status).toBe(201)
    })
  })

  describe('with a coupon that cannot be used', () => {
    const celebration = { package: 'Celebration', cakes: [{ name: 'Chocolate Truffle' }], totalPrice: 1 }

    test.each([
      ['an unknown code', { ...celebration, couponCode: 'NOSUCH' }, 'couponCode', 'Coupon Verfication has failed'],
      [
        'a code beside the rest',
        { ...celebration, otherInfo: { numberOfPeople: 2, couponCode: 'NOSUCH' } },
        'otherInfo.couponCode',
        'Coupon Verfication has failed',
      ],
      ['any on Basic', { couponCode: 'TENTH' }, 'couponCode', 'Coupons are not offered for the Basic package'],
    ])('%s: 422 at its field', async (_, changes, field, message) => {
      const token = await api.logIn('super-admin')
      for (const sent of [{}, { token }]) {
        const path = 'token' in sent ? '/api/bookings' : BOOK
        const { status, body } = await api.ask('POST', path, { ...sent, json: { advance: 0, ...basic(changes) } })
        expect([status, body]).toEqual([422, { error: message, fields: { [field]: message } }])
      }
      expect(await stored()).toBe(0)
    })
  })
})
