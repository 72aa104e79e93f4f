import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { occupying, runOut } from '~/db/occupancy'
import { bookings } from '~/db/schema'
import { BOOKING_STATUSES } from '~/domain/booking-status'
import { isLiveHold, occupies } from '~/domain/hold'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { holdSlot } from '../support/purchase'
import { basicDraft } from '../support/theatre'

onEachDatabase('what occupies a slot', (kind) => {
  const app = useApp(kind)

  test('is the same for the database and for the rule, whatever the status and the end of the hold', async () => {
    await holdSlot(app, basicDraft(app.theatre))
    const { db } = app.context
    const now = app.clock.now()
    const ends = [null, ...[-1, 0, 1].map((step) => new Date(now.getTime() + step))]
    const found: string[] = []
    for (const status of BOOKING_STATUSES) {
      for (const holdEndsAt of ends) {
        await db.update(bookings).set({ status, holdEndsAt })
        const by = { occupied: await db.$count(bookings, occupying(now)), over: await db.$count(bookings, runOut(now)) }
        const one = { status, holdEndsAt }
        const over = status === 'pending' && holdEndsAt !== null && !isLiveHold(one, now)
        expect({ ...one, ...by }).toEqual({ ...one, occupied: occupies(one, now) ? 1 : 0, over: over ? 1 : 0 })
        if (by.occupied) found.push(`${status} ${holdEndsAt ? holdEndsAt.getTime() - now.getTime() : 'without'}`)
      }
    }
    expect(found).toEqual(['pending 1', ...['without', '-1', '0', '1'].map((end) => `booked ${end}`)])
  })
})

test('nobody else asks the database for holds by their end, or for ranges that meet', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const asking = files.filter((file) =>
    /\b[gl]te?\((\w+\.)?bookings\.holdEndsAt|hold_ends_at|\}? && .*tstzrange/.test(readFileSync(`app/${file}`, 'utf8')),
  )
  // the column, and the check of the books, which must not trust the rule that it checks
  expect(asking.sort()).toEqual([
    'db/occupancy.ts',
    'db/schema/booking.ts',
    'features/money/books-invariants.server.ts',
  ])
})
