import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { bookings, catalogueItems, packages, screenSlots, screens } from '~/db/schema'
import type { Draft } from '~/domain/draft'
import { rupees, ZERO } from '~/domain/money'
import { draftCookie } from '~/features/flow/draft-cookie.server'
import { beginStaffDraft, newStaffDraft } from '~/features/flow/staff-draft.server'
import { ask, saidBy, serveHere, signedIn, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { pressPay } from '../support/purchase'
import { StaffTab } from '../support/staff-tab'
import { basicDraft, OWNER, time } from '../support/theatre'

const PAYMENT = '/booking/payment'

/** What the owner changes between the moment in which a page shows a booking and the moment in which it is pressed. */
describe('a booking that changes under its page', () => {
  const app = useApp('embedded')
  beforeEach(() => serveHere(app.context))

  /** All at one price, with a gift that costs nothing. */
  async function begun(): Promise<Draft> {
    const { aurora, items } = app.theatre
    const alike = { price: rupees(1_499), inclusions: ['4k Dolby Theater'] }
    await app.context.db.update(packages).set(alike).where(eq(packages.screenId, aurora.id))
    await app.context.db.update(catalogueItems).set({ price: ZERO }).where(eq(catalogueItems.id, items.roses))
    return basicDraft(app.theatre, { gifts: [{ id: items.roses, count: 1 }] })
  }

  const changes = {
    'the package': () => app.context.db.delete(packages).where(eq(packages.id, app.theatre.aurora.basic)),
    'what comes with it': () =>
      app.context.db
        .update(catalogueItems)
        .set({ active: false })
        .where(eq(catalogueItems.id, app.theatre.items.roses)),
    'the room': () =>
      app.context.db
        .update(screens)
        .set({ locationId: app.theatre.otherLocationId })
        .where(eq(screens.id, app.theatre.aurora.id)),
    'its time': () =>
      app.context.db
        .update(screenSlots)
        .set({ from: time('19:30') })
        .where(eq(screenSlots.id, app.theatre.aurora.slots['19:00'] ?? '')),
  }
  const each = Object.entries(changes).map(([part, change]) => ({ part, change }))

  test.each(each)('at the same price, it is said that $part has changed, and nothing is held', async ({
    part,
    change,
  }) => {
    const [cookie = ''] = (await draftCookie({ draft: await begun(), dropped: undefined })).split(';')
    const press = async () => {
      const { body } = await visitAt({ at: PAYMENT, cookie })
      const { mark, frame } = body as { mark: string; frame: { priced: { total: number } } }
      const fields = { intent: 'pay', payChoice: 'advance', mark, total: String(frame.priced.total) }
      return () => ask({ at: PAYMENT, cookie, fields })
    }
    const old = await press()
    await change()
    const refused = await old()
    expect(refused.short).toBe('303 /booking/payment')
    expect(refused.said).toBe(
      `Since you looked, this has changed: ${part}. Please look at it once more, then press again.`,
    )
    expect(await app.context.db.$count(bookings)).toBe(0)
    // the page that shows it as it is now may be pressed
    expect(await (await press())()).toMatchObject({ short: '303 /booking/payment', said: undefined })
    expect(await app.context.db.$count(bookings)).toBe(1)
  })

  test.each(each)('staff, who book for somebody, are told too that $part has changed', async ({ part, change }) => {
    const tab = new StaffTab(await signedIn(app, OWNER))
    tab.draft = (await beginStaffDraft(app.context, OWNER, { ...newStaffDraft(), draft: await begun() })).id
    const page = async () => {
      const { total, mark } = ((await tab.open(PAYMENT)).body as { desk: { total: number; mark: string } }).desk
      return { advance: '0', mode: 'cash', note: 'Rang', shown: String(total), mark }
    }
    const old = await page()
    await change()
    const refused = await tab.answer(PAYMENT, old)
    expect(refused.short).toBe('303 /booking/payment')
    expect(await saidBy(refused)).toContain(`has changed: ${part}.`)
    expect(await app.context.db.$count(bookings)).toBe(0)
    const drawn = await tab.open(PAYMENT)
    // what was typed waits
    expect(drawn.body).toMatchObject({ desk: { note: 'Rang' } })
    expect((await tab.answer(PAYMENT, await page())).short).toBe('303 /bookingConfirmation')
  })
})

/** What the owner changes while a family pays. */
describe('a booking that is held', () => {
  const app = useApp('embedded')
  beforeEach(() => serveHere(app.context))

  const db = () => app.context.db
  const gone = () => ({ archivedAt: app.context.clock.now() })
  test.each([
    [
      'its package costs more',
      () =>
        db()
          .update(packages)
          .set({ price: rupees(1_999) }),
    ],
    [
      'its package costs less',
      () =>
        db()
          .update(packages)
          .set({ price: rupees(999) }),
    ],
    ['its package is gone', () => db().update(packages).set(gone()).where(eq(packages.id, app.theatre.aurora.basic))],
    ['what comes with it is gone', () => db().update(catalogueItems).set({ active: false })],
    [
      'its room takes more people at least',
      () =>
        db()
          .update(screens)
          .set({ minPeople: 4, extraPersonPrice: rupees(1) }),
    ],
    ['its room stands elsewhere', () => db().update(screens).set({ locationId: app.theatre.otherLocationId })],
    ['its room is closed', () => db().update(screens).set({ active: false })],
    ['its hours are others', () => db().update(screenSlots).set(gone())],
  ])('is paid as it is held, also when its page is loaded anew: %s', async (what, change) => {
    const draft = basicDraft(app.theatre, { gifts: [{ id: app.theatre.items.roses, count: 1 }] })
    const [cookie = ''] = (await draftCookie({ draft, dropped: undefined })).split(';')
    type Page = {
      mark: string
      frame: { priced: { total: number }; place: unknown }
      pay?: { orderId: string; amount: number }
    }
    const page = async () => (await visitAt({ at: PAYMENT, cookie })).body as Page
    const press = ({ mark, frame }: Page, more = {}) =>
      ask({
        at: PAYMENT,
        cookie,
        fields: { intent: 'pay', payChoice: 'advance', mark, total: String(frame.priced.total), ...more },
      })
    const before = await page()
    expect((await press(before)).short).toBe('303 /booking/payment')
    const { pay } = await page()
    await change()
    const anew = await page()
    expect([anew.frame.priced.total, anew.pay?.orderId]).toEqual([before.frame.priced.total, pay?.orderId])
    expect(await press(anew)).toMatchObject({ short: '303 /booking/payment', said: undefined })
    expect(await db().$count(bookings)).toBe(1)
    expect(anew.frame.place).toEqual(before.frame.place)
    // paid in another way it costs the same, by an order of its own
    expect(await press(anew, { payChoice: 'full' })).toMatchObject({ short: '303 /booking/payment', said: undefined })
    const [now] = await db().select().from(bookings).where(eq(bookings.status, 'pending'))
    expect([now?.total, now?.payChoice]).toEqual([before.frame.priced.total, 'full'])
    // once it has run out the offer of today holds
    app.clock.advanceMinutes(31)
    const late = (await visitAt({ at: PAYMENT, cookie })).body as Page | undefined
    expect(late?.pay).toBeUndefined()
    if (what.startsWith('its package costs'))
      expect(late?.frame.priced.total).toBe(before.frame.priced.total + rupees(what.endsWith('more') ? 500 : -500))
  })

  test('keeps the package that stood selected when it was held, whichever would stand selected by now', async () => {
    const { aurora } = app.theatre
    await db().update(packages).set({ position: 3 }).where(eq(packages.id, aurora.basic))
    const cakes = [{ id: app.theatre.items.truffle, count: 1 }]
    // a quarter of an hour before the last hour, in which Basic stands selected
    app.clock.set('2027-03-12T17:46:00+05:30')
    const draft = basicDraft(app.theatre, { packageId: undefined, cakes })
    const [cookie = ''] = (await draftCookie({ draft, dropped: undefined })).split(';')
    type Page = { mark: string; frame: { priced: { total: number } }; pay?: { orderId: string } }
    const page = async () => (await visitAt({ at: PAYMENT, cookie })).body as Page
    const held = await page()
    const fields = { intent: 'pay', payChoice: 'advance', mark: held.mark, total: String(held.frame.priced.total) }
    expect((await ask({ at: PAYMENT, cookie, fields })).short).toBe('303 /booking/payment')
    const { pay } = await page()
    expect([held.frame.priced.total, pay]).toEqual([rupees(2_499), expect.objectContaining({ amount: rupees(999) })])
    for (const change of [
      async () => app.clock.advanceMinutes(14.5),
      () => db().update(packages).set({ position: 1 }).where(eq(packages.id, aurora.basic)),
      () => db().update(packages).set(gone()).where(eq(packages.id, aurora.celebration)),
    ]) {
      await change()
      const anew = await page()
      expect([anew.frame.priced.total, anew.pay?.orderId]).toEqual([rupees(2_499), pay?.orderId])
    }
    expect((await ask({ at: PAYMENT, cookie, fields })).said).toBeUndefined()
    expect(await db().$count(bookings)).toBe(1)
  })
})

describe('a room or a slot that cannot be booked any more', () => {
  const app = useApp('embedded')
  beforeEach(() => serveHere(app.context))

  const noticesAt = async (at: string, draft: Draft) => {
    const [cookie = ''] = (await draftCookie({ draft, dropped: undefined })).split(';')
    const { short, body } = await visitAt({ at, cookie })
    return { short, notices: (body as { frame?: { notices: string[] } } | undefined)?.frame?.notices }
  }

  test('is said where another one is chosen, to which every later step leads', async () => {
    const draft = basicDraft(app.theatre)
    expect(await noticesAt('/booking/slots', draft)).toEqual({ short: '200', notices: [] })
    await app.context.db.delete(screenSlots).where(eq(screenSlots.id, draft.slotId ?? ''))
    expect(await noticesAt(PAYMENT, draft)).toMatchObject({ short: '302 /booking/slots' })
    const slotGone = 'The slot you chose is no longer offered. Please choose another one.'
    expect(await noticesAt('/booking/slots', draft)).toEqual({ short: '200', notices: [slotGone] })
    await app.context.db
      .update(screens)
      .set({ active: false })
      .where(eq(screens.id, draft.screenId ?? ''))
    expect(await noticesAt('/booking/slots', draft)).toMatchObject({ short: '302 /booking/screens' })
    const roomGone = 'The room you chose cannot be booked any more. Please choose another one.'
    expect(await noticesAt('/booking/screens', draft)).toEqual({ short: '200', notices: [roomGone] })
    // with nothing chosen nothing is gone
    const bare = { ...draft, screenId: undefined, slotId: undefined }
    expect(await noticesAt('/booking/screens', bare)).toEqual({ short: '200', notices: [] })
  })

  test('a room without packages, or without slots, is not offered, and none that was chosen before', async () => {
    const draft = basicDraft(app.theatre)
    const rooms = async () => {
      const [cookie = ''] = (await draftCookie({ draft, dropped: undefined })).split(';')
      const { body } = await visitAt({ at: '/booking/screens', cookie })
      return (body as { screens: { name: string }[]; frame: { notices: string[] } }).screens.map(({ name }) => name)
    }
    const owner = await signedIn(app, OWNER)
    const lacks = async () => {
      const { body } = await visitAt({ at: '/admin/screens', cookie: owner })
      return (body as { rows: { lacks?: string }[] }).rows.map((row) => row.lacks)
    }
    expect([await rooms(), await lacks()]).toEqual([['Aurora'], [undefined, undefined]])
    const atAurora = eq(packages.screenId, app.theatre.aurora.id)
    await app.context.db.update(packages).set({ archivedAt: app.context.clock.now() }).where(atAurora)
    expect([await rooms(), await lacks()]).toEqual([[], ['No packages yet: visitors do not see it', undefined]])
    const roomGone = 'The room you chose cannot be booked any more. Please choose another one.'
    expect(await noticesAt('/booking/screens', draft)).toEqual({ short: '200', notices: [roomGone] })
    await app.context.db.update(packages).set({ archivedAt: null })
    await app.context.db.update(screenSlots).set({ archivedAt: app.context.clock.now() })
    expect(await rooms()).toEqual([])
  })

  test('is said to who presses Pay, and to a program', async () => {
    const draft = basicDraft(app.theatre)
    await app.context.db
      .update(screens)
      .set({ active: false })
      .where(eq(screens.id, draft.screenId ?? ''))
    expect(await pressPay(app, draft)).toMatchObject({
      reason: 'incomplete',
      step: 'screens',
      message: expect.stringContaining('cannot be booked'),
    })
  })
})
