import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { blockedDates, packagePrices, packages, screenSlots, screens, staffDrafts } from '~/db/schema'
import { addDays } from '~/domain/calendar'
import { emptyDraft } from '~/domain/draft'
import type { EveningSearch } from '~/domain/evening-search'
import { rupees } from '~/domain/money'
import { unbroken } from '~/domain/unbroken'
import type { DraftState } from '~/features/booking/quote.server'
import { draftCookie } from '~/features/flow/draft-cookie.server'
import { compareRooms, findEvenings } from '~/features/flow/evenings.server'
import { reviseQuote } from '~/features/flow/flow-quote.server'
import { bringBack } from '~/features/flow/step-answer.server'
import { roomsOnSale } from '~/features/offer/on-offer.server'
import { ask, serveHere, signedIn, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { holdSlot } from '../support/purchase'
import { statementsOf } from '../support/statements'
import { basicDraft, fullDraft, OWNER, time, VISIT } from '../support/theatre'

onEachDatabase('an evening is found', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  const find = async (wanted: Partial<EveningSearch>) =>
    findEvenings(
      app.context,
      { people: 4, near: VISIT, under: undefined, at: undefined, ...wanted },
      await roomsOnSale(app.context.db),
      { except: { attemptId: 'another' } },
    )
  const named = ({ evenings }: Awaited<ReturnType<typeof find>>) =>
    evenings.map(({ date, room, slots }) => `${date.slice(8)} ${room} ${slots.length}`)
  /** Rooms at Koramangala with one slot and one package each. */
  async function addRooms(count: number) {
    const { db } = app.context
    const room = { capacity: 8, minPeople: 2, extraPersonPrice: rupees(200), description: '' }
    const own = Array.from({ length: count }, (_, nth) => ({ ...room, id: newId(), name: `Room ${nth}` }))
    await db.insert(screens).values(own.map((one) => ({ ...one, locationId: app.theatre.locationId })))
    const slot = { from: time('10:00'), to: time('13:00') }
    await db.insert(screenSlots).values(own.map(({ id }) => ({ ...slot, screenId: id })))
    const basic = { name: 'Basic', price: rupees(1_499), position: 0, inclusions: [] }
    await db.insert(packages).values(own.map(({ id }) => ({ ...basic, id: newId(), screenId: id })))
  }
  const search = (query: string, cookie = '') => visitAt({ at: '/find-an-evening', query, cookie })
  const pick = (evening: string, { people = '4', cookie = '' } = {}) =>
    ask({ at: '/find-an-evening', fields: { evening, people }, cookie })

  test('across locations and days, the nearest first, with what is free and the full price with its reason', async () => {
    await holdSlot(app, basicDraft(app.theatre))
    await app.context.db.insert(blockedDates).values([
      { date: addDays(VISIT, 1), locationId: app.theatre.locationId, reason: 'Private event' },
      { date: addDays(VISIT, -1), locationId: null, reason: 'Holiday' },
    ])
    await app.context.db
      .insert(packagePrices)
      .values({ packageId: app.theatre.celeste.basic, date: VISIT, price: rupees(1_399) })
    const found = await find({})
    expect(named(found).slice(0, 4)).toEqual(['12 Celeste 4', '12 Aurora 3', '13 Celeste 4', '10 Aurora 4'])
    expect(found.evenings[0]?.options).toEqual([
      {
        name: 'Basic',
        total: rupees(1_799),
        reason: expect.stringMatching(/^Package ₹1,399 \(.+\) \+ Extra Persons Amount ₹400 \(/),
      },
      { name: 'Celebration', total: rupees(2_899), reason: expect.stringMatching(/^Package ₹2,499 \+/) },
    ])
  })

  test('in the hour before a slot at the price of Basic, which alone is sold then', async () => {
    const { basic } = app.theatre.aurora
    await app.context.db.insert(packagePrices).values({ packageId: basic, date: VISIT, price: rupees(2_999) })
    const seen = async () => {
      const shown = (await find({ people: 2 })).evenings.find(({ room }) => room === 'Aurora')
      return [
        shown?.total,
        shown?.options.map(({ name }) => name),
        shown?.slots.map(({ words }) => words.split(', ')[1]),
      ]
    }
    app.clock.set('2027-03-12T12:45:00Z')
    expect(await seen()).toEqual([rupees(2_499), ['Celebration', 'Basic'], ['Basic only', undefined]])
    app.clock.set('2027-03-12T16:15:00Z')
    expect(await seen()).toEqual([rupees(2_999), ['Basic'], [undefined]])
    const compared = await compareRooms(app.context, await roomsOnSale(app.context.db), VISIT, { attemptId: 'another' })
    expect(compared.rooms.get(app.theatre.aurora.id)?.from).toBe(rupees(2_999))
  })

  test('at one location, and at most so dear', async () => {
    const at = await find({ at: app.theatre.otherLocationId, people: 2 })
    expect(new Set(at.evenings.map(({ room }) => room))).toEqual(new Set(['Celeste']))
    const [cheap] = (await find({ under: rupees(2_000) })).evenings
    expect(cheap?.options.map(({ name }) => name)).toEqual(['Basic'])
    expect((await find({ under: rupees(1_898) })).evenings).toEqual([])
    // whoever may spend just what it costs is offered it
    expect((await find({ under: rupees(1_899) })).evenings[0]).toMatchObject({ total: rupees(1_899) })
    expect((await find({ people: 9 })).evenings).toEqual([])
    expect((await find({ people: 8 })).evenings[0]).toMatchObject({
      location: expect.stringMatching(/\w/),
      capacity: 8,
    })
  })

  test('in the last hour only where Basic is within what may be spent', async () => {
    app.clock.set('2027-03-12T12:50:00Z')
    await app.context.db
      .update(packages)
      .set({ price: rupees(3_499) })
      .where(eq(packages.name, 'Basic'))
    const slots = async (under?: number) =>
      (await find({ people: 2, under: under === undefined ? undefined : rupees(under) })).evenings
        .filter(({ date, room }) => date === VISIT && room === 'Aurora')
        .map((one) => one.slots.length)
    expect(await slots()).toEqual([2])
    expect(await slots(3_000), 'the slot at 7 PM is sold with Basic only').toEqual([1])
  })

  test('with what whoever looks holds themselves', async () => {
    const own = basicDraft(app.theatre)
    await holdSlot(app, own)
    const free = async (cookie: string) => {
      const { body } = await search(`?near=${VISIT}`, cookie)
      return named(body as Awaited<ReturnType<typeof find>>).find((one) => one.startsWith('12 Aurora'))
    }
    expect(await free('')).toBe('12 Aurora 3')
    const cookie = await draftCookie({ draft: own, dropped: undefined })
    expect(await free(cookie.split(';')[0] ?? '')).toBe('12 Aurora 4')
  })

  test('for as many as come to the booking that is begun, until another number is asked for', async () => {
    const looked = async (people: number | undefined, query = '') => {
      const line = await draftCookie({ draft: basicDraft(app.theatre, { people }), dropped: undefined })
      const { short, body } = await search(query, line.split(';')[0])
      return [short, (body as { typed: { people: string } }).typed.people]
    }
    expect(await looked(6)).toEqual(['200', '6'])
    expect(await looked(6, '?people=3')).toEqual(['200', '3'])
    expect(await looked(undefined)).toEqual(['200', '2'])
    // more than any room takes by now
    expect(await looked(90)).toEqual(['200', '2'])
  })

  test('twenty rows at first, and twenty more as somebody asks for them', async () => {
    await addRooms(4)
    const rows = async (query: string) => {
      const { body } = await search(`?near=${VISIT}${query}`)
      const { evenings, more } = body as { evenings: unknown[]; more: number }
      return [evenings.length, more]
    }
    expect(await rows('')).toEqual([20, 22])
    expect(await rows('&rows=40')).toEqual([40, 2])
    expect(await rows('&rows=60')).toEqual([42, 0])
    for (const wrong of ['&rows=-1', '&rows=1e9', '&rows=', '&rows=x']) expect(await rows(wrong)).toEqual([20, 22])
  })

  test('with as many questions to the database for twenty rooms as for two', async () => {
    const two = await statementsOf(app.context.db, () => find({}))
    await addRooms(18)
    const twenty = await statementsOf(app.context.db, () => find({}))
    expect(new Set((await find({})).evenings.map(({ room }) => room)).size).toBe(20)
    expect(twenty).toHaveLength(two.length)
    expect(two.length).toBeLessThanOrEqual(6)
  })

  test('what does not fit is said at its field', async () => {
    const { short, body } = await search('?people=90&near=never')
    expect(short).toBe('422')
    expect(body).toMatchObject({
      typed: { people: '90', near: 'never' },
      faults: { people: 'Our largest room is for 8 people', near: 'Please enter a date' },
    })
  })

  test('and one press fills the draft as far as the slot', async () => {
    const { celeste, otherLocationId } = app.theatre
    const { short, draft } = await pick(`${celeste.id} ${VISIT} ${celeste.slots['13:00']}`)
    expect(short).toBe('303 /booking/customerDetails')
    expect(draft).toMatchObject({
      ...{ locationId: otherLocationId, screenId: celeste.id, date: VISIT, slotId: celeste.slots['13:00'], people: 4 },
    })
  })

  test('and begins for as many as the list was asked for, or the room’s fewest, as its price was made', async () => {
    const { aurora } = app.theatre
    await app.context.db.update(screens).set({ minPeople: 4 }).where(eq(screens.id, aurora.id))
    const begun = fullDraft(app.theatre, { people: 8 })
    const cookie = (await draftCookie({ draft: begun, dropped: undefined })).split(';')[0] ?? ''
    const evening = `${aurora.id} ${VISIT} ${aurora.slots['13:00']}`
    for (const [people, expected] of [
      ['2', 4],
      ['5', 5],
      ['', 8],
    ] as const) {
      const { draft } = await pick(evening, { people, cookie })
      expect([draft.slotId, draft.people], people).toEqual([aurora.slots['13:00'], expected])
    }
    const listed = (await find({ people: 2 })).evenings.find(({ date, room }) => date === VISIT && room === 'Aurora')
    const { draft } = await pick(evening, { people: '2' })
    const quote = await reviseQuote(app.context, { draft, dropped: undefined }, draft)
    expect(listed?.options.map(({ total }) => total)).toContain(quote.priced?.total)
    // whoever works here begins for as many too
    const who = await signedIn(app, OWNER)
    expect((await pick(evening, { people: '2', cookie: who })).short).toBe('303 /booking/customerDetails')
    expect(await app.context.db.query.staffDrafts.findMany()).toMatchObject([{ content: { draft: { people: 4 } } }])
  })

  test('and a second one keeps aside all that the first dropped', async () => {
    const { aurora, celeste } = app.theatre
    const before = fullDraft(app.theatre)
    let state: DraftState = { draft: before, dropped: undefined }
    for (const room of [celeste, aurora]) {
      const cookie = (await draftCookie(state)).split(';')[0] ?? ''
      const { draft, dropped } = await pick(`${room.id} ${VISIT} ${room.slots['13:00']}`, { cookie, people: '6' })
      expect([draft.screenId, draft.people, draft.customer]).toEqual([room.id, 6, undefined])
      state = { draft, dropped }
    }
    const { customer, packageId, occasionId, addons, ledName } = before
    expect(state.dropped).toMatchObject({ customer, packageId, occasionId, addons, ledName })
    const quote = await reviseQuote(app.context, state, state.draft)
    expect(await bringBack(app.context, quote, 'packages')).toMatchObject({
      notice: 'Your selections are back.',
      keep: { draft: { customer, packageId, occasionId, addons, ledName, people: 6 }, dropped: undefined },
    })
  })

  test('who works here books for somebody else, at their own location, for as many as were looked for', async () => {
    const { aurora, celeste } = app.theatre
    const press = async (who: Parameters<typeof signedIn>[1], screen: typeof aurora) => {
      const cookie = await signedIn(app, { ...who, id: newId() })
      const { short } = await pick(`${screen.id} ${VISIT} ${screen.slots['13:00']}`, { people: '6', cookie })
      const drafts = await app.context.db.query.staffDrafts.findMany()
      await app.context.db.delete(staffDrafts)
      return [short, JSON.stringify(drafts).includes('"people":6')]
    }
    expect(await press(OWNER, celeste)).toEqual(['303 /booking/customerDetails', true])
    const here = { role: 'front-desk', locationId: app.theatre.locationId } as const
    expect(await press({ ...OWNER, ...here }, aurora)).toEqual(['303 /booking/customerDetails', true])
    expect(await press({ ...OWNER, ...here }, celeste)).toEqual(['303 /find-an-evening', false])
    // whoever only prepares rooms is a visitor here
    expect(await press({ ...OWNER, ...here, role: 'kitchen' }, aurora)).toEqual(['303 /booking/customerDetails', false])
  })

  test('what somebody holds is free to themselves, and to nobody else', async () => {
    const { aurora } = app.theatre
    const held = basicDraft(app.theatre)
    await holdSlot(app, held)
    const evening = `${aurora.id} ${VISIT} ${aurora.slots['19:00']}`
    const cookie = (await draftCookie({ draft: held, dropped: undefined })).split(';')[0] ?? ''
    expect((await pick(evening, { cookie })).draft).toMatchObject({ date: VISIT, slotId: aurora.slots['19:00'] })
    expect((await pick(evening)).short).toBe('303 /find-an-evening')
  })

  test('what is taken meanwhile, or was never offered, leads back to the list', async () => {
    const { aurora, celeste } = app.theatre
    await holdSlot(app, basicDraft(app.theatre))
    for (const evening of [
      `${aurora.id} ${VISIT} ${aurora.slots['19:00']}`,
      `${aurora.id} ${VISIT} ${celeste.slots['19:00']}`,
      `${aurora.id} 2020-01-01 ${aurora.slots['10:00']}`,
      `nowhere ${VISIT} none`,
      '',
    ]) {
      expect((await pick(evening)).short, evening).toBe('303 /find-an-evening')
    }
  })

  test('rooms are compared on a day, which choosing one keeps', async () => {
    const { aurora, locationId } = app.theatre
    const held = basicDraft(app.theatre)
    await holdSlot(app, held)
    // the day's price stands beside the one that is from the first package
    await app.context.db.insert(packagePrices).values({ packageId: aurora.basic, date: VISIT, price: rupees(1_399) })
    const { cityId } = app.theatre
    const draft = { ...emptyDraft('attempt'), cityId, locationId }
    const cookie = (await draftCookie({ draft, dropped: undefined })).split(';')[0] ?? ''
    const at = '/booking/screens'
    const { body } = await visitAt({ at, query: `?date=${VISIT}`, cookie })
    expect(body).toMatchObject({
      date: VISIT,
      screens: [
        {
          name: 'Aurora',
          price: rupees(1_499),
          onDay: rupees(1_399),
          free: [{ words: unbroken('10:00 AM – 1:00 PM') }, {}, {}],
        },
      ],
    })
    const holding = { draft: { ...draft, attemptId: held.attemptId }, dropped: undefined }
    const own = (await draftCookie(holding)).split(';')[0] ?? ''
    const mine = await visitAt({ at, query: `?date=${VISIT}`, cookie: own })
    expect(mine.body, 'one’s own hold is no obstacle').toMatchObject({ screens: [{ free: { length: 4 } }] })
    const chosen = { draft: { ...holding.draft, screenId: aurora.id, date: VISIT }, dropped: undefined }
    const there = (await draftCookie(chosen)).split(';')[0] ?? ''
    const month = await visitAt({ at: '/booking/slots', cookie: there })
    expect(month.body).toMatchObject({ fullness: { [VISIT]: { free: 4, of: 4 } } })
    const press = (fields: Record<string, string>) => ask({ at, cookie, fields })
    expect(await press({ screen: aurora.id, date: VISIT })).toMatchObject({
      ...{ short: '303 /booking/slots', draft: { screenId: aurora.id, date: VISIT } },
    })
    expect(await press({ evening: `${aurora.id} ${VISIT} ${aurora.slots['13:00']}` })).toMatchObject({
      short: '303 /booking/customerDetails',
      draft: { screenId: aurora.id, date: VISIT, slotId: aurora.slots['13:00'] },
    })
    expect((await press({ evening: `${aurora.id} ${VISIT} ${aurora.slots['19:00']}` })).short).toBe(
      '303 /booking/screens',
    )
  })
})
