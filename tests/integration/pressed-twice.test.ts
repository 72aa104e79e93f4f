import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { screenSlots, screens } from '~/db/schema'
import { ask, furnish, serveHere, signedIn, undone, type Visit } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { DEEDS, type Deed } from '../support/deeds'
import { drawnForm } from '../support/drawn-form'
import { everyRecord } from '../support/every-record'
import { EVERY_PATTERN } from '../support/every-route'
import { LOCATION, SCREEN } from '../support/sent-forms'
import { locationAdmin, OWNER } from '../support/theatre'

const done = DEEDS.filter(({ fields, owner }) => fields && owner.startsWith('303'))
const ADDITIONS = done.filter(
  ({ at, fields }) => /\/(add|invite)$/.test(at) || (at === '/admin/blocked-dates' && fields?.date),
)
const EDITS = done.filter(({ at }) => at.endsWith('/:id') && at.includes('/edit/'))
const ACCOUNT = done.filter(({ at, fields }) => at === '/admin/staff/:id' && fields?.version)
const DECISIONS = done.filter(({ at }) => at === '/admin/reviews' || at === '/admin/messages')
const DELETIONS = done.filter(({ fields }) => fields?.intent === 'delete')

/** A tick, the light, a free place that opens its booking, and the switches of a list. */
const SHOWN = ['/admin/prep undo', '/admin/theme', '/admin/today', '/admin/cities status', '/admin/locations status']

const nameOf = ({ at, id, fields }: Deed) => [at, id ?? fields?.id].join(' ')

onEachDatabase('pressed twice', (kind) => {
  const app = useApp(kind)
  let records: Record<string, string> = {}
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => records[name] ?? `{${name}}`)

  beforeEach(async () => {
    serveHere(app.context)
    records = await furnish(app)
  })

  /** What this is answered when it is sent twice, and whether the second time changed anything; all of it is taken back. */
  async function twice({ at, id, query, fields }: Deed, cookie: string) {
    const sent: Visit = {
      ...{ at, id: id && fill(id), query: query && fill(query), cookie },
      fields: Object.fromEntries(Object.entries(fields ?? {}).map(([name, value]) => [name, fill(value)])),
    }
    const found: { answers: [string, string | undefined][]; changed: boolean[] } = { answers: [], changed: [] }
    await undone(app.context, async (context) => {
      serveHere(context)
      let before = await everyRecord(context)
      for (const _ of ['once', 'again']) {
        const { short, said } = await ask(sent)
        const after = await everyRecord(context)
        found.answers.push([short, said])
        found.changed.push(after !== before)
        before = after
      }
    })
    serveHere(app.context)
    return found
  }

  const FORMS: Record<string, string> = { cities: 'city', locations: 'location', screens: 'screen', coupons: 'coupon' }
  const OTHERS: Record<string, string> = { banners: 'banner', staff: 'person', 'blocked-dates': 'blocked-date' }
  const formAt = (at: string) => ({ ...FORMS, ...OTHERS })[at.split('/')[2] ?? ''] ?? 'item'

  test('what is added is there once, and answered as such on both times', async () => {
    const cookie = await signedIn(app, OWNER)
    const forms = EVERY_PATTERN.filter((pattern) => /^\/admin\/.*\/(add|invite)$/.test(pattern))
    expect(ADDITIONS.map(({ at }) => at)).toEqual(expect.arrayContaining([...forms, '/admin/blocked-dates']))
    for (const deed of ADDITIONS) {
      const { entry = '' } = await drawnForm({ at: deed.at, cookie }, formAt(deed.at))
      const { answers, changed } = await twice({ ...deed, fields: { ...deed.fields, version: '0', entry } }, cookie)
      expect([answers[0], ...changed], nameOf(deed)).toEqual([[fill(deed.owner), expect.any(String)], true, false])
      expect(answers[1], nameOf(deed)).toEqual(answers[0])
    }
  })

  test('a room is one room, pressed twice at once too; with other words the form is refused, and so is one of a deleted room', async () => {
    const cookie = await signedIn(app, OWNER)
    const { entry = '' } = await drawnForm({ at: '/admin/screens/add', cookie }, 'screen')
    const sold = { 'slots[0].from': '22:00', 'slots[0].to': '00:30', 'packages[0].name': 'Basic' }
    const priced = { 'packages[0].price': '1499.50', 'packages[0].customPrices[0].date': '2027-12-31' }
    const fields = { ...SCREEN, ...sold, ...priced, 'packages[0].customPrices[0].price': '1999', entry }
    const send = async (changes: Record<string, string> = {}) => {
      const sent = { ...fields, locationId: app.theatre.locationId, version: '0', ...changes }
      const { short, body } = await ask({ at: '/admin/screens/add', cookie, fields: sent })
      return [short, (body as { lastResult?: { error?: object } } | undefined)?.lastResult?.error]
    }
    const added = ['303 /admin/screens', undefined]
    expect(await Promise.all([send(), send()])).toEqual([added, added])
    const rooms = () => app.context.db.query.screens.findMany({ where: eq(screens.name, SCREEN.name) })
    expect(await rooms()).toMatchObject([{ id: entry, version: 1 }])
    expect(await app.context.db.$count(screenSlots, eq(screenSlots.screenId, entry))).toBe(1)
    const refused = ['422', { '': [expect.stringContaining('This form has added it already')] }]
    expect(await send({ 'packages[0].customPrices[0].price': '2999' })).toEqual(refused)
    expect(await send({ name: 'Twin' })).toEqual(refused)
    // somebody else works on it already, and it stays theirs
    const described = { description: 'Renamed since', version: 2 }
    await app.context.db.update(screens).set(described).where(eq(screens.id, entry))
    expect(await send()).toEqual(refused)
    expect(await rooms()).toMatchObject([described])
    await app.context.db.update(screens).set({ archivedAt: app.context.clock.now() }).where(eq(screens.id, entry))
    expect(await send()).toEqual(['404', { '': ['This has been deleted meanwhile.'] }])
    // a form without an id, or with none of ours, adds as before
    for (const wrong of ['', 'x'.repeat(400)]) expect(await send({ entry: wrong, name: 'Twin' })).toEqual(added)
    expect(await app.context.db.$count(screens, eq(screens.name, 'Twin'))).toBe(2)
  })

  test('a location that was added is not said to have another admin password than it has', async () => {
    const cookie = await signedIn(app, OWNER)
    const at = { at: '/admin/locations/add', cookie }
    const { entry = '' } = await drawnForm(at, 'location')
    const fields = { ...LOCATION, cityId: app.theatre.cityId, version: '0', entry }
    expect((await ask({ ...at, fields })).short).toBe('303 /admin/locations')
    expect((await ask({ ...at, fields: { ...fields, adminPassword: 'Oak#panda65' } })).short).toBe('422')
    expect((await ask({ ...at, fields })).short).toBe('303 /admin/locations')
  })

  test('an edit is saved once, and answered as such on both times', async () => {
    const cookie = await signedIn(app, OWNER)
    expect(EDITS.length).toBeGreaterThan(9)
    for (const deed of [...EDITS, ...ACCOUNT, ...DECISIONS]) {
      const { answers, changed } = await twice(deed, cookie)
      expect([answers[0], ...changed], nameOf(deed)).toEqual([[fill(deed.owner), expect.any(String)], true, false])
      expect(answers[1], nameOf(deed)).toEqual(answers[0])
    }
  })

  test('what is done in the back office is said, unless what was pressed shows it', async () => {
    const cookie = await signedIn(app, OWNER)
    const silent: string[] = []
    for (const deed of done.filter(({ at }) => at.startsWith('/admin/'))) {
      const [first] = (await twice(deed, cookie)).answers
      if (!first?.[1]) silent.push(`${deed.at} ${deed.fields?.intent ?? ''}`.trim())
    }
    expect([...new Set(silent)]).toEqual(SHOWN)
  })

  test('what is deleted is gone on both times, and of another location nothing is told', async () => {
    const cookie = await signedIn(app, OWNER)
    expect(DELETIONS.length).toBeGreaterThan(8)
    for (const deed of DELETIONS) {
      const { answers, changed } = await twice(deed, cookie)
      expect([answers[0], ...changed], nameOf(deed)).toEqual([[fill(deed.owner), expect.any(String)], true, false])
      expect(answers[1], nameOf(deed)).toEqual(answers[0])
    }
    const manager = await signedIn(app, locationAdmin(app.theatre.locationId))
    for (const deed of DELETIONS.filter((one) => one.manager === '404')) {
      const sent = { at: deed.at, fields: { intent: 'delete', id: fill(deed.fields?.id ?? '') } }
      expect((await ask({ ...sent, cookie })).short).toBe(fill(deed.owner))
      expect((await ask({ ...sent, cookie: manager })).short).toBe('404')
    }
    expect((await ask({ at: '/admin/cities', cookie, fields: { intent: 'delete', id: 'never' } })).short).toBe('404')
  })
})
