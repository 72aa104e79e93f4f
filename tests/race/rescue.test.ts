import { expect, test } from 'vitest'
import { findRescue, takeOffer } from '~/features/booking/rescue.server'
import { checkBooks } from '~/features/money/books-check.server'
import { wakeRefunds } from '~/features/money/refund.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { findStoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { useApp } from '../support/app'
import { onPostgres } from '../support/database'
import { holdSlot, openOrder, storedBooking } from '../support/purchase'
import { basicDraft } from '../support/theatre'

onPostgres('late payers who press at the same moment', () => {
  const app = useApp('postgres')

  async function rescueOf(bookingId: string) {
    const stored = await findStoredBooking(app.context.db, bookingId)
    return stored && (await findRescue(app.context, stored))
  }
  /** Families whose slots went, by their starts, each with its money waiting. */
  async function slotsLost(...starts: string[]) {
    const drafts = starts.map((start) => ({ slotId: app.theatre.aurora.slots[start] }))
    const late = []
    for (const draft of drafts) late.push(await openOrder(app, basicDraft(app.theatre, draft)))
    app.clock.advanceMinutes(15)
    for (const draft of drafts) await holdSlot(app, basicDraft(app.theatre, draft))
    for (const { orderId } of late) {
      app.emulator.pay(orderId, 'upi', 'success')
      await applyGatewayTruth(app.context, orderId)
    }
    return late
  }
  const cleanBooks = async () => expect(await checkBooks(app.context)).toEqual([])

  test('for the same offered slot: one gets it, the other is offered again', async () => {
    const late = await slotsLost('10:00', '19:00')
    const offers = []
    for (const { bookingId } of late) offers.push((await rescueOf(bookingId))?.offers[0])
    const [first, second] = offers
    if (!first || !second) throw new Error('Nothing is offered.')
    // the first one's next slot is 1 PM; the second one's is 10:30 PM, so the first is made to want that too
    await holdSlot(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['13:00'] }))
    const again = (await rescueOf(late[0]?.bookingId ?? ''))?.offers[0]
    expect(again).toMatchObject({ slotId: second.slotId, date: second.date })
    const pressed = await Promise.all(
      late.map(({ linkToken }) => takeOffer(app.context, linkToken, second, second.total)),
    )
    expect(pressed.map((one) => (one.ok ? 'has it' : one.reason)).sort()).toEqual(['has it', 'slot-taken'])
    const [loser] = late.filter((_, index) => !pressed[index]?.ok)
    const offered = await rescueOf(loser?.bookingId ?? '')
    expect(offered?.offers.length).toBeGreaterThan(0)
    expect(offered?.offers.some(({ slotId, date }) => slotId === second.slotId && date === second.date)).toBe(false)
    await cleanBooks()
  })

  test('and when the money goes back at that moment: it books or goes back, never both', async () => {
    for (const start of ['10:00', '13:00', '19:00']) {
      const [late] = await slotsLost(start)
      if (!late) throw new Error('Nobody is late.')
      const rescue = await rescueOf(late.bookingId)
      const offer = rescue?.offers.find(({ kind }) => kind === 'same-weekday')
      if (!rescue || !offer) throw new Error('Nothing is offered.')
      app.clock.set(rescue.until.toISOString())
      // a server whose clock is a second behind takes the press while another one sends the money
      const behind: AppContext = {
        ...app.context,
        clock: { ...app.context.clock, now: () => new Date(rescue.until.getTime() - 1_000) },
      }
      const [pressed] = await Promise.all([
        takeOffer(behind, late.linkToken, offer, offer.total),
        wakeRefunds(app.context),
      ])
      await app.work()
      const { status, payments } = await storedBooking(app, late.bookingId)
      const sent = app.emulator.ledger.refundsOf(payments[0]?.providerPaymentId ?? '')
      expect([status, sent.length]).toEqual(pressed.ok ? ['booked', 0] : ['expired', 1])
    }
    await cleanBooks()
  })
})
