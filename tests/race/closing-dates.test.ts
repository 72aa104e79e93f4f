import { setTimeout as after } from 'node:timers/promises'
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { blockedDates } from '~/db/schema'
import { addBlockedDates } from '~/features/venue/blocked-dates.server'
import { useApp } from '../support/app'
import { onPostgres } from '../support/database'
import { date, OWNER } from '../support/theatre'

onPostgres('dates that two people close at once', () => {
  const app = useApp('postgres')

  test('are closed where only one of them does, and keep the other’s message where both do', async () => {
    const { db } = app.context
    const staff = { ...OWNER, email: 'owner@lumiere.example', sessionId: 'asha' }
    const [one, both, other] = [date('2027-03-11'), date('2027-03-12'), date('2027-03-13')]
    let closing: ReturnType<typeof addBlockedDates> | undefined
    // the first one's stretch is written and not done while the second is
    await db.transaction(async (tx) => {
      const rows = [one, both].map((day) => ({ id: newId(), date: day, locationId: null, reason: 'Painting' }))
      await tx.insert(blockedDates).values(rows)
      const stretch = { dates: [both, other], locationId: 'all', reason: 'Festival' }
      closing = addBlockedDates(app.context, staff, stretch, newId())
      expect(await Promise.race([closing, after(400, 'waits')])).toBe('waits')
    })
    expect(await closing).toEqual({ ok: true, before: 1 })
    const closed = await db.select().from(blockedDates).orderBy(asc(blockedDates.date))
    expect(closed.map((day) => `${day.date} ${day.reason}`)).toEqual([
      `${one} Painting`,
      `${both} Painting`,
      `${other} Festival`,
    ])
  })
})
