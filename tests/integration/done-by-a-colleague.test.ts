import { beforeEach, describe, expect, test } from 'vitest'
import { rupees } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { takePayment } from '~/features/money/take-payment.server'
import { serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { drawnPage } from '../support/drawn-form'
import { bookByStaff } from '../support/staff-booking'
import { basicDraft, OWNER } from '../support/theatre'

/** Without scripts a form is refused on the page as it is now: what the form was for may not be there any more. */
describe('what a colleague has done meanwhile', () => {
  const app = useApp('embedded')
  let cookie = ''
  beforeEach(async () => {
    serveHere(app.context)
    cookie = await signedIn(app, { ...OWNER, id: 'vikram', name: 'Vikram' })
  })

  const alerts = (page: Document) => [...page.querySelectorAll('[data-fault]')].map(({ textContent }) => textContent)
  const payment = (booking: string) => ({
    ...{ intent: 'take-payment', booking, amount: '1499', mode: 'cash', reference: '', shown: '149900' },
  })

  test('is said to who takes a payment that was taken, on the booking’s page and beside the day', async () => {
    const id = await bookByStaff(app, basicDraft(app.theatre))
    const all = { amount: rupees(1_499), mode: 'upi' as const, reference: '', shown: rupees(1_499) }
    expect(await takePayment(app.context, OWNER, id, all)).toMatchObject({ ok: true })
    const beside = { at: '/admin/today', query: `?booking=${id}&date=2027-03-12` }
    for (const place of [{ at: '/admin/bookings/view/:id', id }, beside]) {
      const page = await drawnPage({ ...place, cookie, fields: payment(id) })
      expect(page.querySelector('input[value="take-payment"]')).toBeNull()
      expect(alerts(page), place.at).toEqual([expect.stringMatching(/due/)])
    }
  })

  test('is said to who deletes a booking that was deleted', async () => {
    const id = await bookByStaff(app, basicDraft(app.theatre))
    await cancelByStaff(app.context, OWNER, id, { reason: 'Asked to', refund: 'none' })
    const fields = { intent: 'delete', reason: 'Asked to', refund: 'none' }
    const page = await drawnPage({ at: '/admin/bookings/view/:id', id, query: '?delete=1', cookie, fields })
    expect(alerts(page)).toEqual(['This booking has been cancelled already.'])
  })
})
