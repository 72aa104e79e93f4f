import { and, eq, exists, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { blockedDates, bookings, outbox, payments, taxDocuments } from '~/db/schema'
import { addDays, type CalendarDate, todayIn } from '~/domain/calendar'
import { deskDate } from '~/domain/desk-day'
import { announceDueLetters } from '~/features/booking/due-letters.server'
import { deskDay } from '~/features/front-desk/desk-day.server'
import { issueDueDocuments } from '~/features/money/due-documents.server'
import { locationOptions } from '~/features/venue/locations.server'
import { seedDemo } from '~sandbox/demo/seed'
import { useApp } from '../support/app'

const bookingOf = ({ payload }: typeof outbox.$inferSelect) => payload.bookingId ?? ''

// on Postgres it stands in every story
describe('the demo', () => {
  const app = useApp('embedded')

  test('has one closed date: 13 February 2025, everywhere, with the owners’ number', async () => {
    await app.database.clear()
    const { timeZone, appUrl } = app.context.business
    await seedDemo(app.context.db, { now: app.clock.now(), zone: timeZone, appUrl, phone: '9876543210' })
    expect(await app.context.db.select().from(blockedDates)).toMatchObject([
      {
        date: '2025-02-13',
        locationId: null,
        reason: 'To Book on This Date. Please contact the owners +91 98765 43210',
      },
    ])
  })

  test('has a paper for all that was paid, the receipt voucher of each advance among them', async () => {
    const { context } = app
    await app.database.clear()
    const { timeZone: zone, appUrl } = context.business
    await seedDemo(context.db, { now: app.clock.now(), zone, appUrl, phone: '9876543210', evening: true })
    // brought in now, by the test's own clock
    await context.db.update(bookings).set({ updatedAt: app.clock.now() })
    await issueDueDocuments(context)
    const paper = (of: SQL | undefined) => exists(context.db.select().from(taxDocuments).where(of))
    const ahead = await context.db
      .select({
        received: paper(eq(taxDocuments.paymentId, payments.id)),
        whole: eq(bookings.received, bookings.total),
      })
      .from(payments)
      .innerJoin(bookings, eq(bookings.id, payments.bookingId))
      .where(and(eq(bookings.status, 'booked'), sql`lower(${bookings.during}) > ${app.clock.now().toISOString()}`))
    expect(ahead.length).toBeGreaterThan(10)
    expect(ahead.filter(({ received, whole }) => !received && !whole)).toEqual([])
    const bare = await context.db
      .select({ code: bookings.code, status: bookings.status })
      .from(bookings)
      .where(
        and(
          sql`${bookings.received} > ${bookings.refunded}`,
          notExists(context.db.select().from(taxDocuments).where(eq(taxDocuments.bookingId, bookings.id))),
        ),
      )
    expect(bare).toEqual([])
  })

  test.each([
    '2027-03-01T06:30:00Z',
    '2027-03-05T18:20:00Z',
    '2027-03-06T21:10:00Z',
    '2027-03-06T22:40:00Z',
  ])('is alive whenever it starts: %s', async (now) => {
    const { context } = app
    await app.database.clear()
    app.clock.set(now)
    const zone = context.business.timeZone
    const given = { now: app.clock.now(), zone, appUrl: context.business.appUrl, phone: '9876543210' }
    await seedDemo(context.db, { ...given, evening: true })
    const today = deskDate(zone, app.clock.now())
    const locations = await locationOptions(context, { kind: 'all' })
    const visits = async (date: CalendarDate) =>
      (await deskDay(context, { kind: 'all' }, locations, date)).visits.flatMap(({ state, visit }) =>
        visit ? [`${visit.code} ${state}`] : [],
      )
    const near = [...(await visits(today)), ...(await visits(addDays(today, 1)))].map((one) => one.split(' ')[1])
    expect((await visits(today)).join()).toContain('in-house')
    expect(near).toContain('held')
    expect(near.filter((state) => state === 'booked').length).toBeGreaterThanOrEqual(2)
    expect((await visits(addDays(today, -1))).length).toBeGreaterThan(0)
    // the tests' servers keep today free
    await app.database.clear()
    await seedDemo(context.db, given)
    const calendarToday = todayIn(zone, app.clock.now())
    expect(await context.db.$count(bookings, eq(bookings.visitDate, calendarToday))).toBe(0)
    await announceDueLetters(context)
    expect(await context.db.$count(outbox, isNull(outbox.sentAt))).toBe(0)
    // who cancelled has neither come and paid the rest, nor been thanked
    const ofCancelled = context.db.select({ id: bookings.id }).from(bookings).where(eq(bookings.status, 'cancelled'))
    expect((await ofCancelled).length).toBeGreaterThan(0)
    const rest = and(eq(payments.purpose, 'balance'), inArray(payments.bookingId, ofCancelled))
    expect(await context.db.$count(payments, rest)).toBe(0)
    const thanked = (await context.db.select().from(outbox).where(eq(outbox.kind, 'thank-you'))).map(bookingOf)
    expect(thanked.length).toBeGreaterThan(0)
    expect((await ofCancelled).filter(({ id }) => thanked.includes(id))).toEqual([])
  })
})
