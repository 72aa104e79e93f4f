import { beforeEach, expect, test } from 'vitest'
import { blockedDates } from '~/db/schema'
import type { Draft } from '~/domain/draft'
import { draftCookie } from '~/features/flow/draft-cookie.server'
import { ask, serveHere } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { purchase } from '../support/purchase'
import { date, fullDraft, VISIT } from '../support/theatre'

const OWNERS = 'To Book on This Date. Please contact the owners 9876543210'

onEachDatabase('a day that nobody can book', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  const withDraft = async (changes: Partial<Draft> = {}) =>
    (await draftCookie({ draft: fullDraft(app.theatre, changes), dropped: undefined })).split(';')[0] ?? ''
  const block = (day: string) => app.context.db.insert(blockedDates).values({ date: date(day), reason: OWNERS })

  test('is said where it was chosen, and the slot of the same hours on another day is not chosen', async () => {
    const slots = async (changes: Partial<Draft> = {}) =>
      (await ask({ at: '/booking/slots', cookie: await withDraft(changes) })).body
    const { '19:00': slotId } = app.theatre.aurora.slots
    expect(await slots()).toMatchObject({ date: VISIT, chosen: slotId, answered: true, gone: null })
    await block(VISIT)
    const today = app.clock.now().toISOString().slice(0, 10)
    expect(await slots()).toMatchObject({
      ...{ date: today, chosen: undefined, answered: false },
      gone: `Friday, 12/03/2027: ${OWNERS}`,
    })
    expect(await slots({ date: date('2027-02-27') })).toMatchObject({
      ...{ chosen: undefined, answered: false },
      gone: 'Saturday, 27/02/2027: That date cannot be booked.',
    })
    // who has chosen no day is told of none
    expect(await slots({ date: undefined, slotId: undefined })).toMatchObject({ date: today, gone: null })
  })

  test('is said at the field by which rooms are compared, and is taken with no room', async () => {
    const compare = async (day: string) =>
      (await ask({ at: '/booking/screens', query: `?date=${day}`, cookie: await withDraft() })).body
    expect(await compare(VISIT)).toMatchObject({ asked: VISIT, date: VISIT, fault: null })
    await block('2027-03-15')
    expect(await compare('2027-03-15')).toMatchObject({
      ...{ asked: '2027-03-15', date: undefined, fault: `Monday, 15/03/2027: ${OWNERS}` },
      screens: [{ name: 'Aurora', free: undefined }],
    })
    expect(await compare('2029-01-01')).toMatchObject({ fault: 'Monday, 01/01/2029: That date cannot be booked.' })
  })

  test('is not taken from a list of free evenings that was drawn before', async () => {
    const { id: screen, slots } = app.theatre.aurora
    const evening = `${screen} ${VISIT} ${slots['19:00']}`
    const pressed = () => ask({ at: '/find-an-evening', fields: { evening, people: '4' } })
    expect(await pressed()).toMatchObject({ draft: { date: VISIT, slotId: slots['19:00'] } })
    await block(VISIT)
    const refused = await pressed()
    expect(refused.draft.slotId).toBeUndefined()
    expect(refused.short).toBe('303 /find-an-evening')
  })

  test('is said where a booking is to be moved there', async () => {
    const { linkToken } = await purchase(app, fullDraft(app.theatre, { date: date('2027-03-10') }))
    const move = async (query = '') =>
      (await ask({ at: '/b/:token/reschedule', id: linkToken, query })).body as { date: string; slots: unknown[] }
    await block('2027-03-15')
    expect(await move('?date=2027-03-16')).toMatchObject({ date: '2027-03-16', dayClosed: null })
    expect(await move('?date=2027-03-15')).toMatchObject({
      ...{ date: '2027-03-10', dayClosed: `Monday, 15/03/2027: ${OWNERS}` },
    })
    await block('2027-03-10')
    const own = await move()
    expect(own).toMatchObject({ dayClosed: `Wednesday, 10/03/2027: ${OWNERS}`, slots: [] })
  })
})
