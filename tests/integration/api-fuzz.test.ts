import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { banners } from '~/db/schema'
import { ALL_CALLS } from '~/features/api/all-calls.server'
import { type Api, openApi } from '../support/api'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { everyRecord } from '../support/every-record'
import { purchase } from '../support/purchase'
import { basicDraft, VISIT } from '../support/theatre'

const RUNS_A_CALL = 12

onEachDatabase('the API sent anything', (kind) => {
  const app = useApp(kind)
  let api: Api
  beforeEach(async () => {
    api = await openApi(app)
  })
  test.each(
    ALL_CALLS.filter(({ body }) => body).map((call) => [`${call.method} ${call.path}`, call] as const),
  )('%s never breaks, and a refusal changes nothing', async (_, call) => {
    const { method, path, body, multipart } = call
    const token = await api.logIn('super-admin')
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const { db } = app.context
    const coupon = await db.query.coupons.findFirst()
    const shown = { title: 'B', description: 'B', link: 'https://b.example', image: '/media/b.webp' }
    const [banner] = await db.insert(banners).values(shown).returning()
    const ids: Record<string, string | undefined> = {
      cities: app.theatre.cityId,
      locations: app.theatre.locationId,
      screens: app.theatre.aurora.id,
      bookings: bookingId,
      gifts: app.theatre.items.roses,
      addons: app.theatre.items.confetti,
      occasions: app.theatre.items.birthday,
      cakes: app.theatre.items.truffle,
      coupons: coupon?.id,
      banners: banner?.id,
    }
    const address = path.replace('{id}', ids[path.split('/')[2] ?? ''] ?? '')
    const fields = Object.keys((body as z.ZodObject).shape)
    const sane = [app.theatre.aurora.id, bookingId, VISIT, 'TENTH', 'Basic', true, 'true', 3, '19:00']
    const wild = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom<unknown>(...sane, 1e21, -0.5, '9'.repeat(3_000), '\u0000', { _id: "' or 1=1 --" }, [[]], null),
    )
    const sent = fc.dictionary(fc.constantFrom(...fields, 'unknown', '__proto__'), wild, { maxKeys: 6 })
    let turn = 0
    let before = await everyRecord(app.context)
    await fc.assert(
      fc.asyncProperty(sent, fc.boolean(), async (json, asForm) => {
        const from = { token, address: `fuzz-${++turn}` }
        const answer =
          asForm && multipart
            ? await api.ask(method, address, { ...from, form: formOf(json) })
            : await api.ask(method, address, { ...from, json })
        const after = await everyRecord(app.context)
        if (answer.status >= 400) {
          expect([answer.status < 500, typeof answer.body.error]).toEqual([true, 'string'])
          expect(after).toBe(before)
        }
        before = after
      }),
      { numRuns: RUNS_A_CALL },
    )
  })
})

function formOf(json: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(json)) {
    form.append(name, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  }
  return form
}
