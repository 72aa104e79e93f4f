import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { screenSlots, screens } from '~/db/schema'
import { type BookedPlace, isAtPlace } from '~/domain/booked-place'
import type { Draft } from '~/domain/draft'
import { OWN_SLOT } from '~/features/booking/stored-terms.server'
import { draftCookie } from '~/features/flow/draft-cookie.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { ask, serveHere, type Visit } from '../support/addresses'
import { type TheatreApp, useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { claimOf, openOrder, storedBooking } from '../support/purchase'
import { atCeleste, basicDraft, date, time } from '../support/theatre'

type Pays = (app: TheatreApp, orderId: string, token: string) => Promise<Visit>

/** What the provider hands to the browser of an order that was paid. */
function paid(app: TheatreApp, orderId: string): Record<string, string> {
  const { signature, paymentId } = claimOf(app, app.emulator.pay(orderId, 'upi', 'success'))
  return { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature }
}

/** The money came by itself, and the browser follows later. */
const paidBefore =
  (visit: (token: string) => Visit): Pays =>
  async (app, orderId, token) => {
    app.emulator.pay(orderId, 'upi', 'success')
    await applyGatewayTruth(app.context, orderId)
    return visit(token)
  }

const WAYS: [string, Pays][] = [
  ['the window’s own word', async (app, id, token) => ({ at: '/payment/verify', fields: { token, ...paid(app, id) } })],
  ['the hosted page', async (app, id, token) => ({ at: '/payment/return/:token', id: token, fields: paid(app, id) })],
  ['the cancel link of what is booked', paidBefore((id) => ({ at: '/payment/cancelled/:token', id }))],
  ['a window closed over what is booked', paidBefore((token) => ({ at: '/payment/dismissed', fields: { token } }))],
]

/** What stands begun in the browser while the first evening is paid, in another tab. */
const OTHERS: [string, (first: Draft, app: TheatreApp) => Draft][] = [
  ['an attempt of its own', (_, { theatre }) => ({ ...basicDraft(theatre), date: date('2027-03-19') })],
  ['another date of the same attempt', (first) => ({ ...first, date: date('2027-03-19') })],
  ['another slot', (first, { theatre }) => ({ ...first, slotId: theatre.aurora.slots['10:00'] })],
  ['another room', (first, { theatre }) => ({ ...first, ...atCeleste(theatre) })],
  ['no slot yet', (first) => ({ ...first, slotId: undefined })],
]

onEachDatabase('a draft in the browser, once a payment ended', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  const cookieOf = async (draft: Draft) => (await draftCookie({ draft, dropped: undefined })).split(';')[0] ?? ''
  const linesOf = (headers: Headers, name: string) =>
    headers.getSetCookie().filter((line) => line.startsWith(`${name}=`))

  /** Pays for one evening while another draft stands in the browser, and looks at the confirmation: what of that draft ends. */
  async function pay(way: Pays, begun: (first: Draft) => Draft) {
    const first = basicDraft(app.theatre)
    const { bookingId, orderId } = await openOrder(app, first)
    const { attempts } = await storedBooking(app, bookingId)
    const visit = await way(app, orderId, attempts[0]?.token ?? '')
    const other = begun(first)
    const cookie = await cookieOf(other)
    const back = await ask({ ...visit, cookie })
    expect(back.short).toBe('303 /bookingConfirmation')
    const [confirmation] = linesOf(back.headers, 'confirmation')
    const look = (mine: string) =>
      ask({ at: '/bookingConfirmation', cookie: [confirmation?.split(';')[0], mine].join('; ') })
    const page = await look(cookie)
    expect(page.short).toBe('200')
    const forgotten = [back, page].flatMap(({ headers }) => linesOf(headers, 'draft'))
    const { bookedAt } = page.body as { bookedAt: BookedPlace }
    // the copy may be of either draft, whichever the cookie has
    expect(isAtPlace(first, bookedAt)).toBe(true)
    return { copyEnds: isAtPlace(other, bookedAt), forgotten, look }
  }

  describe.each(WAYS)('by %s', (_way, way) => {
    test.each(OTHERS)('stays, with the browser’s copy, where it is %s', async (_what, other) => {
      expect(await pay(way, (first) => other(first, app))).toMatchObject({ copyEnds: false, forgotten: [] })
    })

    test('ends where it became the booking, once', async () => {
      const { copyEnds, forgotten, look } = await pay(way, (first) => first)
      expect(copyEnds).toBe(true)
      expect(forgotten).toEqual([expect.stringMatching(/^draft=; Max-Age=0/)])
      // the page is loaded anew, and the next evening may have been begun
      for (const mine of ['', await cookieOf(basicDraft(app.theatre))])
        expect(linesOf((await look(mine)).headers, 'draft')).toEqual([])
    })
  })

  /** Pays for an evening, and answers the cookie by which its browser may see the confirmation. */
  async function booked(): Promise<string> {
    const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
    const { attempts } = await storedBooking(app, bookingId)
    const fields = { token: attempts[0]?.token ?? '', ...paid(app, orderId) }
    const [line] = linesOf((await ask({ at: '/payment/verify', fields })).headers, 'confirmation')
    return line?.split(';')[0] ?? ''
  }

  test('begins at the locations, and at no step that stood open while the first was booked', async () => {
    const { aurora, locationId } = app.theatre
    const cookie = await booked()
    const room = { screen: aurora.id }
    for (const at of ['/booking/screens', '/booking/slots', '/booking/customerDetails'])
      expect((await ask({ at, cookie })).short, at).toBe('303 /bookingConfirmation')
    const pressed = await ask({ at: '/booking/screens', cookie, fields: room })
    expect(pressed.short).toBe('303 /bookingConfirmation')
    expect(linesOf(pressed.headers, 'draft')).toEqual([])

    expect((await ask({ at: '/booking/locations', cookie })).short).toBe('200')
    const begun = await ask({ at: '/booking/locations', cookie, fields: { location: locationId } })
    expect(begun.short).toBe('303 /booking/screens')
    const anew = [cookie, linesOf(begun.headers, 'draft')[0]?.split(';')[0]].join('; ')
    expect((await ask({ at: '/booking/screens', cookie: anew })).short).toBe('200')
    expect((await ask({ at: '/booking/screens', cookie: anew, fields: room })).short).toBe('303 /booking/slots')
  })

  test('begins at the only location, too', async () => {
    const { db } = app.context
    await db.update(screens).set({ active: false }).where(eq(screens.locationId, app.theatre.otherLocationId))
    const cookie = await booked()
    expect((await ask({ at: '/booking/screens', cookie })).short).toBe('303 /bookingConfirmation')
    const begun = await ask({ at: '/booking/locations', cookie })
    expect(begun.short).toBe('302 /booking/screens')
    const anew = [cookie, linesOf(begun.headers, 'draft')[0]?.split(';')[0]].join('; ')
    expect((await ask({ at: '/booking/screens', cookie: anew })).short).toBe('200')
  })

  const SLOTS: [string, (draft: Draft) => Promise<Partial<Draft>>][] = [
    [
      'whose hours were changed since',
      async () =>
        app.context.db
          .update(screenSlots)
          .set({ from: time('19:15') })
          .then(() => ({})),
    ],
    [
      'that was taken out of the schedule since',
      async () =>
        app.context.db
          .update(screenSlots)
          .set({ archivedAt: app.clock.now() })
          .then(() => ({})),
    ],
    ['that is only its booking’s own by now', async () => ({ slotId: OWN_SLOT })],
  ]
  test.each(SLOTS)('ends as well while the bank has yet to speak, in a slot %s', async (_what, change) => {
    const draft = basicDraft(app.theatre)
    const { bookingId, orderId } = await openOrder(app, draft)
    const { signature, paymentId } = claimOf(app, app.emulator.pay(orderId, 'upi', 'pending'))
    const { attempts } = await storedBooking(app, bookingId)
    const claim = { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature }
    const back = await ask({ at: '/payment/verify', fields: { token: attempts[0]?.token ?? '', ...claim } })
    expect(back.short).toBe('303 /bookingConfirmation')
    const [confirmation] = linesOf(back.headers, 'confirmation')
    const cookie = [confirmation?.split(';')[0], await cookieOf({ ...draft, ...(await change(draft)) })].join('; ')
    const page = await ask({ at: '/bookingConfirmation', cookie })
    expect(page.body).toMatchObject({ booking: { confirmed: false } })
    expect(linesOf(page.headers, 'draft')).toHaveLength(1)
  })
})
