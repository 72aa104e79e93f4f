import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, catalogueItems, locations, screens, staff, uploads } from '~/db/schema'
import { ALL_CALLS } from '~/features/api/all-calls.server'
import { resolveQuote } from '~/features/booking/quote.server'
import { PASSWORD, useStaffApi } from '../support/api'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { partsForm, roomPicture } from '../support/picture-form'
import { fullDraft } from '../support/theatre'

onEachDatabase('staff by the API', (kind) => {
  const app = useApp(kind)
  const by = useStaffApi(app)
  const { ask } = by

  test('a stranger is told to log in wherever staff are meant, a location admin is kept to their rights', async () => {
    const before = await app.context.db.$count(auditLog)
    for (const { method, path, who } of ALL_CALLS.filter(({ who: caller }) => caller !== 'everyone')) {
      const address = path.replace('{id}', app.theatre.cityId)
      const stranger = await by.api.ask(method, address, { token: 'a'.repeat(40) })
      expect([path, stranger.status, stranger.headers.get('WWW-Authenticate')]).toEqual([path, 401, 'Bearer'])
      const superOnly = ['manage-cities', 'add-locations', 'change-catalogue', 'see-shares'].includes(who)
      if (superOnly)
        expect([path, (await ask(method, address, method === 'GET' ? undefined : {}, by.manager)).status]).toEqual([
          path,
          403,
        ])
    }
    expect(await app.context.db.$count(auditLog)).toBe(before)
  })

  describe('logging in', () => {
    const account = async () => (await app.context.db.select().from(staff).where(eq(staff.role, 'super-admin')))[0]
    const logIn = (email: string, password: string) =>
      by.api.ask('POST', '/api/auth/login', { json: { email, password } })

    test('answers a token, sets the cookie, and either opens the door', async () => {
      const { email = '', id } = (await account()) ?? {}
      const { status, body, headers } = await logIn(` ${email.toUpperCase()}`, PASSWORD)
      expect([status, body.admin]).toEqual([
        200,
        { _id: id, name: 'Asha Rao', email, superAdmin: true, location: null },
      ])
      const cookie = headers.get('Set-Cookie') ?? ''
      expect(cookie).toMatch(new RegExp(`^authToken=${body.token}; .*HttpOnly; SameSite=Lax`))
      const withCookie = await by.api.ask('GET', '/api/customers', { headers: { Cookie: cookie.split(';')[0] ?? '' } })
      expect(withCookie.status).toBe(200)
      const again = await by.api.ask('POST', '/api/auth/initialLogin', { json: { token: body.token } })
      expect([again.status, again.body.admin]).toEqual([200, body.admin])
      const out = await by.api.ask('POST', '/api/auth/logout', { token: body.token })
      expect([out.status, out.body, out.headers.get('Set-Cookie')]).toEqual([
        200,
        { success: true, admin: null },
        expect.stringMatching(/^authToken=; Max-Age=0/),
      ])
      expect((await by.api.ask('POST', '/api/auth/initialLogin', { json: { token: body.token } })).status).toBe(401)
      expect((await by.api.ask('POST', '/api/auth/logout')).status).toBe(200)
    })

    test('with a wrong password is refused, and at last has to wait', async () => {
      const { email = '' } = (await account()) ?? {}
      expect((await logIn(email, 'Wrong#2026')).body).toEqual({ error: 'Invalid email or password' })
      expect((await by.api.ask('POST', '/api/auth/login', { json: { email } })).status).toBe(400)
      for (let tries = 0; tries < 9; tries++) await logIn(email, 'Wrong#2026')
      const { status, headers } = await logIn(email, PASSWORD)
      expect([status, Number(headers.get('Retry-After')) > 0]).toEqual([429, true])
    })

    test('registering is closed to strangers and location admins, open to a super admin', async () => {
      const json = { name: 'Ravi', email: 'ravi@lumiere.example', password: 'Another#2026', ownPassword: PASSWORD }
      for (const token of [undefined, by.manager]) {
        expect((await by.api.ask('POST', '/api/auth/register', { json, token })).status).toBe(403)
      }
      const { status, body } = await ask('POST', '/api/auth/register', json)
      expect([status, body.admin]).toMatchObject([201, { email: json.email, superAdmin: true }])
      expect(JSON.stringify(body)).not.toMatch(/argon|password/i)
      expect((await ask('POST', '/api/auth/register', json)).status).toBe(409)
      const weak = await ask('POST', '/api/auth/register', { ...json, password: 'weak' })
      expect([weak.status, weak.body.error]).toEqual([422, 'Atleast 6 charecters and 1 special symbol'])
    })
  })

  test('cities: added, changed, closed, deleted', async () => {
    const added = await ask('POST', '/api/cities', { name: 'Mysuru', status: true })
    expect([added.status, added.body.city]).toMatchObject([201, { name: 'Mysuru', status: true, version: 1 }])
    const path = `/api/cities/${added.body.city._id}`
    expect((await ask('PUT', path, { status: false })).body.city).toMatchObject({ name: 'Mysuru', status: false })
    expect((await ask('PUT', path, { name: 'Late', version: 1 })).status).toBe(409)
    expect((await ask('PUT', path, { name: '' })).body).toMatchObject({ error: 'Name is required' })
    expect((await ask('POST', '/api/cities', { name: ['x'] })).status).toBe(400)
    expect((await ask('GET', '/api/cities')).body.totalDocuments).toBe(2)
    expect((await by.api.ask('GET', '/api/cities')).body.totalDocuments).toBe(1)
    expect((await ask('DELETE', path)).body).toEqual({ success: true, _id: added.body.city._id })
    expect((await ask('DELETE', path)).status).toBe(404)
  })

  describe('locations', () => {
    const fields = (changes = {}) => ({
      name: 'Jayanagar',
      address: '11th Main',
      addressLink: 'https://maps.example/jayanagar',
      status: 'true',
      cityId: app.theatre.cityId,
      'admin[name]': 'Nikhil',
      'admin[email]': 'nikhil@lumiere.example',
      'admin[number]': '9845099999',
      'admin[password]': 'Jaya#2026',
      addons: JSON.stringify([app.theatre.items.confetti]),
      gifts: '[]',
      ownPassword: PASSWORD,
      ...changes,
    })
    const add = async (changes = {}) => {
      const form = partsForm({ ...fields(changes), image: await roomPicture() })
      return by.api.ask('POST', '/api/locations', { form, token: by.owner })
    }

    test('are added in parts, with picture and admin, who can then log in', async () => {
      const { status, body } = await add()
      expect([status, body.location]).toMatchObject([
        201,
        {
          name: 'Jayanagar',
          image: expect.stringMatching(/^\/media\/uploads\/.+\.webp$/),
          city: { name: 'Bengaluru' },
          addons: [app.theatre.items.confetti],
          admin: { name: 'Nikhil', email: 'nikhil@lumiere.example', number: '9845099999' },
        },
      ])
      expect(JSON.stringify(body)).not.toMatch(/argon|password/i)
      const json = { email: 'nikhil@lumiere.example', password: 'Jaya#2026' }
      expect((await by.api.ask('POST', '/api/auth/login', { json })).body.admin.location).toBe(body.location._id)
      expect(JSON.stringify((await by.api.ask('GET', '/api/locations')).body)).not.toContain('nikhil')
    })

    test('are added with the admin as one part in JSON, as the description has it', async () => {
      const parts = Object.entries(fields()).filter(([name]) => !name.startsWith('admin'))
      const admin = { name: 'Nikhil', email: 'nikhil@lumiere.example', number: '9845099999', password: 'Jaya#2026' }
      const form = partsForm({ ...Object.fromEntries(parts), admin: JSON.stringify(admin) })
      const { status, body } = await by.api.ask('POST', '/api/locations', { form, token: by.owner })
      expect([status, body.location?.admin]).toMatchObject([201, { name: 'Nikhil', number: '9845099999' }])
    })

    test('are not deleted by guessing one’s password: too often is told as such, with when to come again', async () => {
      await add()
      const guess = async () => {
        const { locations } = (await ask('GET', '/api/locations')).body
        const id = locations.find(({ name }: { name: string }) => name === 'Jayanagar')._id
        return by.api.ask('DELETE', `/api/locations/${id}`, { json: { ownPassword: 'Guess#2026' }, token: by.owner })
      }
      const statuses: number[] = []
      for (let tries = 0; tries < 12; tries++) statuses.push((await guess()).status)
      expect([statuses[0], statuses.at(-1)]).toEqual([422, 429])
    })

    test('that are refused leave no picture behind', async () => {
      expect((await add({ addressLink: 'nowhere' })).status).toBe(422)
      expect((await add({ addons: '[' })).status).toBe(400)
      expect((await add({ cityId: '' })).body.error).toBe('City is required')
      const text = new File(['hello'], 'room.txt', { type: 'image/png' })
      const form = partsForm({ ...fields(), image: text })
      const refused = await by.api.ask('POST', '/api/locations', { form, token: by.owner })
      expect([refused.status, refused.body.error]).toEqual([422, 'Invalid file type: room.txt'])
      expect(await app.context.db.$count(uploads)).toBe(0)
      await add()
      expect((await add({ name: 'Twin' })).status).toBe(409)
    })

    test('that are to offer what is not in the catalogue are refused at its field, and sell what they sold', async () => {
      const { locationId, items } = app.theatre
      const path = `/api/locations/${locationId}`
      const offered = async () => {
        const given = { draft: fullDraft(app.theatre), dropped: undefined }
        const { offers } = await resolveQuote(app.context, app.context.db, given)
        return [offers?.addons.length, offers?.gifts.length]
      }
      expect(await offered()).toEqual([2, 1])
      for (const [field, ids] of [
        ['addons', ['no-such-thing']],
        ['addons', [items.confetti, items.roses]],
        ['gifts', ['no-such-thing']],
        ['gifts', [items.confetti]],
      ] as const) {
        const error = `One of these ${field} is not there. Please choose again.`
        const changed = await ask('PUT', path, { [field]: ids })
        expect([field, changed.status, changed.body]).toEqual([field, 422, { error, fields: { [field]: error } }])
        expect((await add({ [field]: JSON.stringify(ids) })).body).toEqual({ error, fields: { [field]: error } })
      }
      expect(await offered()).toEqual([2, 1])
      // what stands there already stays, and nothing else that is gone comes to it
      expect((await ask('PUT', path, { addons: [items.confetti] })).status).toBe(200)
      for (const id of [items.confetti, items.ledName])
        expect((await ask('DELETE', `/api/addons/${id}`)).status).toBe(200)
      const renamed = await ask('PUT', path, { name: 'Kora' })
      expect(renamed.body.location).toMatchObject({ name: 'Kora', addons: [items.confetti] })
      expect((await ask('PUT', path, { addons: [items.confetti, items.ledName] })).status).toBe(422)
    })

    test('that lie nowhere and have no picture are sent back as they were read: their admin saves them, a super admin is asked for a city', async () => {
      const { locationId, cityId } = app.theatre
      expect((await ask('DELETE', `/api/cities/${cityId}`)).status).toBe(200)
      await app.context.db.update(locations).set({ image: null }).where(eq(locations.id, locationId))
      const path = `/api/locations/${locationId}`
      const read = (await ask('GET', path)).body.location
      expect(read).toMatchObject({ image: null, city: null, cityId: null })
      const own = await ask('PUT', path, { ...read, name: 'Kora' }, by.manager)
      expect([own.status, own.body.location]).toMatchObject([200, { name: 'Kora', image: null, city: null }])
      const { version } = own.body.location
      const owners = await ask('PUT', path, { ...read, version, name: 'Late' })
      const error = 'City is required'
      expect([owners.status, owners.body]).toEqual([422, { error, fields: { cityId: error } }])
      const another = (await ask('POST', '/api/cities', { name: 'Mysuru', status: true })).body.city
      for (const city of [{ cityId: another._id }, { city: { _id: another._id } }]) {
        const { version } = (await ask('GET', path)).body.location
        const placed = await ask('PUT', path, { ...read, ...city, version })
        expect([placed.status, placed.body.location?.city]).toEqual([200, { _id: another._id, name: 'Mysuru' }])
      }
    })

    test('go to the city that is said in either spelling, though both are sent', async () => {
      const path = `/api/locations/${app.theatre.locationId}`
      const mysuru = (await ask('POST', '/api/cities', { name: 'Mysuru', status: true })).body.city._id
      for (const city of [{ city: { _id: mysuru } }, { cityId: app.theatre.cityId }, { city: mysuru }]) {
        const read = (await ask('GET', path)).body.location
        const [wanted] = Object.values(city).map((one) => (typeof one === 'string' ? one : one._id))
        expect((await ask('PUT', path, { ...read, ...city })).body.location).toMatchObject({ cityId: wanted })
      }
    })

    test('whose admin is another person by now are not saved over the one that was read', async () => {
      const { locationId, otherLocationId } = app.theatre
      const { db } = app.context
      const path = `/api/locations/${locationId}`
      const account = { name: 'Bela', email: 'bela@lumiere.example', number: '9845067890' }
      // the younger of the two, who is the second admin
      const createdAt = sql`now() + interval '1 hour'`
      await db
        .insert(staff)
        .values({ ...account, id: 'bela', createdAt, passwordHash: '-', role: 'location-admin', locationId })
      const { admin } = (await ask('GET', path)).body.location
      expect(admin).toMatchObject({ name: 'Asha Rao', version: 1 })
      await db.update(staff).set({ locationId: otherLocationId, version: 2 }).where(eq(staff.id, admin._id))
      const change = { parking: 'Behind the house', ownPassword: PASSWORD }
      expect((await ask('PUT', path, { ...change, admin })).status).toBe(409)
      const now = (await ask('GET', path)).body.location.admin
      expect(now).toEqual({ ...account, _id: 'bela', version: 1 })
      expect((await ask('PUT', path, { ...change, admin: now })).status).toBe(200)
    })

    test('their admins change their own, and no other', async () => {
      const { locationId, otherLocationId } = app.theatre
      expect((await ask('GET', '/api/locations', undefined, by.manager)).body.totalDocuments).toBe(1)
      const changed = await ask('PUT', `/api/locations/${locationId}`, { name: 'Kora' }, by.manager)
      expect(changed.body.location).toMatchObject({ name: 'Kora', admin: { name: 'Asha Rao' } })
      const closed = await ask('PUT', `/api/locations/status/${locationId}`, { status: false }, by.manager)
      expect(closed.body.location.status).toBe(false)
      for (const [method, path, json] of [
        ['GET', `/api/locations/${otherLocationId}`, undefined],
        ['PUT', `/api/locations/${otherLocationId}`, { name: 'Mine' }],
        ['PUT', `/api/locations/status/${otherLocationId}`, { status: false }],
      ] as const) {
        expect([path, (await ask(method, path, json, by.manager)).status]).toEqual([path, 404])
      }
      expect((await ask('DELETE', `/api/locations/${otherLocationId}`)).status).toBe(200)
    })
  })

  test('what stands nowhere or has no picture is refused in its page’s words when it is sent back as it was read', async () => {
    const { db } = app.context
    const { aurora, items } = app.theatre
    await db.update(screens).set({ locationId: null, description: 'Wide' }).where(eq(screens.id, aurora.id))
    await db.update(catalogueItems).set({ image: null }).where(eq(catalogueItems.id, items.truffle))
    const sentBack = async (list: string, name: string, id: string) => {
      const read = (await ask('GET', `/api/${list}`)).body[list].find(({ _id }: { _id: string }) => _id === id)
      expect(read[name]).toBeNull()
      return ask('PUT', `/api/${list}/${id}`, read)
    }
    for (const [list, name, id, error] of [
      ['screens', 'location', aurora.id, 'Location is required'],
      ['cakes', 'image', items.truffle, 'Image is required.'],
    ] as const) {
      const { status, body } = await sentBack(list, name, id)
      expect([status, body]).toEqual([422, { error, fields: { [name]: error } }])
    }
  })

  test('screens: added with slots and packages, changed, out of reach, deleted', async () => {
    const { locationId, celeste } = app.theatre
    const form = partsForm({
      ...{ name: 'Nebula', capacity: '10', minPeople: '2', extraPersonPrice: '250.50', description: 'Stars' },
      ...{
        location: locationId,
        status: 'true',
        specifications: '["4K"]',
        images: [await roomPicture(), '/media/a.webp'],
      },
      slots: JSON.stringify([{ from: '10:00', to: '13:00' }]),
      packages: JSON.stringify([
        {
          name: 'Basic',
          price: 999,
          addons: ['Cake'],
          customPrice: [{ date: '2027-12-31T00:00:00.000Z', price: 1_299 }],
        },
      ]),
    })
    const { status, body } = await by.api.ask('POST', '/api/screens', { form, token: by.manager })
    expect([status, body.screen]).toMatchObject([
      201,
      {
        extraPersonPrice: 250.5,
        images: [expect.stringContaining('/media/uploads/'), '/media/a.webp'],
        slots: [{ from: '10:00', to: '13:00' }],
        packages: [
          { name: 'Basic', addons: ['Cake'], customPrice: [{ date: '2027-12-31T00:00:00.000Z', price: 1_299 }] },
        ],
        price: 999,
      },
    ])
    const path = `/api/screens/${body.screen._id}`
    // of a form, which has no empty list, a part that says nothing is one
    for (const [images, kept] of [
      [['', '/media/a.webp'], ['/media/a.webp']],
      ['', []],
    ] as const) {
      const sent = await by.api.ask('PUT', path, {
        form: partsForm({ images: [...[images].flat()] }),
        token: by.manager,
      })
      expect([sent.status, sent.body.screen?.images]).toEqual([200, kept])
    }
    const dearer = await ask('PUT', path, { packages: [{ ...body.screen.packages[0], price: 1_099 }] }, by.manager)
    expect(dearer.body.screen.packages).toEqual([{ ...body.screen.packages[0], price: 1_099 }])
    // a package that comes without its id is the one of its name; one id is one package
    const [{ _id: kept, ...bare }] = dearer.body.screen.packages
    const gold = { name: 'Gold', price: 5_000 }
    const two = await ask('PUT', path, { packages: [bare, gold] }, by.manager)
    expect(two.body.screen.packages).toMatchObject([{ _id: kept, name: 'Basic' }, { name: 'Gold' }])
    // what is not sent of a package stays, by its id or by its name; only an empty list empties it
    const { addons, customPrice, ...plain } = bare
    expect([addons, customPrice]).toEqual([['Cake'], [expect.objectContaining({ price: 1_299 })]])
    for (const sent of [
      plain,
      { _id: kept, name: 'Silver', price: 1_199 },
      { ...plain, addons },
      { ...plain, customPrice },
    ]) {
      const stays = await ask('PUT', path, { packages: [{ _id: kept, ...sent }] }, by.manager)
      expect(stays.body.screen.packages).toEqual([{ ...bare, _id: kept, ...sent }])
    }
    const named = await ask('PUT', path, { packages: [{ ...plain, price: 1_399 }] }, by.manager)
    expect(named.body.screen.packages).toEqual([{ ...bare, _id: kept, price: 1_399 }])
    const spelled = await ask('PUT', path, { packages: [{ ...plain, name: 'BASIC ' }] }, by.manager)
    expect(spelled.body.screen.packages).toEqual([{ ...bare, _id: kept, name: 'BASIC' }])
    const emptied = await ask('PUT', path, { packages: [{ ...plain, addons: [], customPrice: [] }] }, by.manager)
    expect(emptied.body.screen.packages).toEqual([{ ...plain, _id: kept, addons: [], customPrice: [] }])
    const twice = await ask(
      'PUT',
      path,
      {
        packages: [
          { _id: kept, ...bare },
          { _id: kept, ...gold },
        ],
      },
      by.manager,
    )
    expect([twice.status, twice.body.error]).toEqual([422, 'This package stands here twice'])
    expect((await ask('PUT', path, { minPeople: 11 }, by.manager)).body.error).toBe(
      'Min People can be at most the capacity',
    )
    expect(
      (await ask('PUT', `/api/screens/status/${body.screen._id}`, { status: false }, by.manager)).body.screen.status,
    ).toBe(false)
    for (const method of ['PUT', 'DELETE']) {
      expect((await ask(method, `/api/screens/${celeste.id}`, {}, by.manager)).status).toBe(404)
    }
    expect((await ask('GET', '/api/screens', undefined, by.manager)).body.totalDocuments).toBe(2)
    expect((await ask('DELETE', path, undefined, by.manager)).status).toBe(200)
  })
})
