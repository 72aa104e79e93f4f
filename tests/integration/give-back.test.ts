import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { bookings, payments, refunds } from '~/db/schema'
import { rupees } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { followRefunds } from '~/features/money/refund-news.server'
import { saidBy, serveHere, signedIn, type Visit, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { openOrder, purchase, refuseNextRefund, storedBooking } from '../support/purchase'
import { basicDraft, date, OWNER } from '../support/theatre'

onEachDatabase('money that a press gives back', (kind) => {
  const app = useApp(kind)

  /** The sum that the page's press of this intent sends, and where to. */
  function pressOn(page: Document, intent: string) {
    const form = page.querySelector(`button[name="intent"][value="${intent}"]`)?.closest('form')
    const shown = form?.querySelector<HTMLInputElement>('input[name="shown"]')?.value
    return { shown, to: form?.getAttribute('action') }
  }
  const costs = (bookingId: string, total: number) =>
    app.context.db
      .update(bookings)
      .set({ total: rupees(total) })
      .where(eq(bookings.id, bookingId))

  describe.each([
    ['/admin/bookings/view/:id', '?refund=1'],
    ['/admin/money', ''],
  ])('since it is owed, at %s', (at, query) => {
    test('goes only as the sum that was shown, else it is asked again with the new one', async () => {
      const { bookingId } = await purchase(app, basicDraft(app.theatre))
      await app.work()
      await costs(bookingId, 500)
      serveHere(app.context)
      const visited: Visit = { at, query, id: bookingId, cookie: await signedIn(app, OWNER) }
      const press = { intent: 'refund-owed', id: bookingId }
      const first = pressOn(await drawnPage(visited), 'refund-owed')
      expect(first).toMatchObject({ shown: '49900' })
      // there it can be asked again
      if (query) expect(first.to).toBe(`/admin/bookings/view/${bookingId}${query}`)
      await costs(bookingId, 300)
      const late = await drawnPage({ ...visited, fields: { ...press, shown: '49900' } })
      expect(late.querySelector('[data-fault]')?.textContent).toBe(
        '₹499 was shown here, and it is ₹699 by now. Press again to give that back.',
      )
      expect(pressOn(late, 'refund-owed')).toMatchObject({ shown: '69900' })
      expect(await visitAt({ ...visited, fields: { ...press, shown: '49900' } })).toMatchObject({ short: '409' })
      expect((await storedBooking(app, bookingId)).refunds, 'nothing was done').toEqual([])
      const without = await drawnPage({ ...visited, fields: press })
      expect(without.querySelector('[data-fault]')?.textContent).toBeTruthy()
      expect((await storedBooking(app, bookingId)).refunds, 'nor without a sum').toEqual([])
      const done = await visitAt({ ...visited, fields: { ...press, shown: '69900' } })
      expect(await saidBy(done)).toMatch(/going back/)
      expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ amount: rupees(699) }])
      // a second press finds nothing, whatever it was shown
      await visitAt({ ...visited, fields: { ...press, shown: '49900' } })
      expect((await storedBooking(app, bookingId)).refunds).toHaveLength(1)
    })
  })

  test('of a booking that never stood is all that it holds, on its own page too', async () => {
    const held = await openOrder(app, basicDraft(app.theatre))
    const stood = await purchase(app, basicDraft(app.theatre, { date: date('2027-03-10') }))
    await app.work()
    const { db } = app.context
    await db.update(payments).set({ bookingId: held.bookingId }).where(eq(payments.bookingId, stood.bookingId))
    await db.update(bookings).set({ status: 'expired' }).where(eq(bookings.id, held.bookingId))
    serveHere(app.context)
    const visited = { at: '/admin/bookings/view/:id', id: held.bookingId, cookie: await signedIn(app, OWNER) }
    const page = await drawnPage({ ...visited, query: '?refund=1' })
    expect(pressOn(page, 'refund-owed')).toMatchObject({ shown: '99900' })
    const asks = page.body.textContent
    expect(asks).toMatch(/It was paid, and not booked: all that is here goes back\./)
    expect(asks).not.toContain('More was received')
    const fields = { intent: 'refund-owed', shown: '99900' }
    expect(await saidBy(await visitAt({ ...visited, fields }))).toBe('₹999 is going back')
    const [refund] = (await storedBooking(app, held.bookingId)).refunds
    expect(refund?.reason).toBe('Paid, and not booked')
    await app.work()
    expect(app.mailbox.mails.map(({ text }) => text).join()).toContain('was for a booking that did not come about')
  })

  describe.each([
    '/admin/money',
    '/admin/bookings/view/:id',
    '/admin/today',
  ])('by a refund that is sent again, at %s', (at) => {
    test('goes only as the sum that was shown', async () => {
      const { bookingId, payment } = await purchase(app, basicDraft(app.theatre))
      await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'full' })
      refuseNextRefund(app)
      await app.work()
      const stuck = { status: 'with-staff', nextAt: null } as const
      await app.context.db.update(refunds).set(stuck).where(eq(refunds.bookingId, bookingId))
      const [refund] = (await storedBooking(app, bookingId)).refunds
      const id = refund?.id ?? ''
      const ours = async () => (await storedBooking(app, bookingId)).refunds.find((one) => one.id === id)
      serveHere(app.context)
      const query = at === '/admin/today' ? `?date=2027-03-12&booking=${bookingId}` : ''
      const visited: Visit = { at, query, id: bookingId, cookie: await signedIn(app, OWNER) }
      const press = { intent: 'send-again', booking: bookingId, id, refund: id }
      expect(pressOn(await drawnPage(visited), 'send-again')).toMatchObject({ shown: '99900' })
      app.emulator.ledger.refund(payment.id, { amount: 50_000 }, undefined)
      await followRefunds(app.context, payment.id)
      const late = await drawnPage({ ...visited, fields: { ...press, shown: '99900' } })
      expect(late.querySelector('[data-fault]')?.textContent).toBe(
        '₹999 was shown here, and it is ₹499 by now. Press again to send that.',
      )
      expect(pressOn(late, 'send-again')).toMatchObject({ shown: '49900' })
      await visitAt({ ...visited, fields: press })
      expect(await ours(), 'nothing was done').toMatchObject({ status: 'with-staff', amount: rupees(499) })
      expect(await saidBy(await visitAt({ ...visited, fields: { ...press, shown: '49900' } }))).toMatch(/sent again/)
      expect(await ours()).toMatchObject({ status: 'queued', amount: rupees(499) })
    })
  })
})
