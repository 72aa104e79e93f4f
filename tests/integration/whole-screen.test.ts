import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { packagePrices, packages, screens } from '~/db/schema'
import { addDays } from '~/domain/calendar'
import { rupees } from '~/domain/money'
import { RefusedBody, takeForm, WITH_PICTURES } from '~/platform/request-body.server'
import { action } from '~/routes/admin/screen'
import { answerOf, serveHere, signedIn, visitAt } from '../support/addresses'
import { openApi } from '../support/api'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawnForm } from '../support/drawn-form'
import { statementsOf } from '../support/statements'
import { date, OWNER } from '../support/theatre'

/** As many as the form's schema takes. */
const [PACKAGES, PRICES] = [20, 100]
const DAY_MS = 86_400_000

onEachDatabase('a screen with a price of its own for every day it can have', (kind) => {
  const app = useApp(kind)

  const dayOf = (index: number) => new Date(Date.UTC(2027, 2, 1) + index * DAY_MS).toISOString().slice(0, 10)

  function wholeForm(fields: Record<string, string>) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    for (let at = 0; at < PACKAGES; at++) {
      form.append(`packages[${at}].name`, `Package ${at}`)
      form.append(`packages[${at}].price`, '1499')
      for (let index = 0; index < PRICES; index++) {
        form.append(`packages[${at}].customPrices[${index}].date`, dayOf(index))
        form.append(`packages[${at}].customPrices[${index}].price`, String(1_500 + index))
      }
    }
    return form
  }
  const sent = (body: FormData, cookie = '') =>
    takeForm(
      new Request('http://localhost:3000/admin/screens', { method: 'POST', body, headers: { Cookie: cookie } }),
      WITH_PICTURES,
    )

  test('is saved whole, in one go', async () => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const { id } = app.theatre.aurora
    const before = await app.context.db.query.screens.findFirst({ where: eq(screens.id, id) })
    const request = await sent(
      wholeForm({
        name: 'Aurora',
        capacity: '6',
        minPeople: '2',
        extraPersonPrice: '299',
        description: 'With a price for every day',
        locationId: app.theatre.locationId,
        status: 'true',
        version: String(before?.version),
      }),
      cookie,
    )
    const asked = await statementsOf(app.context.db, async () => {
      const answer = await answerOf(() => action({ request, params: { id }, context: {} }))
      expect([answer.short, answer.body]).toEqual(['303 /admin/screens', undefined])
    })
    // not one for each of its prices
    expect(asked.length).toBeLessThan(100)
    const kept = await app.context.db
      .select({ name: packages.name, date: packagePrices.date, price: packagePrices.price })
      .from(packagePrices)
      .innerJoin(packages, eq(packages.id, packagePrices.packageId))
      .where(eq(packages.screenId, id))
    expect(kept.filter(({ name }) => /^Package \d+$/.test(name))).toHaveLength(PACKAGES * PRICES)
    expect(kept).toContainEqual({ name: 'Package 19', date: dayOf(99), price: 159_900 })
  })

  test('a year of days fits a package, and dates that are over are neither shown nor counted, and stay as they were', async () => {
    serveHere(app.context)
    const { db } = app.context
    const cookie = await signedIn(app, OWNER)
    const { id, basic } = app.theatre.aurora
    const over = Array.from({ length: 100 }, (_, at) => addDays(date('2027-02-28'), -at))
    const price = rupees(1_999)
    await db.insert(packagePrices).values(over.map((day) => ({ packageId: basic, date: day, price })))
    const page = { at: '/admin/screens/edit/:id', id, cookie }
    const shown = await drawnForm(page, 'screen')
    const dates = (form: object) => Object.keys(form).filter((name) => /customPrices\[\d+\]\.date$/.test(name))
    expect(dates(shown)).toEqual([])
    // today is 1 March; the last of these rows was typed yesterday
    const days = [...Array.from({ length: 365 }, (_, at) => addDays(date('2027-03-01'), at)), date('2027-02-28')]
    const rows = days.flatMap((day, at) => [
      [`packages[0].customPrices[${at}].date`, day],
      [`packages[0].customPrices[${at}].price`, '1999'],
    ])
    const fields = { ...shown, description: 'Warm', ...Object.fromEntries(rows) }
    expect((await visitAt({ ...page, fields })).short).toBe('303 /admin/screens')
    const kept = await db.select({ day: packagePrices.date }).from(packagePrices)
    expect(kept.map(({ day }) => day).sort()).toEqual([...over, ...days.slice(0, -1)].sort())
    expect(dates(await drawnForm(page, 'screen'))).toHaveLength(365)
    // half past midnight where the business is
    app.clock.set('2027-03-01T19:00:00Z')
    expect(dates(await drawnForm(page, 'screen'))).toHaveLength(364)
  })

  test('a program too keeps a year of days, and reads none that is over', async () => {
    const { db } = app.context
    const { id, basic } = app.theatre.aurora
    await db.insert(packagePrices).values({ packageId: basic, date: date('2027-02-28'), price: rupees(1_999) })
    const api = await openApi(app)
    const [, token] = (await signedIn(app, OWNER)).split('=')
    const days = Array.from({ length: 466 }, (_, at) => addDays(date('2026-11-21'), at))
    const customPrice = days.map((day) => ({ date: day, price: 1_999 }))
    const json = { description: 'Warm', packages: [{ _id: basic, name: 'Basic', price: 1_499, customPrice }] }
    const { status, body } = await api.ask('PUT', `/api/screens/${id}`, { json, token })
    expect(status).toBe(200)
    expect(body.screen.packages[0].customPrice).toHaveLength(366)
    const { body: list } = await api.ask('GET', '/api/screens')
    const listed = list.screens.find((one: { _id: string }) => one._id === id)
    expect(listed.customPrice[0]).toEqual({ date: '2027-03-01T00:00:00.000Z', price: 1_999 })
    app.clock.set('2027-03-03T06:30:00Z')
    const { body: later } = await api.ask('GET', '/api/screens')
    expect(later.screens.find((one: { _id: string }) => one._id === id).customPrice).toHaveLength(364)
  })

  test('more than any form of ours has is not read', async () => {
    const form = wholeForm({})
    for (let index = 0; index < 1_000; index++) form.append('more', '1')
    await expect(sent(form)).rejects.toThrow(RefusedBody)
  })
})
