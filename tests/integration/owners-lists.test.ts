import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { banners, blockedDates } from '~/db/schema'
import { addDays } from '~/domain/calendar'
import { MOST } from '~/domain/text-limits'
import { listBanners } from '~/features/site/banners.server'
import { listActiveBanners } from '~/features/site/home-queries.server'
import { locationForm } from '~/features/venue/location-values.server'
import { screenForm } from '~/features/venue/venue-forms.server'
import { ask, serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { date, locationAdmin, OWNER } from '../support/theatre'

interface Page {
  list: { blockedDates: { id: string; date: string; past: boolean }[]; page: number; pages: number }
  doomed?: { id: string }
}

onEachDatabase('lists of the owner', (kind) => {
  const app = useApp(kind)

  test('banners of one position stand in the same order for visitors, staff and programs', async () => {
    const { db } = app.context
    const one = { description: 'Up', link: 'https://a.example', image: '/media/a.webp', position: 1 }
    await db.insert(banners).values([
      { ...one, id: 'a', title: 'Zebra' },
      { ...one, id: 'b', title: 'Apple' },
      { ...one, id: 'c', title: 'First', position: 0 },
    ])
    const order = ['First', 'Apple', 'Zebra']
    expect((await listBanners(app.context)).map(({ title }) => title)).toEqual(order)
    expect((await listActiveBanners(db)).map(({ title }) => title)).toEqual(order)
  })

  test('blocked dates are those from today on; what is over has pages of its own, and each is asked about wherever it stands', async () => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const { locationId, otherLocationId } = app.theatre
    const today = date('2027-03-01')
    const close = (days: number, at: string | null = null) => ({
      ...{ id: `day-${days}`, date: addDays(today, days), locationId: at, reason: 'Repairs' },
    })
    const over = Array.from({ length: 12 }, (_, at) => close(-1 - at))
    await app.context.db.delete(blockedDates)
    const none = async () =>
      (await drawnPage({ at: '/admin/blocked-dates', cookie })).querySelector('.font-display')?.textContent
    expect(await none()).toBe('No blocked dates from today on')
    await app.context.db
      .insert(blockedDates)
      .values([...over, close(0), close(1, otherLocationId), close(2, locationId)])
    const page = async (query = '', by = cookie) =>
      (await ask({ at: '/admin/blocked-dates', query, cookie: by })).body as Page
    const ids = async (query?: string, by?: string) => (await page(query, by)).list.blockedDates.map(({ id }) => id)
    expect(await ids()).toEqual(['day-0', 'day-1', 'day-2'])
    expect(await ids('?past=yes')).toEqual(over.slice(0, 10).map(({ id }) => id))
    expect(await page('?past=yes&page=2')).toMatchObject({
      list: { pages: 2, blockedDates: [{ id: 'day--11', past: true }, { id: 'day--12' }] },
    })
    const asks = async (id: string) => (await page(`?delete=${id}`)).doomed
    expect(await asks('day--12')).toEqual({ id: 'day--12', opened: '17/02/2027 is over, and nothing else changes' })
    await app.context.db.insert(blockedDates).values({ ...close(0, locationId), id: 'day-0-here' })
    expect(await asks('day-0')).toMatchObject({ opened: expect.stringContaining('again, except at Koramangala') })
    expect(await asks('day-0-here')).toMatchObject({ opened: expect.stringContaining('2027 stays closed') })
    await app.context.db.delete(blockedDates).where(eq(blockedDates.id, 'day-0-here'))
    const own = await signedIn(app, locationAdmin(locationId))
    expect(await ids('', own)).toEqual(['day-0', 'day-2'])
    // nobody is asked about what they may not open again
    const asked = await Promise.all(
      ['day-1', 'day-0', 'day-2'].map(async (id) => (await page(`?delete=${id}`, own)).doomed),
    )
    expect(asked.map((doomed) => doomed?.id)).toEqual([undefined, undefined, 'day-2'])
    const gone = await ask({
      ...{ at: '/admin/blocked-dates', query: '?past=yes&page=2', cookie },
      fields: { intent: 'delete', id: 'day--12' },
    })
    expect([gone.short, gone.said, gone.headers.get('Location')]).toEqual([
      '303 /admin/blocked-dates',
      'Blocked date deleted successfully!',
      '/admin/blocked-dates?past=yes&page=2',
    ])
    expect(await ids('?past=yes&page=2')).toEqual(['day--11'])
  })
})

test('a list that is too long is refused in our words, at its field', () => {
  const many = <One>(count: number, one: (at: number) => One) => Array.from({ length: count + 1 }, (_, at) => one(at))
  const day = (at: number) => addDays(date('2027-03-01'), at)
  const faultsOf = (form: typeof screenForm | typeof locationForm.edit, fields: object) =>
    form.safeParse(fields).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
  const custom = {
    name: 'Basic',
    price: '1',
    customPrices: many(MOST.specialPrices, (at) => ({ date: day(at), price: '1' })),
  }
  const room = {
    specifications: many(MOST.specifications, (at) => `Thing ${at}`),
    slots: many(MOST.slots, () => ({ from: '10:00', to: '11:00' })),
    packages: many(MOST.packages, () => custom),
  }
  expect(faultsOf(screenForm, room)).toEqual(
    expect.arrayContaining([
      ['specifications', 'At most 30 specifications'],
      ['slots', 'At most 24 slots'],
      ['packages', 'At most 20 packages'],
    ]),
  )
  expect(faultsOf(screenForm, { packages: [custom] })).toContainEqual([
    ...['packages.0.customPrices', 'At most 366 prices on special dates'],
  ])
  const year = { ...custom, customPrices: custom.customPrices.slice(1) }
  const sixNamed = (one: object) => many(5, (at) => ({ ...one, name: `Package ${at}` }))
  // six years of days are more than one page shows and sends
  const facts = { name: 'Aurora', capacity: '8', minPeople: '2', extraPersonPrice: '200', description: 'Warm' }
  const full = { ...facts, locationId: 'here', status: 'true', version: '0', packages: sixNamed(year) }
  expect(faultsOf(screenForm, full)).toContainEqual(['packages', 'At most 2000 prices on special dates in one room'])
  const chosen = many(MOST.chosen, (at) => `item-${at}`)
  expect(faultsOf(locationForm.edit, { addonIds: chosen, giftIds: chosen })).toEqual(
    expect.arrayContaining([
      ['addonIds', 'At most 200 addons'],
      ['giftIds', 'At most 200 gifts'],
    ]),
  )
})
