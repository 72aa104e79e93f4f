import { setTimeout as after } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { bookings } from '~/db/schema'
import { placeHold } from '~/features/booking/place-booking.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { screenValues } from '~/features/venue/screen-values'
import { findScreenRecord, updateScreen } from '~/features/venue/screens.server'
import { screenForm } from '~/features/venue/venue-forms.server'
import { useApp } from '../support/app'
import { onPostgres } from '../support/database'
import { basicDraft, OWNER } from '../support/theatre'

onPostgres('a room that is to go to another location', () => {
  const app = useApp('postgres')

  test('waits for whoever books it at that moment, and stays', async () => {
    const { context, theatre } = app
    const screen = await findScreenRecord(context, { kind: 'all' }, theatre.aurora.id)
    if (!screen) throw new Error('The screen is missing.')
    const locationId = theatre.otherLocationId
    const staff: Staff = { ...OWNER, email: 'owner@lumiere.example', sessionId: 'asha' }
    const values = screenForm.parse({
      ...screenValues(screen),
      locationId,
      description: 'Warm wood',
      version: String(screen.version),
    })
    let moved: ReturnType<typeof updateScreen> | undefined
    // the family's transaction stays open while the room is to go
    await context.db.transaction(async (tx) => {
      const db = tx as unknown as typeof context.db
      expect(await placeHold({ ...context, db }, { draft: basicDraft(theatre), dropped: undefined })).toMatchObject({
        ok: true,
      })
      moved = updateScreen(context, staff, theatre.aurora.id, values)
      expect(await Promise.race([moved, after(400, 'waits')])).toBe('waits')
    })
    expect(await moved).toMatchObject({ ok: false, reason: 'room-stays' })
    expect(await context.db.select({ at: bookings.locationId }).from(bookings)).toEqual([{ at: theatre.locationId }])
  })
})
