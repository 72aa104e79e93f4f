import { readdirSync, readFileSync } from 'node:fs'
import { desc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditLog, banners, coupons, staff } from '~/db/schema'
import { CONFLICT_MESSAGE, type Conflict, type SavedBeside } from '~/domain/changes'
import { deleteCatalogueItem, findCatalogueItem, updateCatalogueItem } from '~/features/catalogue/catalogue.server'
import { catalogueForm } from '~/features/catalogue/catalogue-forms.server'
import { couponForm } from '~/features/coupon/coupon-forms.server'
import { deleteCoupon, findCouponRecord, updateCoupon } from '~/features/coupon/coupons.server'
import { bannerForm } from '~/features/site/banner-forms.server'
import { deleteBanner, findBanner, updateBanner } from '~/features/site/banners.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { deleteCity, findCity, setCityStatus, updateCity } from '~/features/venue/cities.server'
import { formValuesOf, type LocationFormValues, locationForm } from '~/features/venue/location-values.server'
import { deleteLocation, findLocation, updateLocation } from '~/features/venue/locations.server'
import { deleteScreen, findScreenRecord, updateScreen } from '~/features/venue/screens.server'
import { cityForm, screenForm } from '~/features/venue/venue-forms.server'
import { ask, serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { OWN_PASSWORD, openOwnersAccount } from '../support/owner'
import { date, OWNER } from '../support/theatre'

const ASHA: Staff = { ...OWNER, email: 'owner@lumiere.example', sessionId: 'session' }
const ALL = { kind: 'all' } as const
const FORM = { status: 'true', position: '1', description: 'Dark and warm' }

interface Editor {
  /** The record that both edit. */
  id(): string
  save(fields: { name: string; version: string }): Promise<Saved>
  name(): Promise<string | undefined>
  remove(): Promise<boolean>
  label: string
}
/** As a location's form sends whose account it was filled from. */
const adminSent = (admin: SavedBeside | undefined) => ({
  adminId: String(admin?.id),
  adminVersion: String(admin?.version),
})

type Saved = { ok: true } | { ok: false; reason: string; message: string; conflict?: Conflict }

onEachDatabase('two people edit one record', (kind) => {
  const app = useApp(kind)
  const context = () => app.context
  let couponId = ''
  let place: LocationFormValues = {}

  beforeEach(async () => {
    const { db } = context()
    await db
      .insert(banners)
      .values({ id: 'banner', title: 'Old', description: 'Up', link: 'https://a.example', image: '/media/a.webp' })
    const { locationId } = app.theatre
    const account = { id: 'vikram', name: 'Vikram', number: '9845012345', email: 'vikram@lumiere.example' }
    await openOwnersAccount(context())
    await db.insert(staff).values({ ...account, passwordHash: '-', role: 'location-admin', locationId })
    const found = await findLocation(context(), ALL, locationId)
    if (found) place = formValuesOf(found)
    couponId = (await db.query.coupons.findFirst({ where: eq(coupons.code, 'TENTH') }))?.id ?? ''
  })

  const editors: Record<string, Editor> = {
    city: {
      label: 'Name',
      id: () => app.theatre.cityId,
      save: (fields) => updateCity(context(), ASHA, app.theatre.cityId, cityForm.parse({ ...FORM, ...fields })),
      name: async () => (await findCity(context(), app.theatre.cityId))?.name,
      remove: () => deleteCity(context(), ASHA, app.theatre.cityId),
    },
    location: {
      label: 'Name',
      id: () => app.theatre.locationId,
      save: (fields) => {
        const values = locationForm.edit.parse({ ...place, ...fields })
        return updateLocation(context(), ASHA, app.theatre.locationId, values)
      },
      name: async () => (await findLocation(context(), ALL, app.theatre.locationId))?.location.name,
      remove: async () => (await deleteLocation(context(), ASHA, app.theatre.locationId, OWN_PASSWORD)).ok,
    },
    screen: {
      label: 'Name',
      id: () => app.theatre.aurora.id,
      save: (fields) => {
        const facts = { capacity: '8', minPeople: '2', extraPersonPrice: '200', locationId: app.theatre.locationId }
        return updateScreen(context(), ASHA, app.theatre.aurora.id, screenForm.parse({ ...FORM, ...facts, ...fields }))
      },
      name: async () => (await findScreenRecord(context(), ALL, app.theatre.aurora.id))?.name,
      remove: () => deleteScreen(context(), ASHA, app.theatre.aurora.id),
    },
    coupon: {
      label: 'Code',
      id: () => couponId,
      save: ({ name, version }) => {
        const terms = { type: 'fixed', discount: '100', expireDate: '2027-12-31', scrollCoupon: 'false' }
        const values = couponForm(date('2027-03-01')).parse({ ...FORM, ...terms, code: name, version })
        return updateCoupon(context(), ASHA, couponId, values)
      },
      name: async () => (await findCouponRecord(context(), couponId))?.code,
      remove: () => deleteCoupon(context(), ASHA, couponId),
    },
    banner: {
      label: 'Title',
      id: () => 'banner',
      save: ({ name, version }) => {
        const values = bannerForm.parse({
          ...FORM,
          link: 'https://a.example',
          images: ['/media/a.webp'],
          title: name,
          version,
        })
        return updateBanner(context(), ASHA, 'banner', values)
      },
      name: async () => (await findBanner(context(), 'banner'))?.title,
      remove: () => deleteBanner(context(), ASHA, 'banner'),
    },
    cake: {
      label: 'Name',
      id: () => app.theatre.items.redVelvet,
      save: (fields) => {
        const cake = { price: '799', images: ['/media/a.webp'], special: 'on', specialPrice: '150' }
        const values = catalogueForm('cake').parse({ ...FORM, ...cake, ...fields })
        return updateCatalogueItem(context(), ASHA, 'cake', app.theatre.items.redVelvet, values)
      },
      name: async () => (await findCatalogueItem(context(), 'cake', app.theatre.items.redVelvet))?.name,
      remove: () => deleteCatalogueItem(context(), ASHA, 'cake', app.theatre.items.redVelvet),
    },
  }

  describe.each(Object.entries(editors))('a %s', (_, editor) => {
    test('the second is shown both versions, and saves theirs only by saying so', async () => {
      expect(await editor.save({ name: 'FIRST', version: '1' })).toMatchObject({ ok: true })
      const second = await editor.save({ name: 'SECOND', version: '1' })
      expect(second).toMatchObject({ ok: false, reason: 'stale', message: CONFLICT_MESSAGE })
      const conflict = second.ok ? undefined : second.conflict
      expect(conflict?.changes).toEqual([{ label: editor.label, before: 'FIRST', after: 'SECOND' }])
      expect(await editor.name()).toBe('FIRST')
      // while the question stands, Save names no version; only “Keep mine” does
      expect(await editor.save({ name: 'SECOND', version: '0' })).toMatchObject({ ok: false, reason: 'stale' })
      expect(await editor.name()).toBe('FIRST')
      expect(await editor.save({ name: 'SECOND', version: String(conflict?.version) })).toMatchObject({ ok: true })
      expect(await editor.name()).toBe('SECOND')
      const log = await context().db.select().from(auditLog).where(eq(auditLog.entityId, editor.id()))
      const changed = log.map(({ changes }) => changes?.[editor.label])
      expect(changed).toHaveLength(2)
      expect(changed).toContainEqual(['FIRST', 'SECOND'])
    })

    test('of two at once, exactly one saves', async () => {
      const saved = await Promise.all(['ONE', 'TWO'].map((name) => editor.save({ name, version: '1' })))
      expect(saved.map((result) => (result.ok ? 'saved' : result.reason)).sort()).toEqual(['saved', 'stale'])
    })

    test('deleted by two at once it goes once, and is written down once', async () => {
      const id = editor.id()
      expect((await Promise.all([editor.remove(), editor.remove()])).sort()).toEqual([false, true])
      const log = await context().db.select().from(auditLog).where(eq(auditLog.entityId, id))
      expect(log.map(({ action }) => action)).toEqual(['deleted'])
    })

    test('one who saves what was deleted meanwhile is told so', async () => {
      expect(await editor.remove()).toBe(true)
      expect(await editor.save({ name: 'SECOND', version: '1' })).toMatchObject({
        ok: false,
        reason: 'missing',
        message: 'This has been deleted meanwhile.',
      })
      expect(await editor.name()).toBeUndefined()
      expect(await editor.remove()).toBe(false)
    })
  })

  test('a location’s form does not put back what somebody else changed in its admin’s account', async () => {
    serveHere(context())
    const cookie = await signedIn(app, { ...ASHA, id: 'meera' })
    const { locationId: id } = app.theatre
    const vikram = async () => (await context().db.select().from(staff).where(eq(staff.id, 'vikram')))[0]
    const at = { at: '/admin/locations/edit/:id', id, cookie }
    const opened = (await ask(at)).body as { version: number; admin: SavedBeside }
    const { images: _, addonIds: __, giftIds: ___, ...typed } = place
    const form = { ...typed, version: String(opened.version), ...adminSent(opened.admin) }
    const send = async (changes: Record<string, string>) =>
      (await ask({ ...at, fields: { ...form, ...changes } })) as {
        body?: { conflict?: Conflict }
      }
    await context().db.update(staff).set({ number: '9845099999', version: 2 }).where(eq(staff.id, 'vikram'))
    const { conflict } = (await send({ parking: 'Behind the house' })).body ?? {}
    expect(conflict?.changes).toEqual([
      { label: 'Parking', before: expect.any(String), after: 'Behind the house' },
      { label: 'Admin number', before: '9845099999', after: '9845012345' },
    ])
    expect(await vikram()).toMatchObject({ number: '9845099999', version: 2 })
    // saying so, of both as they were shown
    const mine = {
      parking: 'Behind the house',
      version: String(conflict?.version),
      ...adminSent(conflict?.beside),
    }
    expect((await send(mine)).body?.conflict).toBeUndefined()
    expect(await vikram()).toMatchObject({ number: '9845012345', version: 3 })
    // who changes nothing of the account leaves its version as it is
    const last = (await ask(at)).body as typeof opened
    await send({ parking: 'At the market', version: String(last.version), ...adminSent(last.admin) })
    expect((await findLocation(context(), ALL, id))?.location.parking).toBe('At the market')
    expect(await vikram()).toMatchObject({ version: 3 })
  })

  test('of a location another choice of as many is told by name, and another password is not taken for the same', async () => {
    const { locationId: id } = app.theatre
    const { confetti, ledName } = app.theatre.items
    const save = (changes: object) =>
      updateLocation(context(), ASHA, id, locationForm.edit.parse({ ...place, ownPassword: OWN_PASSWORD, ...changes }))
    const first = { version: '1', addonIds: [confetti], adminPassword: 'Oak#panda65' }
    for (const _ of ['once', 'again']) expect(await save(first)).toMatchObject({ ok: true })
    expect(await save({ ...first, adminPassword: 'Elm#otter65' })).toMatchObject({
      reason: 'stale',
      conflict: { changes: [] },
    })
    expect((await findLocation(context(), ALL, id))?.location.addonIds).toEqual([confetti])
    // another choice of as many is told by name, beside the other's and in the audit log
    const version = (await findLocation(context(), ALL, id))?.location.version
    const { adminPassword: _, ...again } = first
    expect(await save({ ...again, addonIds: [ledName] })).toMatchObject({
      reason: 'stale',
      conflict: { changes: [{ label: 'Addons offered', before: 'Confetti', after: 'LED Name' }] },
    })
    expect(await save({ ...again, version: String(version), addonIds: [ledName] })).toMatchObject({ ok: true })
    const [last] = await app.context.db.select().from(auditLog).orderBy(desc(auditLog.at), desc(auditLog.id)).limit(1)
    expect(last?.changes).toEqual({ 'Addons offered': ['Confetti', 'LED Name'] })
  })

  test('a location’s form names an add-on that was deleted meanwhile at its field, and keeps one that stands there', async () => {
    serveHere(context())
    const cookie = await signedIn(app, { ...ASHA, id: 'meera' })
    const { locationId: id, items } = app.theatre
    const { images: _, addonIds: __, giftIds: ___, ...typed } = place
    const send = async (addonIds: string[], version: number) => {
      const chosen = Object.fromEntries(addonIds.map((addon, at) => [`addonIds[${at}]`, addon]))
      const fields = { ...typed, ...chosen, version: String(version) }
      return ask({ at: '/admin/locations/edit/:id', id, cookie, fields })
    }
    expect((await send([items.confetti], 1)).short).toBe('303 /admin/locations')
    for (const addon of [items.confetti, items.ledName])
      expect(await deleteCatalogueItem(context(), ASHA, 'addon', addon)).toBe(true)
    expect(await send([items.confetti, items.ledName], 2)).toMatchObject({
      short: '422',
      body: {
        lastResult: { error: { addonIds: ['One of these addons is not there. Please choose again.'] } },
      },
    })
    expect((await send([items.confetti], 2)).short).toBe('303 /admin/locations')
    expect((await findLocation(context(), ALL, id))?.location.addonIds).toEqual([items.confetti])
  })

  test('an admin’s account that came meanwhile is not overwritten by a form that knew of none', async () => {
    const { locationId: id } = app.theatre
    const typed = { ...place, adminName: 'Lata', version: '1', adminVersion: '0', ownPassword: OWN_PASSWORD }
    const values = locationForm.edit.parse(typed)
    expect(await updateLocation(context(), ASHA, id, values)).toMatchObject({ reason: 'stale' })
  })

  describe('whose first admin is another person by now, though of the same version', () => {
    const bela = { id: 'bela', name: 'Bela', number: '9845067890', email: 'bela@lumiere.example' }
    const row = async (id: string) => (await context().db.select().from(staff).where(eq(staff.id, id)))[0]

    beforeEach(async () => {
      const { locationId } = app.theatre
      // the younger of the two, who is the second admin
      const createdAt = sql`now() + interval '1 hour'`
      await context()
        .db.insert(staff)
        .values({ ...bela, createdAt, passwordHash: 'her own', role: 'location-admin', locationId })
    })
    const moveVikram = () =>
      context()
        .db.update(staff)
        .set({ locationId: app.theatre.otherLocationId, email: 'vikram.rao@lumiere.example', version: 2 })
        .where(eq(staff.id, 'vikram'))

    test('a location’s form shows both, and changes nobody’s account', async () => {
      serveHere(context())
      const cookie = await signedIn(app, { ...ASHA, id: 'meera' })
      const at = { at: '/admin/locations/edit/:id', id: app.theatre.locationId, cookie }
      const opened = (await ask(at)).body as { version: number; admin: SavedBeside }
      expect(opened.admin).toEqual({ id: 'vikram', version: 1 })
      await moveVikram()
      const { images: _, addonIds: __, giftIds: ___, ...typed } = place
      const form = { ...typed, version: String(opened.version), ...adminSent(opened.admin) }
      // whether or not one's own password is typed, which only what is saved asks for
      for (const ownPassword of ['', OWN_PASSWORD]) {
        const answer = await ask({ ...at, fields: { ...form, ownPassword, parking: 'Behind the house' } })
        expect(answer.body).toMatchObject({
          conflict: {
            beside: { id: 'bela', version: 1 },
            changes: [
              { label: 'Parking', after: 'Behind the house' },
              { label: 'Admin name', before: 'Bela', after: 'Vikram' },
              { label: 'Admin email', before: bela.email, after: 'vikram@lumiere.example' },
              { label: 'Admin number', before: bela.number, after: '9845012345' },
            ],
          },
        })
      }
      expect(await row('bela')).toMatchObject({ ...bela, passwordHash: 'her own', version: 1 })
    })
  })

  test('a status switch counts as a save of its own', async () => {
    expect(await setCityStatus(context(), ASHA, app.theatre.cityId, false)).toBe(true)
    const second = await editors.city?.save({ name: 'Bengaluru', version: '1' })
    expect(second).toMatchObject({
      reason: 'stale',
      conflict: { changes: [{ label: 'Status', before: 'In Active', after: 'Active' }] },
    })
  })
})

describe('a version is raised and compared', () => {
  /** Where a file does so by hand. */
  const byHand = (text: string) =>
    text.match(/\$\{\w+\.version\} \+ 1|set\(\{ version: \w+\.version \+ 1|eq\(\w+\.version\b/g) ?? []

  test.each([
    `set({ ...columns, version: sql\`\${cities.version} + 1\` })`,
    'where(and(eq(cities.id, id), eq(cities.version, version)))',
    'set({ version: city.version + 1 })',
  ])('and this is noticed: %s', (text) => expect(byHand(text)).toHaveLength(1))

  test('in one place only', () => {
    const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
    expect(files.length).toBeGreaterThan(100)
    const found = files.filter((file) => byHand(readFileSync(`app/${file}`, 'utf8')).length > 0)
    expect(found).toEqual([])
  })
})
