import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { cities, packages, screens, staff } from '~/db/schema'
import { addCity, updateCity } from '~/features/venue/cities.server'
import { cityForm } from '~/features/venue/venue-forms.server'
import { ask, serveHere, signedIn } from '../support/addresses'
import { useStaffApi } from '../support/api'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawnForm } from '../support/drawn-form'
import { OWNER } from '../support/theatre'

onEachDatabase('a name stands once', (kind) => {
  const app = useApp(kind)
  const api = useStaffApi(app)
  let cookie = ''
  beforeEach(async () => {
    serveHere(app.context)
    cookie = await signedIn(app, OWNER)
    await app.context.db.update(screens).set({ description: 'Dark and warm' })
  })
  const faultsAt = (body: unknown) => (body as { lastResult?: { error?: object } })?.lastResult?.error

  describe('among the packages of a room', () => {
    const error = 'This room has a package of this name already.'
    const at = () => ({ at: '/admin/screens/edit/:id', id: app.theatre.aurora.id, cookie })
    const namesOf = async () => {
      const { db } = app.context
      const rows = await db.select().from(packages).where(eq(packages.screenId, app.theatre.aurora.id))
      return rows
        .filter(({ archivedAt }) => !archivedAt)
        .map(({ name }) => name)
        .sort()
    }

    test('in any letters; the second is told at its field, and a room that has two of before is saved as it is', async () => {
      const fields = await drawnForm(at(), 'screen')
      const refused = await ask({ ...at(), fields: { ...fields, 'packages[1].name': ' basic' } })
      expect(faultsAt(refused.body)).toEqual({ 'packages[1].name': [error] })
      const beside = { 'packages[2].name': 'CELEBRATION', 'packages[2].price': '999' }
      expect(faultsAt((await ask({ ...at(), fields: { ...fields, ...beside } })).body)).toEqual({
        'packages[2].name': [error],
      })
      expect(await namesOf()).toEqual(['Basic', 'Celebration'])
      const { celebration } = app.theatre.aurora
      await app.context.db.update(packages).set({ name: 'BASIC' }).where(eq(packages.id, celebration))
      expect((await ask({ ...at(), fields: await drawnForm(at(), 'screen') })).short).toBe('303 /admin/screens')
      expect(await namesOf()).toEqual(['BASIC', 'Basic'])
    })

    test('by a call too', async () => {
      const path = `/api/screens/${app.theatre.aurora.id}`
      const { screen } = (await api.ask('GET', '/api/screens')).body.screens
        .filter(({ _id }: { _id: string }) => _id === app.theatre.aurora.id)
        .map((one: object) => ({ screen: one }))[0]
      const gold = { name: 'gold ', price: 999 }
      const sent = { packages: [...screen.packages, { ...gold, name: 'Gold' }, gold] }
      const refused = await api.ask('PUT', path, sent)
      expect([refused.status, refused.body.error]).toEqual([422, error])
      expect(Object.values(refused.body.fields)).toEqual([error])
      expect(await namesOf()).toEqual(['Basic', 'Celebration'])
      const taken = { ...gold, name: 'BASIC' }
      expect((await api.ask('PUT', path, { packages: [...screen.packages, taken] })).status).toBe(422)
      expect((await api.ask('PUT', path, { packages: screen.packages })).status).toBe(200)
    })
  })

  describe('among the cities', () => {
    const error = 'There is a city of this name already.'
    const named = async () => (await app.context.db.select().from(cities)).map(({ name }) => name).sort()

    test('in any letters, whoever adds or renames one; a city that was there before is saved under the name it has', async () => {
      const add = (name: string) => ask({ at: '/admin/cities/add', cookie, fields: { name, status: 'true' } })
      expect(faultsAt((await add(' BENGALURU ')).body)).toEqual({ name: [error] })
      expect((await add('Mysuru')).short).toBe('303 /admin/cities')
      const [mysuru] = await app.context.db.select().from(cities).where(eq(cities.name, 'Mysuru'))
      const id = mysuru?.id ?? ''
      const save = (fields: Record<string, string>) =>
        ask({ at: '/admin/cities/edit/:id', id, cookie, fields: { status: 'true', ...fields } })
      expect(faultsAt((await save({ name: 'bengaluru', version: '1' })).body)).toEqual({ name: [error] })
      expect(await named()).toEqual(['Bengaluru', 'Mysuru'])
      await app.context.db.update(cities).set({ name: 'bengaluru' }).where(eq(cities.id, id))
      expect((await save({ name: 'bengaluru', status: 'false', version: '1' })).short).toBe('303 /admin/cities')
      expect(await named()).toEqual(['Bengaluru', 'bengaluru'])
      // what was deleted has its name no more
      await app.context.db.update(cities).set({ archivedAt: app.clock.now() })
      expect((await add('Bengaluru')).short).toBe('303 /admin/cities')
    })

    test('by a call too', async () => {
      const refused = await api.ask('POST', '/api/cities', { name: 'bengaluru', status: true })
      expect([refused.status, refused.body]).toEqual([422, { error, fields: { name: error } }])
      const { city } = (await api.ask('POST', '/api/cities', { name: 'Mysuru', status: true })).body
      expect((await api.ask('PUT', `/api/cities/${city._id}`, { name: 'BENGALURU' })).body).toEqual(refused.body)
      expect((await api.ask('PUT', `/api/cities/${city._id}`, { name: 'MYSURU' })).status).toBe(200)
    })

    test('of two at once one gets it, and the same form sent twice adds it once', async () => {
      const [account] = await app.context.db.select().from(staff).limit(1)
      const asha = { ...OWNER, id: account?.id ?? '', email: 'owner@lumiere.example', sessionId: 'session' }
      const values = cityForm.parse({ name: 'Mysuru', status: 'true' })
      const added = await Promise.all(['one', 'two'].map((id) => addCity(app.context, asha, values, id)))
      expect(added.map((one) => (one.ok ? 'added' : one.reason)).sort()).toEqual(['added', 'name-taken'])
      const first = added.find((one) => one.ok)
      const id = first?.ok ? first.id : ''
      expect(await addCity(app.context, asha, values, id)).toEqual({ ok: true, id })
      const hubballi = { ...cityForm.parse({ name: 'Hubballi', status: 'true' }), version: 1 }
      for (const _ of ['once', 'again']) {
        expect(await updateCity(app.context, asha, id, hubballi)).toEqual({ ok: true, id })
      }
    })
  })
})
