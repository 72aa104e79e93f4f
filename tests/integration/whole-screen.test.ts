import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { packagePrices, packages, screens } from '~/db/schema'
import { RefusedBody, takeForm, WITH_PICTURES } from '~/platform/request-body.server'
import { action } from '~/routes/admin/screen'
import { answerOf, serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { statementsOf } from '../support/statements'
import { OWNER } from '../support/theatre'

/** As many as the form's schema takes. */
const [PACKAGES, PRICES] = [20, 100]
const DAY_MS = 86_400_000

onEachDatabase('a screen with a price of its own for every day it can have', (kind) => {
  const app = useApp(kind)

  const dayOf = (index: number) => new Date(Date.UTC(2027, 0, 1) + index * DAY_MS).toISOString().slice(0, 10)

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

  test('more than any form of ours has is not read', async () => {
    const form = wholeForm({})
    for (let index = 0; index < 1_000; index++) form.append('more', '1')
    await expect(sent(form)).rejects.toThrow(RefusedBody)
  })
})
