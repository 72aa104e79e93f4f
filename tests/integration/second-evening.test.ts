import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { screenSlots } from '~/db/schema'
import type { Draft } from '~/domain/draft'
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
  ['an attempt of its own', ({ attemptId }, { theatre }) => ({ ...basicDraft(theatre), attemptId: `${attemptId}x` })],
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
    const cookie = await cookieOf(begun(first))
    const back = await ask({ ...visit, cookie })
    expect(back.short).toBe('303 /bookingConfirmation')
    const [confirmation] = linesOf(back.headers, 'confirmation')
    const look = (mine: string) =>
      ask({ at: '/bookingConfirmation', cookie: [confirmation?.split(';')[0], mine].join('; ') })
    const page = await look(cookie)
    expect(page.short).toBe('200')
    const forgotten = [back, page].flatMap(({ headers }) => linesOf(headers, 'draft'))
    return { ended: (page.body as { draftEnded: boolean }).draftEnded, forgotten, look }
  }

  describe.each(WAYS)('by %s', (_way, way) => {
    test.each(OTHERS)('stays, with the browser’s copy, where it is %s', async (_what, other) => {
      expect(await pay(way, (first) => other(first, app))).toMatchObject({ ended: false, forgotten: [] })
    })

    test('ends where it became the booking, once', async () => {
      const { ended, forgotten, look } = await pay(way, (first) => first)
      expect(ended).toBe(true)
      expect(forgotten).toEqual([expect.stringMatching(/^draft=; Max-Age=0/)])
      // the page is loaded anew, and the next evening may have been begun
      expect((await look('')).body).toMatchObject({ draftEnded: false })
      expect((await look(await cookieOf(basicDraft(app.theatre)))).body).toMatchObject({ draftEnded: false })
    })
  })

  test('ends as well while the bank has yet to speak, and where the hours of its slot were changed since', async () => {
    const { theatre, context } = app
    const draft = basicDraft(theatre)
    const { bookingId, orderId } = await openOrder(app, draft)
    const { signature, paymentId } = claimOf(app, app.emulator.pay(orderId, 'upi', 'pending'))
    const { attempts } = await storedBooking(app, bookingId)
    const claim = { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature }
    const back = await ask({ at: '/payment/verify', fields: { token: attempts[0]?.token ?? '', ...claim } })
    expect(back.short).toBe('303 /bookingConfirmation')
    await context.db
      .update(screenSlots)
      .set({ from: time('19:15') })
      .where(eq(screenSlots.id, draft.slotId ?? ''))
    const [confirmation] = linesOf(back.headers, 'confirmation')
    const cookie = [confirmation?.split(';')[0], await cookieOf(draft)].join('; ')
    expect((await ask({ at: '/bookingConfirmation', cookie })).body).toMatchObject({
      booking: { confirmed: false },
      draftEnded: true,
    })
  })
})
