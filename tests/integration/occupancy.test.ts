import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { occupying, onDeskDay, onDeskDays, runOut } from '~/db/occupancy'
import { bookings } from '~/db/schema'
import { BOOKING_STATUSES } from '~/domain/booking-status'
import { addDays, instantOf } from '~/domain/calendar'
import { deskDayRange } from '~/domain/desk-day'
import { isLiveHold, occupies } from '~/domain/hold'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { holdSlot } from '../support/purchase'
import { basicDraft, date, time } from '../support/theatre'

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

  test('belongs to the day of the desk that the rule says, whatever the hour it begins', async () => {
    await holdSlot(app, basicDraft(app.theatre))
    const { db, business } = app.context
    const day = date('2027-03-12')
    const { from, to } = deskDayRange(day, business.timeZone)
    const found: string[] = []
    for (const visitDate of [addDays(day, -1), day, addDays(day, 1)]) {
      for (const slotFrom of ['00:00', '03:59', '04:00', '23:59'].map(time)) {
        await db.update(bookings).set({ visitDate, slotFrom })
        const begins = instantOf(visitDate, slotFrom, business.timeZone)
        const within = from <= begins && begins < to
        expect([visitDate, slotFrom, await db.$count(bookings, onDeskDay(day))]).toEqual([
          ...[visitDate, slotFrom, within ? 1 : 0],
        ])
        expect(await db.$count(bookings, onDeskDays([day, day]))).toBe(within ? 1 : 0)
        expect(await db.$count(bookings, onDeskDays([day, undefined]))).toBe(from <= begins ? 1 : 0)
        expect(await db.$count(bookings, onDeskDays([undefined, day]))).toBe(begins < to ? 1 : 0)
        if (within) found.push(`${visitDate} ${slotFrom}`)
      }
    }
    expect(found).toEqual(['2027-03-12 04:00', '2027-03-12 23:59', '2027-03-13 00:00', '2027-03-13 03:59'])
  })
})

/** The files of the product in which something stands. */
function filesWith(sought: RegExp): string[] {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  return files.filter((file) => sought.test(readFileSync(`app/${file}`, 'utf8'))).sort()
}

test('nobody else asks the database for holds by their end, or for ranges that meet', () => {
  const asking = filesWith(/\b[gl]te?\((\w+\.)?bookings\.holdEndsAt|hold_ends_at|\}? && .*tstzrange/)
  // the column, and the check of the books, which must not trust the rule that it checks
  expect(asking).toEqual(['db/occupancy.ts', 'db/schema/booking.ts', 'features/money/books-invariants.server.ts'])
})

test('nobody else asks the database for visits by the hour at which a day of the desk ends', () => {
  expect(filesWith(/\bDAY_ENDS_AT\b/)).toEqual(['db/occupancy.ts', 'domain/desk-day.ts'])
})
