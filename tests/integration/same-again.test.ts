import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { bookings, catalogueItems, screens, sharedPlans, staffDrafts } from '~/db/schema'
import { type Draft, emptyDraft } from '~/domain/draft'
import { draftCookie } from '~/features/flow/draft-cookie.server'
import { ask, serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { purchase } from '../support/purchase'
import { atCeleste, basicDraft, date, fullDraft, OWNER } from '../support/theatre'

/** The day after the evening. */
const AFTER = '2027-03-13T06:30:00Z'

onEachDatabase('after the evening', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  const press = (id: string, cookie = '', more: Record<string, string> = {}) =>
    ask({ at: '/b/:token', id, fields: { intent: 'again', ...more }, cookie })
  const cookieOf = async (draft: Draft) => (await draftCookie({ draft, dropped: undefined })).split(';')[0] ?? ''

  test('“Same again” fills a new draft with what is still offered, and says what is not', async () => {
    const { theatre, context } = app
    const { linkToken, bookingId } = await purchase(app, fullDraft(theatre))
    const booking = await context.db.query.bookings.findFirst({ where: eq(bookings.id, bookingId) })
    app.clock.set(AFTER)
    await context.db.update(catalogueItems).set({ active: false }).where(eq(catalogueItems.id, theatre.items.roses))
    await context.db.update(screens).set({ capacity: 3 }).where(eq(screens.id, theatre.aurora.id))
    const { short, said, draft } = await press(linkToken)
    expect(short).toBe('303 /booking/slots')
    expect(said).toMatch(
      /Not offered any more: Rose Bouquet\. This screen takes 2 to 3 people: it is for 3 now, not for 4\.$/,
    )
    const { attemptId, ...chosen } = draft
    expect(attemptId).not.toBe(booking?.attemptId)
    expect(chosen).toMatchObject({
      cityId: theatre.cityId,
      locationId: theatre.locationId,
      screenId: theatre.aurora.id,
      people: 3,
      packageId: theatre.aurora.celebration,
      occasionId: theatre.items.birthday,
      ledName: 'AARAV MEHTA',
      gifts: [],
      customer: { name: 'Meera Krishnan', number: booking?.customerNumber },
    })
    expect([chosen.date, chosen.slotId, chosen.termsAccepted]).toEqual([undefined, undefined, undefined])
  })

  test('whoever works at another location begins nothing, and reads whose room it is', async () => {
    const { linkToken } = await purchase(app, basicDraft(app.theatre))
    const plan = await ask({ at: '/plan/:token?', fields: {}, cookie: await cookieOf(basicDraft(app.theatre)) })
    const shared = await app.context.db.query.sharedPlans.findFirst()
    expect(plan.short).toBe(`303 /plan/${shared?.token}`)
    app.clock.set(AFTER)
    await app.context.db.update(sharedPlans).set({ endsAt: new Date('2027-04-13T06:30:00Z') })
    const { otherLocationId } = app.theatre
    const who = { id: 'theirs', name: 'Theirs', role: 'location-admin' as const, locationId: otherLocationId }
    const cookie = await signedIn(app, who)
    const again = await press(linkToken, cookie)
    expect(again).toMatchObject({ short: `303 /b/${linkToken}`, said: expect.stringContaining('another location') })
    const key = { key: shared?.ownerKey ?? '' }
    const taken = await ask({ at: '/plan/:token?', id: shared?.token, fields: key, cookie })
    expect(taken).toMatchObject({ short: plan.short, said: expect.stringContaining('another location') })
    expect(await app.context.db.$count(staffDrafts)).toBe(0)
  })

  test('a booking that is begun on this device is replaced only by who says so', async () => {
    const { linkToken, bookingId } = await purchase(app, basicDraft(app.theatre))
    app.clock.set(AFTER)
    const begun = basicDraft(app.theatre, { date: date('2027-04-02') })
    const cookie = await cookieOf(begun)
    const { body } = await ask({ at: '/b/:token', id: linkToken, cookie })
    expect(body).toMatchObject({ again: { begun: 'Aurora · Friday, 02/04/2027 · 7:00 PM – 10:00 PM' } })
    const asked = await press(linkToken, cookie)
    expect([asked.short, asked.draft.screenId]).toEqual([`303 /b/${linkToken}`, undefined])
    expect(asked.said).toMatch(/^A booking is begun on this device already/)
    const replaced = await press(linkToken, cookie, { replace: 'yes' })
    expect([replaced.short, replaced.draft.screenId, replaced.draft.date]).toEqual([
      '303 /booking/slots',
      app.theatre.aurora.id,
      undefined,
    ])
    // the draft of which the booking was made is none beside it; another evening under the same attempt is
    const { attemptId = '' } =
      (await app.context.db.query.bookings.findFirst({ where: eq(bookings.id, bookingId) })) ?? {}
    const pressWith = async (changes: Partial<Draft>) =>
      (await press(linkToken, await cookieOf({ ...basicDraft(app.theatre, changes), attemptId }))).short
    expect(await pressWith({})).toBe('303 /booking/slots')
    for (const changes of [
      { date: begun.date },
      { slotId: app.theatre.aurora.slots['10:00'] },
      { slotId: undefined },
      atCeleste(app.theatre),
    ]) {
      expect(await pressWith(changes)).toBe(`303 /b/${linkToken}`)
    }
  })

  test.each([
    ['basic', basicDraft],
    ['full', fullDraft],
  ] as const)('pressed a second time goes on with what the first press has filled in: %s', async (_, bought) => {
    const { linkToken } = await purchase(app, bought(app.theatre))
    app.clock.set(AFTER)
    const { draft } = await press(linkToken)
    // the page was gone back to, or loaded again without scripts
    const cookie = await cookieOf(draft)
    const { body } = await ask({ at: '/b/:token', id: linkToken, cookie })
    expect(body).toMatchObject({ again: { begun: null } })
    const second = await press(linkToken, cookie)
    expect(second.short).toBe('303 /booking/slots')
    expect(second.said).toMatch(/^Filled in as last time/)
    expect(second.headers.getSetCookie().join(), 'the draft stays as it is, under its attempt').not.toContain('draft=')
    // what was chosen since is somebody's own
    for (const changes of [{ date: date('2027-04-02') }, { people: 3 }])
      expect((await press(linkToken, await cookieOf({ ...draft, ...changes }))).short).toBe(`303 /b/${linkToken}`)
  })

  test.each<[string, Partial<Draft>]>([
    ['another celebrant', { celebrantName: 'Kavya' }],
    ['another name of the same length in lights', { ledName: 'KAVYA MEHTA' }],
    ['another name on the cake', { nameOnCake: 'Kavya is eight' }],
    ['another address', { customer: { name: 'Meera Krishnan', email: 'other@gmail.com', number: '9876543210' } }],
    ['another customer', { customer: { name: 'Asha Rao', email: 'asha.rao@gmail.com', number: '9880011223' } }],
  ])('of one booking is asked about before that of another takes its place: %s', async (_, changes) => {
    const { theatre } = app
    const first = await purchase(app, fullDraft(theatre))
    const other = fullDraft(theatre, { slotId: theatre.aurora.slots['10:00'], ...changes })
    const second = await purchase(app, other)
    app.clock.set(AFTER)
    const { draft: begun } = await press(first.linkToken)
    const cookie = await cookieOf(begun)
    const { body } = await ask({ at: '/b/:token', id: second.linkToken, cookie })
    expect(body).toMatchObject({ again: { begun: 'Aurora' } })
    expect((await press(second.linkToken, cookie)).short).toBe(`303 /b/${second.linkToken}`)
    const { draft } = await press(second.linkToken, cookie, { replace: 'yes' })
    expect(draft).toMatchObject(changes)
    expect(draft.attemptId).not.toBe(begun.attemptId)
    // who says that it may be replaced gets a new one of the same booking too
    const anew = await press(first.linkToken, cookie, { replace: 'yes' })
    expect(anew.draft).toEqual({ ...begun, attemptId: expect.any(String) })
    expect(anew.draft.attemptId).not.toBe(begun.attemptId)
  })

  test('so is what stands aside of one whose room is yet to be chosen anew', async () => {
    const { linkToken, bookingId } = await purchase(app, basicDraft(app.theatre))
    const { attemptId = '' } =
      (await app.context.db.query.bookings.findFirst({ where: eq(bookings.id, bookingId) })) ?? {}
    app.clock.set(AFTER)
    const { addons, cakes, gifts } = fullDraft(app.theatre)
    const dropped = { addons, cakes, gifts, nameOnCake: 'Aarav is five' }
    for (const name of [newId(), attemptId]) {
      const draft = { ...emptyDraft(name), cityId: app.theatre.cityId }
      const cookie = (await draftCookie({ draft, dropped })).split(';')[0]
      const { body } = await ask({ at: '/b/:token', id: linkToken, cookie })
      expect(body).toMatchObject({ again: { begun: 'your selections, for which no room is chosen yet' } })
      expect((await press(linkToken, cookie)).short).toBe(`303 /b/${linkToken}`)
      expect((await press(linkToken, cookie, { replace: 'yes' })).short).toBe('303 /booking/slots')
      // a city alone is nothing begun
      const bare = await cookieOf(draft)
      expect((await press(linkToken, bare)).short).toBe('303 /booking/slots')
    }
  })

  test('a room that is closed by now leads to the others, and staff get a draft of their own', async () => {
    const { theatre, context } = app
    const { linkToken } = await purchase(app, basicDraft(theatre))
    app.clock.set(AFTER)
    const cookie = await signedIn(app, OWNER)
    expect((await press(linkToken, cookie)).short).toBe('303 /booking/slots')
    const aurora = eq(screens.id, theatre.aurora.id)
    // a room that went to another location is not the one at which the evening was
    await context.db.update(screens).set({ locationId: theatre.otherLocationId }).where(aurora)
    const moved = await press(linkToken)
    expect([moved.short, moved.draft.screenId]).toEqual(['303 /booking/screens', undefined])
    await context.db.update(screens).set({ active: false, locationId: theatre.locationId }).where(aurora)
    const { short, said } = await press(linkToken)
    expect([short, said]).toEqual([
      '303 /booking/screens',
      'Aurora is not open for booking any more. Please choose another one.',
    ])
  })
})
