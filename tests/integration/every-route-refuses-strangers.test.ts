import { beforeEach, describe, expect, test } from 'vitest'
import { PRESSES } from '~/features/money/open-money.server'
import { everyAddress, furnish, serveHere, signedIn, undone, visit, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { DEEDS, type Deed, toDesk, toKitchen } from '../support/deeds'
import { everyRecord } from '../support/every-record'
import { locationAdmin, OWNER } from '../support/theatre'

const LONG = 300_000
const staffOnly = (pattern: string) => pattern.startsWith('/admin') || pattern.startsWith('/booking/edit')
const addresses = (await everyAddress()).filter(({ pattern }) => staffOnly(pattern))

function nameOf({ at, id, query, fields }: Deed): string {
  const words = [
    fields ? 'POST' : 'GET',
    at,
    id,
    query,
    fields?.intent,
    fields?.id,
    fields?.locationId,
    fields?.screenId,
  ]
  return words.filter(Boolean).join(' ')
}

describe('every address of the back office', () => {
  const app = useApp('embedded')
  let records: Record<string, string> = {}
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => records[name] ?? `{${name}}`)
  const filled = ({ at, id, query, fields }: Deed) => ({
    at,
    id: id && fill(id),
    query: query && fill(query),
    fields: fields && Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fill(value)])),
  })

  beforeEach(async () => {
    serveHere(app.context)
    records = await furnish(app)
  })

  /** What each deed was answered, every one on the same untouched business; and which of the refused changed something. */
  async function answers(cookie: string) {
    const before = await everyRecord(app.context)
    const given: Record<string, string> = {}
    const harmful: string[] = []
    for (const deed of DEEDS) {
      await undone(app.context, async (context) => {
        serveHere(context)
        const { short } = await visitAt({ ...filled(deed), cookie })
        given[nameOf(deed)] = short
        const refused = short.startsWith('4') || short === '303 /login'
        if (deed.fields && refused && (await everyRecord(context)) !== before) harmful.push(nameOf(deed))
      })
    }
    return { given, harmful }
  }

  const expected = (answer: (deed: Deed) => string) => ({
    given: Object.fromEntries(DEEDS.map((deed) => [nameOf(deed), fill(answer(deed))])),
    harmful: [],
  })
  const toStrangers = ({ at }: Deed) => (at.startsWith('/admin') ? '303 /login' : '303 /booking/locations')

  test('stands in this table, for reading and for changing', async () => {
    const missing: string[] = []
    for (const { pattern, layout, load } of addresses) {
      const { loader, action } = await load()
      const has = (changing: boolean) => DEEDS.some(({ at, fields }) => at === pattern && Boolean(fields) === changing)
      if (loader && !layout && !has(false)) missing.push(`GET ${pattern}`)
      if (action && !has(true)) missing.push(`POST ${pattern}`)
    }
    expect(missing).toEqual([])
  })

  test('stands in it with every press of the money page', () => {
    const pressed = new Set(DEEDS.flatMap(({ at, fields }) => (at === '/admin/money' && fields?.intent) || []))
    expect(PRESSES.filter((press) => !pressed.has(press))).toEqual([])
  })

  test('layouts refuse strangers too', async () => {
    const layouts = addresses.filter(({ layout }) => layout)
    const given = await Promise.all(layouts.map(async (one) => (await visit(one, { at: one.pattern })).short))
    expect(given).toEqual(['303 /login'])
  })

  test('sends a stranger away', { timeout: LONG }, async () => {
    expect(await answers('')).toEqual(expected(toStrangers))
  })

  test('takes an ended session for a stranger', { timeout: LONG }, async () => {
    const cookie = await signedIn(app, OWNER)
    app.clock.advanceMinutes(8 * 24 * 60)
    expect(await answers(cookie)).toEqual(expected(toStrangers))
  })

  test('answers a super admin', { timeout: LONG }, async () => {
    const cookie = await signedIn(app, OWNER)
    expect(await answers(cookie)).toEqual(expected(({ owner }) => owner))
  })

  test("answers Koramangala's admin, and keeps Indiranagar's things out of reach", { timeout: LONG }, async () => {
    const cookie = await signedIn(app, locationAdmin(app.theatre.locationId))
    expect(await answers(cookie)).toEqual(expected(({ manager }) => manager))
  })

  test.each([
    ['front-desk', toDesk],
    ['kitchen', toKitchen],
  ] as const)("answers Koramangala's %s, which has fewer pages", { timeout: LONG }, async (role, expects) => {
    const cookie = await signedIn(app, { ...locationAdmin(app.theatre.locationId), role })
    expect(await answers(cookie)).toEqual(expected(expects))
  })
})
