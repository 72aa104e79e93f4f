import { asc } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { auditLog, blockedDates } from '~/db/schema'
import { addBlockedDates, blockedDatesForm } from '~/features/venue/blocked-dates.server'
import { saidBy, serveHere, signedIn, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { date, OWNER } from '../support/theatre'

onEachDatabase('blocking dates', (kind) => {
  const app = useApp(kind)
  const staff = { ...OWNER, email: 'owner@lumiere.example', emailVerified: true } as never
  const days = (...of: number[]) => of.map((day) => date(`2027-03-${String(day).padStart(2, '0')}`))
  const block = (dates: ReturnType<typeof days>, reason = 'Painting', id = newId(), locationId = 'all') =>
    addBlockedDates(app.context, staff, { dates, locationId, reason }, id)
  const closed = async () =>
    (await app.context.db.select().from(blockedDates).orderBy(asc(blockedDates.date))).map(
      (one) => `${one.date} ${one.reason}`,
    )

  test('closes all dates of a stretch by one press; what was closed keeps its message, and is said', async () => {
    await block(days(12), 'Private event')
    expect(await block(days(11, 12, 13))).toEqual({ ok: true, before: 1 })
    expect(await closed()).toEqual(['2027-03-11 Painting', '2027-03-12 Private event', '2027-03-13 Painting'])
    expect(await app.context.db.$count(auditLog)).toBe(3)
    expect(await block(days(12, 13), 'Festival')).toMatchObject({ message: 'These dates are blocked already' })
    expect(await block(days(12), 'Festival')).toMatchObject({ message: 'This date is blocked already' })
    // a location's own message stands beside the one for all
    expect(await block(days(12), 'Festival', newId(), app.theatre.locationId)).toEqual({ ok: true, before: 0 })
  })

  test('sent twice by one form it closes them once, and answers as the first time; with other words or more dates it is refused', async () => {
    await block(days(12), 'Private event')
    const id = newId()
    const twice = await Promise.all([block(days(11, 12, 13), 'Painting', id), block(days(11, 12, 13), 'Painting', id)])
    expect([...twice, await block(days(11, 12, 13), 'Painting', id)]).toEqual(Array(3).fill({ ok: true, before: 1 }))
    expect(await closed()).toHaveLength(3)
    expect(await block(days(11, 12, 13, 14), 'Festival', id)).toMatchObject({ reason: 'added-already' })
    // nobody reads of a date that it is closed which is open
    expect(await block(days(11, 12, 13, 14), 'Painting', id)).toMatchObject({ reason: 'added-already' })
    expect(await block(days(11, 13), 'Painting', id)).toEqual({ ok: true, before: 0 })
    expect(await closed()).toHaveLength(3)
  })

  test('is done on its page, which says how many dates it closed', async () => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const fields = { date: '2027-03-11', until: '2027-03-14', locationId: 'all', reason: 'Painting' }
    const answer = await visitAt({ at: '/admin/blocked-dates', fields, cookie })
    expect([answer.short, await saidBy(answer)]).toEqual(['303 /admin/blocked-dates', '4 dates blocked successfully!'])
    expect(await closed()).toHaveLength(4)
  })

  test('keeps the message as one line, however it was broken into several', () => {
    const read = blockedDatesForm(date('2027-03-01')).safeParse({
      ...{ date: '2027-03-11', until: '', locationId: 'all' },
      reason: 'Closed for painting.\r\n \r\nPlease call us\n',
    })
    expect(read.data?.reason).toBe('Closed for painting. Please call us')
  })

  describe('until a date', () => {
    const read = (until: string) =>
      blockedDatesForm(date('2027-03-01')).safeParse({
        date: '2027-03-11',
        until,
        locationId: 'all',
        reason: 'Painting',
      })
    const faults = (until: string) => read(until).error?.issues.map(({ path, message }) => [path.join(), message])
    test.each([
      ['', ['2027-03-11']],
      ['2027-03-12', ['2027-03-11', '2027-03-12']],
    ])('%j is %j', (until, dates) => {
      expect(read(until).data?.dates).toEqual(dates)
    })
    test.each([
      ['2027-03-10', 'Until must not be before the date'],
      ['2027-02-30', 'Until is not a date'],
      ['2027-04-11', 'At most 31 dates are blocked at once'],
    ])('%j: %s', (until, message) => {
      expect(faults(until)).toEqual([['until', message]])
    })
  })
})
