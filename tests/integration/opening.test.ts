import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { screens } from '~/db/schema'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { stepsToOpening } from '~/features/insight/first-steps.server'
import { ask, serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { holdSlot, purchase } from '../support/purchase'
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
    // somebody looked at the payment page and left; staff deleted the hold
    const held = await holdSlot(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }))
    await cancelByStaff(app.context, OWNER, held.bookingId, { reason: 'A try', refund: 'none' })
    await holdSlot(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['13:00'] }))
    app.clock.advanceMinutes(16)
    await tidyHolds(app.context)
    expect(await ticked()).not.toContain('booking')
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
