import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { blockedDates, packages, screenSlots, screens } from '~/db/schema'
import { resolveQuote } from '~/features/booking/quote.server'
import type { FlowQuote } from '~/features/flow/flow-quote.server'
import { slotStep } from '~/features/flow/slot-step.server'
import { newStaffDraft } from '~/features/flow/staff-draft.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { holdSlot, pressPay } from '../support/purchase'
import { atCeleste, basicDraft, date, fullDraft, openedByStaff, time, VISIT } from '../support/theatre'

onEachDatabase('which slot can be held', (kind) => {
  const app = useApp(kind)

  describe('overlap', () => {
    test('refuses another slot that overlaps, although it starts at another time', async () => {
      await holdSlot(app, basicDraft(app.theatre))
      const slotId = 'overlapping'
      const { id: screenId } = app.theatre.aurora
      await app.context.db.insert(screenSlots).values({ id: slotId, screenId, from: time('21:00'), to: time('23:30') })
      expect(await pressPay(app, basicDraft(app.theatre, { slotId }))).toMatchObject({ reason: 'slot-taken' })
    })

    test('sells adjacent slots', async () => {
      const { slots } = app.theatre.aurora
      await holdSlot(app, basicDraft(app.theatre, { slotId: slots['10:00'] }))
      expect(await pressPay(app, basicDraft(app.theatre, { slotId: slots['13:00'] }))).toMatchObject({ ok: true })
    })

    test('sees a slot that crosses midnight in the next day', async () => {
      const { id: screenId, slots } = app.theatre.aurora
      await app.context.db
        .insert(screenSlots)
        .values({ id: 'midnight', screenId, from: time('00:00'), to: time('02:00') })
      await holdSlot(app, basicDraft(app.theatre, { slotId: slots['22:30'] }))
      const next = { slotId: 'midnight', date: date('2027-03-13') }
      expect(await pressPay(app, basicDraft(app.theatre, next))).toMatchObject({ reason: 'slot-taken' })
      expect(await pressPay(app, basicDraft(app.theatre, { slotId: 'midnight' }))).toMatchObject({ ok: true })
    })

    test('leaves the same slot of another screen free', async () => {
      await holdSlot(app, basicDraft(app.theatre))
      expect(await pressPay(app, basicDraft(app.theatre, atCeleste(app.theatre)))).toMatchObject({ ok: true })
    })
  })

  describe('what cannot be held', () => {
    test('an incomplete draft, with the step that is missing', async () => {
      const missing = await pressPay(app, basicDraft(app.theatre, { occasionId: undefined }))
      expect(missing).toMatchObject({ reason: 'incomplete', step: 'occasions', message: 'Select atleast one Occasion' })
      expect(await pressPay(app, fullDraft(app.theatre, { cakes: [] }))).toMatchObject({ step: 'cakes' })
      expect(await pressPay(app, basicDraft(app.theatre, { people: 9 }))).toMatchObject({ step: 'customer-details' })
      expect(await pressPay(app, basicDraft(app.theatre, { slotId: 'gone' }))).toMatchObject({ step: 'slots' })
      expect(await pressPay(app, basicDraft(app.theatre, { screenId: undefined }))).toMatchObject({ step: 'screens' })
      expect(await pressPay(app, fullDraft(app.theatre, { ledName: 'x'.repeat(30) }))).toMatchObject({ step: 'addons' })
    })

    test('an address that is not at Gmail, or unticked terms', async () => {
      const customer = { name: 'Eve', email: 'eve@notgmail.com', number: '9845012345' }
      expect(await pressPay(app, basicDraft(app.theatre, { customer }))).toMatchObject({ message: 'invalid gmail id' })
      expect(await pressPay(app, basicDraft(app.theatre, { termsAccepted: false }))).toMatchObject({
        reason: 'incomplete',
      })
    })

    test('yesterday, or a date beyond twelve months', async () => {
      expect(await pressPay(app, basicDraft(app.theatre, { date: date('2027-02-28') }))).toMatchObject({
        reason: 'date-closed',
      })
      expect(await pressPay(app, basicDraft(app.theatre, { date: date('2028-03-02') }))).toMatchObject({
        reason: 'date-closed',
      })
    })

    test('a closed date of this location, with its reason', async () => {
      const reason = 'To Book on This Date. Please contact the owners 9876543210'
      await app.context.db.insert(blockedDates).values({ date: VISIT, reason, locationId: app.theatre.locationId })
      expect(await pressPay(app, basicDraft(app.theatre))).toMatchObject({ reason: 'date-closed', message: reason })
      expect(await pressPay(app, basicDraft(app.theatre, atCeleste(app.theatre)))).toMatchObject({ ok: true })
    })

    test('a date closed everywhere, whose reason gives way to a location’s own', async () => {
      await app.context.db.insert(blockedDates).values([
        { date: VISIT, reason: 'Being painted', locationId: app.theatre.locationId },
        { date: VISIT, reason: 'Closed everywhere' },
      ])
      expect(await pressPay(app, basicDraft(app.theatre))).toMatchObject({ message: 'Being painted' })
      const elsewhere = basicDraft(app.theatre, atCeleste(app.theatre))
      expect(await pressPay(app, elsewhere)).toMatchObject({ reason: 'date-closed', message: 'Closed everywhere' })
    })

    test('a slot that has started, by the clock of the business', async () => {
      app.clock.set('2027-03-12T13:30:00Z')
      expect(await pressPay(app, basicDraft(app.theatre))).toMatchObject({ ok: false, reason: 'slot-started' })
    })

    test('anything but Basic in the last hour', async () => {
      app.clock.set('2027-03-12T12:29:59Z')
      const there = { ...atCeleste(app.theatre), packageId: app.theatre.celeste.celebration }
      expect(await pressPay(app, fullDraft(app.theatre, there))).toMatchObject({ ok: true })
      app.clock.set('2027-03-12T12:30:00Z')
      expect(await pressPay(app, fullDraft(app.theatre))).toMatchObject({
        reason: 'basic-only',
        message: 'Only Basic Package is allowed before 1 hour',
        step: 'packages',
      })
      expect(await pressPay(app, basicDraft(app.theatre))).toMatchObject({ ok: true })
    })

    test('a screen without Basic in the last hour: its slot is not offered, nor booked; staff still see it', async () => {
      await app.context.db.delete(packages).where(eq(packages.id, app.theatre.aurora.basic))
      const draft = fullDraft(app.theatre)
      const quote = await resolveQuote(app.context, app.context.db, { draft, dropped: undefined })
      const { screen } = quote
      if (!screen) throw new Error('Aurora is on sale')
      const staff = {
        locationId: null,
        sessionId: 's',
        id: 'm',
        name: 'Asha',
        email: 'a@lumiere.example',
        role: 'super-admin' as const,
      }
      const staffActor = { ...openedByStaff(newStaffDraft()), staff, stored: undefined }
      const evening = async (by: FlowQuote) =>
        (await slotStep(app.context, by, screen).slots(VISIT)).find(({ from }) => from === '19:00')?.state
      app.clock.set('2027-03-12T12:29:59Z')
      expect(await evening(quote)).toBe('available')
      app.clock.set('2027-03-12T12:30:00Z')
      expect(await evening(quote)).toBe('too-late')
      expect(await evening({ ...quote, staffActor })).toBe('available')
      expect(await pressPay(app, draft)).toMatchObject({ ok: false, reason: 'slot-started', step: 'slots' })
    })

    test('a screen that was taken off sale', async () => {
      await app.context.db.update(screens).set({ active: false }).where(eq(screens.id, app.theatre.aurora.id))
      expect(await pressPay(app, basicDraft(app.theatre))).toMatchObject({ reason: 'incomplete', step: 'screens' })
    })
  })
})
