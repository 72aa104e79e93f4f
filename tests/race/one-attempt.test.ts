import { expect, test } from 'vitest'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { checkBooks } from '~/features/money/books-check.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { useApp } from '../support/app'
import { onPostgres } from '../support/database'
import { openOrder, storedBooking } from '../support/purchase'
import { atCeleste, basicDraft } from '../support/theatre'

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
})
