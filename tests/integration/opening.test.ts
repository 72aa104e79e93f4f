import { and, eq, inArray, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings, outbox, payments, screens } from '~/db/schema'
import { addDays, type CalendarDate, todayIn } from '~/domain/calendar'
import { deskDate } from '~/domain/desk-day'
import { announceDueLetters } from '~/features/booking/due-letters.server'
import { deskDay } from '~/features/front-desk/desk-day.server'
import { stepsToOpening } from '~/features/insight/first-steps.server'
import { locationOptions } from '~/features/venue/locations.server'
import { seedDemo } from '~sandbox/demo/seed'
import { everyAddress, serveHere, signedIn, visit } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { purchase } from '../support/purchase'
import { basicDraft, OWNER } from '../support/theatre'

const bookingOf = ({ payload }: typeof outbox.$inferSelect) => payload.bookingId ?? ''

onEachDatabase('an installation', (kind) => {
  const app = useApp(kind)
  const ticked = async () => (await stepsToOpening(app.context))?.filter(({ done }) => done).map(({ step }) => step)

  test('is guided from nothing to its first paid evening, step by step', async () => {
    expect(await ticked()).toEqual(['city', 'location', 'room', 'catalogue'])
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const dashboard = (await everyAddress()).find(({ pattern }) => pattern === '/admin/dashboard')
    if (!dashboard) throw new Error('There is no dashboard.')
    const { body } = await visit(dashboard, { at: '/admin/dashboard', cookie })
    expect(body).toMatchObject({
      steps: [{ step: 'city', done: true }, {}, {}, {}, { step: 'booking', done: false }, {}],
    })
    await purchase(app, basicDraft(app.theatre))
    expect(await ticked()).toContain('booking')
    await app.context.db.update(screens).set({ locationId: null }).where(eq(screens.active, true))
    expect(await ticked()).not.toContain('room')
    const login = (await everyAddress()).find(({ pattern }) => pattern === '/login')
    if (!login) throw new Error('There is no login.')
    const nobodyYet = async () => (await visit(login, { at: '/login' })).body
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

  test.each([
    '2027-03-01T06:30:00Z',
    '2027-03-05T18:20:00Z',
    '2027-03-06T21:10:00Z',
  ])('for the demo is alive whenever it starts: %s', async (now) => {
    await app.database.clear()
    app.clock.set(now)
    const { context } = app
    const zone = context.business.timeZone
    const given = { now: app.clock.now(), zone, appUrl: context.business.appUrl, phone: '9876543210' }
    await seedDemo(context.db, { ...given, evening: true })
    const today = deskDate(zone, app.clock.now())
    const locations = await locationOptions(context, { kind: 'all' })
    const visits = async (date: CalendarDate) =>
      (await deskDay(context, { kind: 'all' }, locations, date)).places.flatMap(({ state, visit }) =>
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
  }, 300_000)
})
