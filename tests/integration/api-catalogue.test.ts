import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { catalogueItems, uploads } from '~/db/schema'
import { rupees } from '~/domain/money'
import { cleanUploads, PICTURE_LOST, storeImage } from '~/features/media/uploads.server'
import { serveHere, signedIn, visitAt } from '../support/addresses'
import { useStaffApi } from '../support/api'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawnForm } from '../support/drawn-form'
import { partsForm, roomPicture } from '../support/picture-form'
import { OWNER } from '../support/theatre'

// a room of the theatre's has no words yet, which its form asks for
const DESCRIBED = { description: 'A room for ten' }

onEachDatabase('the catalogue by the API', (kind) => {
  const app = useApp(kind)
  const by = useStaffApi(app)
  const { ask } = by

  test('gifts, add-ons, occasions and cakes: by super admins', async () => {
    for (const [plural, one] of [
      ['gifts', 'gift'],
      ['addons', 'addon'],
      ['occasions', 'occasion'],
      ['cakes', 'cake'],
    ] as const) {
      const special = one === 'cake' && { special: 'true', specialPrice: '120' }
      const form = partsForm({
        name: 'New',
        price: '99',
        position: '3',
        description: 'x',
        ...special,
        image: await roomPicture(),
      })
      const added = await by.api.ask('POST', `/api/${plural}`, { form, token: by.owner })
      expect([added.status, added.body[one]]).toMatchObject([
        201,
        { name: 'New', price: 99, position: 3, status: true },
      ])
      const path = `/api/${plural}/${added.body[one]._id}`
      const hidden = await ask('PUT', path, { status: false, price: 149.5 })
      expect(hidden.body[one]).toMatchObject({
        name: 'New',
        status: false,
        price: 149.5,
        ...(special && { specialPrice: 120 }),
      })
      const all = `/api/${plural}/getAll${plural[0]?.toUpperCase()}${plural.slice(1)}`
      const names = (list: { name: string }[]) => list.map(({ name }) => name)
      expect(names((await ask('GET', all)).body[plural])).toContain('New')
      expect(names((await by.api.ask('GET', all)).body[plural])).not.toContain('New')
      expect((await ask('POST', `/api/${plural}`, { name: 'Bare', price: 1, position: 1 })).body.error).toBe(
        'Image is required.',
      )
      expect((await ask('PUT', path, { price: -1 })).status).toBe(422)
      expect((await ask('DELETE', path)).status).toBe(200)
      expect((await ask('PUT', path, { price: 1 })).status).toBe(404)
    }
  })

  test('what a program says of a cake stays when its page, which has no field for that, is saved', async () => {
    serveHere(app.context)
    const id = app.theatre.items.truffle
    const image = 'https://pictures.example/a.png'
    await ask('PUT', `/api/cakes/${id}`, { description: 'Contains nuts and egg', image })
    const page = { at: '/admin/cakes/edit/:id', id, cookie: await signedIn(app, OWNER) }
    await visitAt({ ...page, fields: { ...(await drawnForm(page, 'item')), price: '649' } })
    const saved = await app.context.db.query.catalogueItems.findFirst({ where: eq(catalogueItems.id, id) })
    expect(saved).toMatchObject({ price: rupees(649), description: 'Contains nuts and egg' })
    expect((await ask('PUT', `/api/cakes/${id}`, { description: '' })).body.cake.description).toBe('')
  })

  describe('a picture of ours, by whatever address a program names it,', () => {
    const own = () => app.context.settings.APP_URL
    const named = (src: string) => [
      src,
      `${own()}${src}`,
      `${own().replace('http:', 'https:')}${src}?v=2`,
      src.replace('/media/', '/media/w960/'),
      `${own()}${src.replace('/media/', '/media/w320/')}`,
    ]

    test('is kept as it is stored, and stays', async () => {
      const stored = await storeImage(app.context, await roomPicture(), 'owner')
      const src = stored.ok ? stored.src : ''
      const { items, aurora, locationId } = app.theatre
      const added = {
        title: 'Monsoon',
        description: 'Rain',
        position: 1,
        link: 'https://lumiere.example',
        status: true,
      }
      const { body } = await ask('POST', '/api/banners', { ...added, image: src })
      const records = [
        [`/api/gifts/${items.roses}`, 'gift'],
        [`/api/addons/${items.confetti}`, 'addon'],
        [`/api/cakes/${items.truffle}`, 'cake'],
        [`/api/banners/${body.banner._id}`, 'banner'],
        [`/api/locations/${locationId}`, 'location'],
      ] as const
      for (const [path, one] of records)
        for (const image of named(src)) {
          const { status, body } = await ask('PUT', path, { image })
          expect([path, image, status, body[one]?.image]).toEqual([path, image, 200, src])
        }
      const room = await ask('PUT', `/api/screens/${aurora.id}`, { description: 'Dark', images: named(src).slice(2) })
      expect(room.body.screen.images).toEqual([src, src, src])
      const theirs = 'https://pictures.example/media/w960/one.webp?v=2'
      expect((await ask('PUT', records[0][0], { image: theirs })).body.gift.image).toBe(theirs)
      app.clock.advanceMinutes(26 * 60)
      await cleanUploads(app.context)
      expect(await app.context.db.$count(uploads)).toBe(1)
    })

    test('is refused once it is gone', async () => {
      for (const image of named('/media/uploads/gone.webp')) {
        const { status, body } = await ask('PUT', `/api/gifts/${app.theatre.items.roses}`, { image })
        expect([image, status, body.error]).toEqual([image, 422, PICTURE_LOST])
      }
    })
  })

  test('a picture’s address is judged as on its page, and one that stands there already stays', async () => {
    const { roses } = app.theatre.items
    const [unsafe, document] = ['http://pictures.example/a.png', 'https://pictures.example/menu.pdf']
    const faults = [
      [unsafe, 'The web address of a picture must start with https://'],
      [document, 'Invalid image type.'],
    ]
    for (const [image, error] of faults) {
      for (const [method, path] of [
        ['PUT', `/api/gifts/${roses}`],
        ['POST', '/api/gifts'],
      ] as const) {
        const { status, body } = await ask(method, path, { name: 'New', price: 1, position: 1, image })
        expect([status, body]).toEqual([422, { error, fields: { image: error } }])
      }
      const room = await ask('PUT', `/api/screens/${app.theatre.aurora.id}`, { description: 'Dark', images: [image] })
      expect([room.status, room.body.error]).toEqual([422, error])
      const place = await ask('PUT', `/api/locations/${app.theatre.locationId}`, { image })
      expect([place.status, place.body.error]).toEqual([422, error])
    }
    await app.context.db.update(catalogueItems).set({ image: unsafe }).where(eq(catalogueItems.id, roses))
    const dearer = await ask('PUT', `/api/gifts/${roses}`, { price: 449 })
    expect([dearer.status, dearer.body.gift]).toMatchObject([200, { price: 449, image: unsafe }])
  })

  test('is searched for without the spaces around what was typed', async () => {
    for (const search of ['rose', '%20rose%20', '%20%20']) {
      const { body } = await ask('GET', `/api/gifts?search=${search}`)
      expect([search, body.gifts.map(({ name }: { name: string }) => name)]).toEqual([search, ['Rose Bouquet']])
    }
  })

  test.each([
    '0x10',
    '1e1',
    '0b1',
    '+1',
    '1.5',
    '१',
  ])('%j is no whole number, in a field or a query', async (number) => {
    const { status, body } = await ask('PUT', `/api/screens/${app.theatre.aurora.id}`, {
      ...DESCRIBED,
      minPeople: number,
    })
    expect([status, body.fields]).toEqual([422, { minPeople: 'Min People must be a whole number from 0 to 500' }])
    for (const [list, field, most] of [
      ['gifts', 'page', 100_000],
      ['bookings', 'limit', 100],
    ] as const) {
      const asked = await ask('GET', `/api/${list}?${field}=${encodeURIComponent(number)}`)
      const words = `must be a whole number from 1 to ${most}`
      expect([asked.status, asked.body]).toEqual([400, { error: `${field}: ${words}`, fields: { [field]: words } }])
    }
  })

  test('a whole number is taken as a number, as text, and as a table writes it', async () => {
    const path = `/api/screens/${app.theatre.aurora.id}`
    for (const [sent, capacity] of [
      [17, 17],
      ['18', 18],
      [' 19 ', 19],
      ['20.0', 20],
    ] as const)
      expect((await ask('PUT', path, { ...DESCRIBED, capacity: sent })).body.screen.capacity).toBe(capacity)
    expect((await ask('GET', '/api/gifts?page=1&limit=1')).body.gifts).toHaveLength(1)
  })

  test('coupons and banners: by every member of staff', async () => {
    const coupon = {
      code: 'diwali',
      type: 'fixed',
      discount: 250,
      expireDate: '2027-11-01T00:00:00.000Z',
      status: true,
    }
    const added = await ask('POST', '/api/coupons', coupon, by.manager)
    expect([added.status, added.body.coupon]).toMatchObject([
      201,
      { code: 'DIWALI', discount: 250, expireDate: coupon.expireDate },
    ])
    const path = `/api/coupons/${added.body.coupon._id}`
    expect((await ask('PUT', path, { status: false }, by.manager)).body.coupon).toMatchObject({
      code: 'DIWALI',
      status: false,
    })
    expect((await ask('POST', '/api/coupons', coupon, by.manager)).status).toBe(409)
    expect((await ask('PUT', path, { expireDate: '2026-01-01' }, by.manager)).body.error).toBe(
      'Expire date is in the past',
    )
    expect((await ask('GET', '/api/coupons', undefined, by.manager)).body.totalDocuments).toBe(3)
    expect((await ask('DELETE', path, undefined, by.manager)).status).toBe(200)
    const form = partsForm({
      ...{ title: 'Monsoon', description: 'Rain', position: '1', link: 'https://lumiere.example', status: 'true' },
      image: await roomPicture(),
    })
    const { status, body } = await by.api.ask('POST', '/api/banners', { form, token: by.manager })
    expect([status, body.banner]).toMatchObject([201, { title: 'Monsoon', status: true }])
    const banner = `/api/banners/${body.banner._id}`
    expect((await ask('PUT', banner, { title: 'Summer' }, by.manager)).body.banner).toMatchObject({
      title: 'Summer',
      image: body.banner.image,
    })
    const hidden = await ask('PUT', `/api/banners/status/${body.banner._id}`, { status: 'false' }, by.manager)
    expect(hidden.body.banner.status).toBe(false)
    expect((await ask('PUT', banner, { link: 'javascript:alert(1)' }, by.manager)).status).toBe(422)
    expect((await ask('DELETE', banner, undefined, by.manager)).status).toBe(200)
    expect((await ask('PUT', `/api/banners/status/${body.banner._id}`, { status: true })).status).toBe(404)
  })
})
