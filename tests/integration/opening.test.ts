import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { screens } from '~/db/schema'
import { stepsToOpening } from '~/features/insight/first-steps.server'
import { ask, serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { purchase } from '../support/purchase'
import { basicDraft, OWNER } from '../support/theatre'

onEachDatabase('an installation', (kind) => {
  const app = useApp(kind)
  const ticked = async () => (await stepsToOpening(app.context))?.filter(({ done }) => done).map(({ step }) => step)

  test('is guided from nothing to its first paid evening, step by step', async () => {
    expect(await ticked()).toEqual(['city', 'location', 'room', 'catalogue'])
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const { body } = await ask({ at: '/admin/dashboard', cookie })
    expect(body).toMatchObject({
      steps: [{ step: 'city', done: true }, {}, {}, {}, { step: 'booking', done: false }, {}],
    })
    await purchase(app, basicDraft(app.theatre))
    expect(await ticked()).toContain('booking')
    await app.context.db.update(screens).set({ locationId: null }).where(eq(screens.active, true))
    expect(await ticked()).not.toContain('room')
    const nobodyYet = async () => (await ask({ at: '/login' })).body
    expect(await nobodyYet()).toMatchObject({ nobodyYet: false })
    await app.database.clear()
    expect(await nobodyYet()).toMatchObject({ nobodyYet: true })
    expect(await ticked()).toEqual([])
    const live = { ...app.context.settings, RAZORPAY_KEY_ID: 'rzp_live_Theatre1' }
    const last = await stepsToOpening({ ...app.context, settings: live })
    expect(last?.find(({ step }) => step === 'live')?.done).toBe(true)
    expect(
      await stepsToOpening({ ...app.context, settings: { ...live, MAILBOX_URL: 'http://127.0.0.1:8025' } }),
    ).toBeUndefined()
  })
})
