import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { blockedDates, bookings, catalogueItems, coupons, screenSlots, screens, sharedPlans } from '~/db/schema'
import { type Draft, emptyDraft } from '~/domain/draft'
import type { DraftState } from '~/features/booking/quote.server'
import { findRescue, takeOffer } from '~/features/booking/rescue.server'
import { forgetOldData } from '~/features/customer/retention.server'
import { draftCookie } from '~/features/flow/draft-cookie.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { findStoredBooking } from '~/features/stored-booking/stored-booking.server'
import { ask, serveHere, type Visit } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { holdSlot, openOrder, purchase } from '../support/purchase'
import { basicDraft, date, fullDraft, time, VISIT } from '../support/theatre'

interface PlanPage {
  view: { changes: string[]; free: boolean; priced: { total: number } | null } | null
  owner: { key: string } | null
}

onEachDatabase('a plan to show around', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  /** Asks the address of a plan. */
  async function open(more: Omit<Visit, 'at'> = {}) {
    const { body, headers, ...answer } = await ask({ at: '/plan/:token?', ...more })
    return { ...answer, headers, to: headers.get('Location') ?? '', page: body as PlanPage }
  }
  /** What a browser keeps of its plans. */
  const planCookie = (headers: Headers) =>
    headers
      .getSetCookie()
      .filter((line) => line.startsWith('plan-'))
      .map((line) => line.split(';')[0])
      .join('; ')
  const cookieOf = async (draft: Draft) => (await draftCookie({ draft, dropped: undefined })).split(';')[0] ?? ''
  async function share(draft: Draft) {
    const { to, headers } = await open({ fields: {}, cookie: await cookieOf(draft) })
    const [, token = ''] = /^\/plan\/(\w+)$/.exec(to) ?? []
    const { owner } = await look(token, '', planCookie(headers))
    expect([token.length, owner?.key.length]).toEqual([40, 40])
    return { token, key: owner?.key ?? '' }
  }
  const look = async (id: string, query = '', cookie = '') => (await open({ id, query, cookie })).page

  test('is looked at by whoever has the link, and taken up by its owner alone', async () => {
    const draft = fullDraft(app.theatre)
    const { token, key } = await share(draft)
    const friend = await look(token)
    // the whole number: a part of it may stand in an id by chance
    const theirs = new RegExp(`Meera|gmail|${draft.customer?.number}|Aarav|AARAV`)
    expect(friend).toMatchObject({ owner: null, view: { changes: [], free: true, priced: { total: 443_600 } } })
    expect(JSON.stringify(friend)).not.toMatch(theirs)
    expect(JSON.stringify(await app.context.db.select().from(sharedPlans))).not.toMatch(theirs)
    expect((await look(token, '?key=wrong')).owner).toBeNull()

    const refused = await open({ id: token, fields: { key: token } })
    expect([refused.short, refused.draft.screenId]).toEqual([`303 /plan/${token}`, undefined])
    const own = await cookieOf(
      basicDraft(app.theatre, { customer: { name: 'Ravi', email: 'r@gmail.com', number: '9000000001' } }),
    )
    // a booking that is begun here is put aside only by who says so
    const asked = await open({ id: token, fields: { key }, cookie: own })
    expect([asked.short, asked.draft.screenId]).toEqual([`303 /plan/${token}`, undefined])
    expect(asked.said).toMatch(/^A booking is begun on this device already/)
    const taken = await open({ id: token, fields: { key, replace: 'yes' }, cookie: own })
    const lights = 'No plan keeps the name in lights: please type it again; its letters are ₹90 of the plan’s price.'
    expect([taken.short, taken.said]).toEqual(['303 /booking/customerDetails', `Your plan is here. ${lights}`])
    expect(taken.draft).toMatchObject({
      screenId: draft.screenId,
      date: draft.date,
      slotId: draft.slotId,
      people: 4,
      packageId: draft.packageId,
      addons: draft.addons,
      cakes: draft.cakes,
      gifts: draft.gifts,
      customer: { name: 'Ravi' },
    })
    expect([taken.draft.ledName, taken.draft.celebrantName]).toEqual([undefined, undefined])
    // whoever opens the link once more, and has changed nothing, is not asked about their own plan
    const again = await open({ id: token, fields: { key }, cookie: await cookieOf(taken.draft) })
    expect(again.short).toBe('303 /booking/customerDetails')
    // nor is who has not come to the packages yet; who has chosen another one is
    const openWith = async (packageId: string | undefined) =>
      (await open({ id: token, fields: { key }, cookie: await cookieOf({ ...taken.draft, packageId }) })).short
    expect(await openWith(undefined)).toBe('303 /booking/customerDetails')
    expect(await openWith(app.theatre.aurora.basic)).toBe(`303 /plan/${token}`)
  })

  test('asks for no name in lights where its evening has none', async () => {
    const { token, key } = await share(fullDraft(app.theatre, { addons: [] }))
    const taken = await open({ id: token, fields: { key } })
    expect([taken.short, taken.said]).toEqual(['303 /booking/customerDetails', 'Your plan is here.'])
  })

  test('of one’s own is gone on with together with what is kept aside, until all of it is back', async () => {
    const { theatre } = app
    const draft = fullDraft(theatre)
    const { token, key } = await share(draft)
    const goOn = async (state: DraftState) =>
      open({ id: token, fields: { key }, cookie: (await draftCookie(state)).split(';')[0] })
    const { addons, cakes, gifts, payChoice } = draft
    const dropped = { addons, cakes, gifts, payChoice, nameOnCake: 'Aarav is five' }
    const taken = await goOn({ draft, dropped })
    // nothing is to be typed again
    expect([taken.short, taken.said]).toEqual(['303 /booking/payment', 'Your plan is here.'])
    expect(taken.draft).toEqual(draft)
    expect(taken.dropped).toMatchObject(dropped)
    // the draft has all of it
    const back = { addons, cakes, gifts, payChoice }
    expect((await goOn({ draft, dropped: back })).dropped).toBeUndefined()
  })

  test('takes the place of what stands aside of a booking without a room only by who says so', async () => {
    const { theatre } = app
    const { token, key } = await share(basicDraft(theatre))
    const { addons, cakes, gifts } = fullDraft(theatre)
    const draft = { ...emptyDraft(newId()), cityId: theatre.cityId }
    const [cookie] = (await draftCookie({ draft, dropped: { addons, cakes, gifts } })).split(';')
    const takeUp = (more: Record<string, string>) => open({ id: token, fields: { key, ...more }, cookie })
    const asked = await takeUp({})
    expect(asked.short).toBe(`303 /plan/${token}`)
    expect(asked.said).toMatch(/^A booking is begun on this device already/)
    const cookies = [planCookie(asked.headers), cookie].join('; ')
    expect((await look(token, '', cookies)).owner).toMatchObject({
      aside: 'your selections, for which no room is chosen yet',
    })
    const taken = await takeUp({ replace: 'yes' })
    expect([taken.draft.screenId, taken.dropped]).toEqual([theatre.aurora.id, undefined])
    // a city alone is nothing begun
    const [bare] = (await draftCookie({ draft, dropped: undefined })).split(';')
    expect((await open({ id: token, fields: { key }, cookie: bare })).short).toBe('303 /booking/customerDetails')
  })

  test('of the owner’s own link the key stays in the browser and leaves the address, each time that it is opened', async () => {
    const { token, key } = await share(fullDraft(app.theatre))
    const opened = await open({ id: token, query: `?key=${key}` })
    expect(opened.to).toBe(`/plan/${token}`)
    const lines = opened.headers.getSetCookie().filter((line) => line.startsWith('plan-'))
    expect(lines).toEqual([expect.stringMatching(/; Max-Age=1209600; Path=\/plan\/; HttpOnly; SameSite=Lax/)])
    const cookie = planCookie(opened.headers)
    expect((await look(token, '', cookie)).owner).toMatchObject({ key })
    // from a bookmark of the whole link, the cookie being there
    expect((await open({ id: token, query: `?key=${key}`, cookie })).short).toBe(`303 /plan/${token}`)
    expect((await look(token)).owner).toBeNull()
    // of another plan, or not signed by us
    const other = await share(basicDraft(app.theatre))
    expect((await look(other.token, '', cookie)).owner).toBeNull()
    expect((await look(other.token, '', cookie.replace(token, other.token))).owner).toBeNull()
    expect((await look(token, '', `plan-${token}=${key}`)).owner).toBeNull()
  })

  test('says that its date is closed by now, and takes nobody there', async () => {
    const { token } = await share(basicDraft(app.theatre))
    await app.context.db.insert(blockedDates).values({ date: VISIT, reason: 'Closed for a wedding' })
    const changes = ['This date cannot be booked any more.']
    expect((await look(token)).view).toMatchObject({ free: false, changes })
  })

  test('says what has changed since: the slot, an item with the price, the room', async () => {
    const { theatre, context } = app
    const { token, key } = await share(fullDraft(theatre))
    await holdSlot(app, basicDraft(theatre))
    expect((await look(token)).view).toMatchObject({ free: false, changes: ['This slot has gone meanwhile.'] })
    await context.db.update(catalogueItems).set({ active: false }).where(eq(catalogueItems.id, theatre.items.roses))
    const changes = [
      'This slot has gone meanwhile.',
      'Rose Bouquet is not offered any more.',
      'The price was ₹4,436; it is ₹4,037 now.',
    ]
    expect((await look(token)).view?.changes).toEqual(changes)
    expect((await open({ id: token, fields: { key } })).said).toContain(['Your plan is here.', ...changes].join(' '))
    await context.db.update(screens).set({ active: false }).where(eq(screens.id, theatre.aurora.id))
    expect((await look(token)).view).toMatchObject({
      changes: ['This room is not open for booking any more.'],
      priced: null,
    })
  })

  test('says what keeps it from being booked as it stands: a smaller room, a coupon, the last hour, another place', async () => {
    const { theatre, context } = app
    const { token } = await share(fullDraft(theatre, { couponCode: 'TENTH' }))
    const view = async () => (await look(token)).view
    expect(await view()).toMatchObject({ changes: [], free: true })
    await context.db.update(screens).set({ capacity: 3 }).where(eq(screens.id, theatre.aurora.id))
    expect(await view()).toMatchObject({ people: 3 })
    expect((await view())?.changes[0]).toBe('This screen takes 2 to 3 people: it is for 3 now, not for 4.')
    await context.db.update(screens).set({ capacity: 8, locationId: theatre.otherLocationId })
    await context.db.update(screenSlots).set({ to: time('21:45') })
    await context.db.update(coupons).set({ active: false })
    app.clock.set('2027-03-12T18:10:00+05:30')
    expect((await view())?.changes).toEqual([
      'The room was Aurora, Koramangala; it is Aurora, Indiranagar now.',
      'The slot was 7:00 PM – 10:00 PM; it is 7:00 PM – 9:45 PM now.',
      'Only Basic Package is allowed before 1 hour.',
      'Its coupon does not hold.',
      'The price was ₹3,992.40; it is ₹4,436 now.',
    ])
  })

  test('names the coupon’s code to its owner alone, be it good or withdrawn', async () => {
    const { token, key } = await share(fullDraft(app.theatre, { couponCode: 'TENTH' }))
    const { headers } = await open({ id: token, query: `?key=${key}` })
    const both = async () => [
      await look(token, '', planCookie(headers)),
      await look(token),
      await look(token, '?key=wrong'),
    ]
    const [own, ...friends] = await both()
    const coupon = { title: 'Coupon', amount: -44_360 }
    expect(own?.view?.priced).toMatchObject({
      total: 399_240,
      summary: expect.arrayContaining([{ ...coupon, explanations: ['TENTH: 10% off'] }]),
    })
    for (const friend of friends) {
      expect(JSON.stringify(friend)).not.toContain('TENTH')
      expect(friend.view?.priced).toMatchObject({
        total: 399_240,
        summary: expect.arrayContaining([{ ...coupon, explanations: ['10% off'] }]),
      })
    }
    await app.context.db.update(coupons).set({ active: false })
    const [mine, ...theirs] = await both()
    expect(mine?.view?.changes[0]).toBe('Coupon TENTH does not hold.')
    for (const friend of theirs) {
      expect(JSON.stringify(friend)).not.toContain('TENTH')
      expect(friend.view?.changes[0]).toBe('Its coupon does not hold.')
    }
    expect((await open({ id: token, fields: { key } })).said).toContain('Coupon TENTH does not hold.')
  })

  test('is not in its own way: its hold leaves the slot free to it, and its booking is said', async () => {
    const draft = basicDraft(app.theatre)
    const { token, key } = await share(draft)
    const { bookingId } = await openOrder(app, draft)
    expect((await look(token)).view).toMatchObject({ changes: [], free: true, booked: false })
    await purchase(app, draft)
    expect((await look(token)).view).toMatchObject({ changes: [], free: false, booked: true })
    // the family moves: its friends are told that it is another evening, and not that nothing is booked
    const moved = app.context.db.update(bookings).set({ visitDate: date('2027-03-19'), calendarSequence: 1 })
    await moved.where(eq(bookings.id, bookingId))
    expect((await look(token)).view).toMatchObject({ changes: [], free: false, booked: true, elsewhere: true })
    await app.context.db.update(bookings).set({ visitDate: draft.date }).where(eq(bookings.id, bookingId))
    expect((await look(token)).view).toMatchObject({ booked: true, elsewhere: false })
    // the room is switched off: it is booked all the same
    await app.context.db.update(screens).set({ active: false })
    expect((await look(token)).view).toMatchObject({ booked: true, elsewhere: false })
    await app.context.db.update(screens).set({ active: true })
    const again = await open({ id: token, fields: { key } })
    expect([again.short, again.draft.screenId]).toEqual([`303 /plan/${token}`, undefined])
    await app.context.db.update(bookings).set({ status: 'cancelled' }).where(eq(bookings.id, bookingId))
    expect((await look(token)).view).toMatchObject({ changes: [], free: true, booked: false })
  })

  test('says that it is booked also where its draft has booked one evening more, or another slot was taken for its own', async () => {
    const draft = basicDraft(app.theatre)
    const first = await share(draft)
    await purchase(app, draft)
    const second = { ...draft, slotId: app.theatre.aurora.slots['13:00'] }
    await purchase(app, second)
    expect((await look(first.token)).view).toMatchObject({ changes: [], booked: true, elsewhere: false })
    expect((await look((await share(second)).token)).view).toMatchObject({ booked: true, elsewhere: false })
    // one that was never held is still to be had
    const other = await share({ ...draft, slotId: app.theatre.aurora.slots['10:00'] })
    expect((await look(other.token)).view).toMatchObject({ changes: [], free: true, booked: false })

    const slow = basicDraft(app.theatre, { date: date('2027-03-19') })
    const { token } = await share(slow)
    const { bookingId, linkToken, orderId } = await openOrder(app, slow)
    app.clock.advanceMinutes(15)
    await holdSlot(app, basicDraft(app.theatre, { date: slow.date }))
    app.emulator.pay(orderId, 'upi', 'success')
    await applyGatewayTruth(app.context, orderId)
    const stored = await findStoredBooking(app.context.db, bookingId)
    const [offer] = (stored && (await findRescue(app.context, stored)))?.offers ?? []
    if (!offer) throw new Error('Nothing is offered.')
    expect(await takeOffer(app.context, linkToken, offer, offer.total)).toMatchObject({ ok: true })
    expect((await look(token)).view).toMatchObject({ changes: [], free: false, booked: true, elsewhere: true })
  })

  test('is one booking on both devices: what the first holds the second pays, and its friends read that it is booked', async () => {
    const draft = basicDraft(app.theatre)
    const { token, key } = await share(draft)
    const takenUp = async (draftHere?: Draft) => {
      const cookie = draftHere && (await cookieOf(draftHere))
      const { draft: taken } = await open({ id: token, fields: { key, replace: 'yes' }, cookie })
      return { ...taken, customer: draft.customer, termsAccepted: true }
    }
    const first = await holdSlot(app, draft)
    const second = await takenUp()
    // the very hold, of which the slot is not taken
    expect(await holdSlot(app, second)).toMatchObject({ bookingId: first.bookingId })
    const { linkToken } = await purchase(app, second)
    expect((await look(token)).view).toMatchObject({ changes: [], free: false, booked: true, elsewhere: false })
    // the first device is led to it, and pays for nothing twice
    expect(await holdSlot(app, draft)).toMatchObject({ status: 'booked', linkToken })
  })

  test('is a booking of its own where its draft holds or has booked another evening', async () => {
    const draft = basicDraft(app.theatre)
    const { token, key } = await share(draft)
    const attempt = async () => (await open({ id: token, fields: { key, replace: 'yes' } })).draft.attemptId
    expect(await attempt()).toBe(draft.attemptId)
    const other = { ...draft, slotId: app.theatre.aurora.slots['13:00'] }
    await holdSlot(app, other)
    expect(await attempt()).not.toBe(draft.attemptId)
    app.clock.advanceMinutes(16)
    expect(await attempt()).toBe(draft.attemptId)
    await purchase(app, other)
    expect(await attempt()).not.toBe(draft.attemptId)
  })

  test('of which no slot, or no day, was chosen yet has lost none', async () => {
    const none = { free: false, slot: null, changes: [] }
    const slotless = await share(fullDraft(app.theatre, { slotId: undefined }))
    expect((await look(slotless.token)).view).toMatchObject({ ...none, when: 'Friday, 12/03/2027' })
    const dayless = await share(fullDraft(app.theatre, { date: undefined, slotId: undefined }))
    expect((await look(dayless.token)).view).toMatchObject({ ...none, when: null })
  })

  test('ends after fourteen days, is forgotten then, and a guessed link finds nothing', async () => {
    const { token, key } = await share(basicDraft(app.theatre))
    expect(await look('x'.repeat(40))).toMatchObject({ view: null })
    app.clock.advanceMinutes(14 * 24 * 60)
    expect(await look(token)).toMatchObject({ view: null, owner: null })
    expect((await open({ id: token, fields: { key } })).short).toBe(`303 /plan/${token}`)
    app.clock.advanceMinutes(1)
    await forgetOldData(app.context)
    expect(await app.context.db.$count(sharedPlans)).toBe(0)
  })

  test('is made of what is typed in the step too, which is kept', async () => {
    const { ledName, confetti } = app.theatre.items
    const shared = async (fields: Record<string, string>, draft: Draft) =>
      open({ fields: { shared: 'addons', whole: 'yes', ...fields }, cookie: await cookieOf(draft) })
    const begun = fullDraft(app.theatre, { ledName: undefined })
    const { to, draft } = await shared({ [`count:${ledName}`]: '1', ledName: 'AARAV MEHTA' }, begun)
    expect(draft.ledName).toBe('AARAV MEHTA')
    const [, token = ''] = /^\/plan\/(\w+)/.exec(to) ?? []
    // the letters are paid for
    expect((await look(token)).view).toMatchObject({ priced: { total: 443_600 } })
    const two = { [`count:${ledName}`]: '1', [`count:${confetti}`]: '2' }
    const tooLong = await shared({ ...two, ledName: 'x'.repeat(25) }, draft)
    const addons = [
      { id: ledName, count: 1 },
      { id: confetti, count: 2 },
    ]
    expect(tooLong.draft).toMatchObject({ ledName: 'AARAV MEHTA', addons })
  })

  test('is made of a draft with a room only, and so many times an hour', async () => {
    const bare = await cookieOf({ ...basicDraft(app.theatre), screenId: undefined })
    expect(await open({ fields: {}, cookie: bare })).toMatchObject({ short: '303 /booking/locations' })
    const cookie = await cookieOf(basicDraft(app.theatre))
    const answers: string[] = []
    for (let made = 0; made < 11; made++) answers.push((await open({ fields: {}, cookie })).short)
    expect(answers.slice(0, 10).every((short) => short.startsWith('303 /plan/'))).toBe(true)
    expect(answers[10]).toBe('303 /booking/payment')
    expect(await app.context.db.$count(sharedPlans)).toBe(10)
  })
})
