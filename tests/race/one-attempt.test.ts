import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { bookings } from '~/db/schema'
import { addDays } from '~/domain/calendar'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { draftCookie } from '~/features/flow/draft-cookie.server'
import { checkBooks } from '~/features/money/books-check.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { isOfAttempt } from '~/features/stored-booking/attempt-name.server'
import { ask, serveHere } from '../support/addresses'
import { useApp } from '../support/app'
import { onPostgres } from '../support/database'
import { openOrder, storedBooking } from '../support/purchase'
import { atCeleste, basicDraft, VISIT } from '../support/theatre'

onPostgres('two late payments of one attempt at the same moment', () => {
  const app = useApp('postgres')

  test('in two rooms book one evening; the other payment goes back', async () => {
    for (const start of ['10:00', '13:00', '19:00']) {
      const draft = basicDraft(app.theatre, { slotId: app.theatre.aurora.slots[start] })
      const orders = [await openOrder(app, draft)]
      app.clock.advanceMinutes(16)
      await tidyHolds(app.context)
      orders.push(await openOrder(app, { ...draft, ...atCeleste(app.theatre, start) }))
      app.clock.advanceMinutes(16)
      await tidyHolds(app.context)
      for (const { orderId } of orders) app.emulator.pay(orderId, 'upi', 'success')
      const settled = await Promise.all(orders.map(({ orderId }) => applyGatewayTruth(app.context, orderId)))
      expect(settled.map((one) => one.ok && one.state).sort()).toEqual(['booked', 'returned'])
      const stored = await Promise.all(orders.map(({ bookingId }) => storedBooking(app, bookingId)))
      expect(stored.map(({ status }) => status).sort()).toEqual(['booked', 'expired'])
      expect(stored.flatMap(({ refunds }) => refunds)).toMatchObject([{ amount: 99_900 }])
      await app.work()
    }
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('and a press of Pay for another room at that moment is told, or loses its hold', async () => {
    serveHere(app.context)
    for (const pause of [0, 2, 4, 6, 8, 10, 12, 15]) {
      const draft = basicDraft(app.theatre, { date: addDays(VISIT, pause) })
      const first = await openOrder(app, draft)
      app.clock.advanceMinutes(16)
      await tidyHolds(app.context)
      app.emulator.pay(first.orderId, 'upi', 'success')
      const next = { ...draft, ...atCeleste(app.theatre, '19:00') }
      const cookie = (await draftCookie({ draft: next, dropped: undefined })).split(';')[0] ?? ''
      const press = async () => {
        await setTimeout(pause)
        return ask({ at: '/booking/payment', cookie, fields: { intent: 'pay', payChoice: 'advance', total: '149900' } })
      }
      await Promise.all([applyGatewayTruth(app.context, first.orderId), press()])
      await app.work()
      const made = await app.context.db.select().from(bookings).where(isOfAttempt(draft.attemptId))
      expect(made.map(({ status }) => status).filter((one) => one !== 'expired')).toEqual(['booked'])
    }
  })
})
