import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { refunds } from '~/db/schema'
import { rupees } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { handOverRefund, sendRefundAgain } from '~/features/money/owed-refunds.server'
import { wakeRefunds } from '~/features/money/refund.server'
import { followRefunds } from '~/features/money/refund-news.server'
import { tillDay } from '~/features/money/till.server'
import { saidBy, serveHere, signedIn, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { bookAtDesk, purchase, refuseNextRefund, storedBooking } from '../support/purchase'
import { atCeleste, basicDraft, date, OWNER } from '../support/theatre'

onEachDatabase('a refund in the hand of the desk', (kind) => {
  const app = useApp(kind)

  const refundOf = async (bookingId: string) => {
    const [refund] = (await storedBooking(app, bookingId)).refunds
    if (!refund) throw new Error('The refund is missing.')
    return refund
  }

  /** A cancelled booking whose refund the provider refused; it is sent again in an hour. */
  async function failedRefund() {
    const { bookingId, payment } = await purchase(app, basicDraft(app.theatre))
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'full' })
    refuseNextRefund(app)
    await app.work()
    const { id, status } = await refundOf(bookingId)
    expect(status).toBe('failed')
    return { bookingId, payment, id }
  }

  test('that the provider sends by now was not handed over, and is not to be', async () => {
    const { bookingId, id } = await failedRefund()
    const said = async () => {
      const answer = await handOverRefund(app.context, OWNER, bookingId, id, { mode: 'cash' })
      return answer.ok ? 'Noted' : answer.message
    }
    app.clock.advanceMinutes(61)
    await wakeRefunds(app.context)
    expect(await said()).toBe('The payment provider is sending this now. Give nothing for it, or take it back.')
    expect(await sendRefundAgain(app.context, OWNER, bookingId, id)).toMatchObject({
      message: 'The payment provider is sending this now.',
    })
    await app.work()
    expect(await refundOf(bookingId)).toMatchObject({ status: 'processed', mode: 'online', settledBy: null })
    expect(await said()).toBe('The payment provider has sent this already. Give nothing for it, or take it back.')
  })

  test('that its booking needs again was not handed over, and is not to be', async () => {
    const { bookingId } = await bookAtDesk(app, basicDraft(app.theatre, { people: 5 }), 2_099)
    await editBooking(app, bookingId, () => ({ people: 4 }))
    const { id, amount } = await refundOf(bookingId)
    expect(amount).toBe(rupees(200))
    await editBooking(app, bookingId, () => ({ people: 5 }))
    expect(await refundOf(bookingId)).toMatchObject({ status: 'dropped' })
    expect(await handOverRefund(app.context, OWNER, bookingId, id, { mode: 'cash' })).toMatchObject({
      reason: 'nothing-due',
      message: expect.stringMatching(/^This is not to be handed over any more: the booking needs the money/),
    })
  })

  test('that is in no books any more is not said to have been handed over', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    expect(await handOverRefund(app.context, OWNER, bookingId, 'gone', { mode: 'cash' })).toMatchObject({
      message: 'This refund does not wait for you any more.',
    })
  })

  test('that a bank sent back is paid from the drawer of the place where its booking is by then', async () => {
    const { bookingId, payment } = await purchase(app, basicDraft(app.theatre, { payChoice: 'full', people: 4 }))
    await app.work()
    await editBooking(app, bookingId, () => ({ people: 2 }))
    await app.work()
    await followRefunds(app.context, payment.id)
    const { id, amount, status, locationId } = await refundOf(bookingId)
    expect([status, locationId]).toEqual(['processed', null])
    await editBooking(app, bookingId, () => atCeleste(app.theatre))
    expect(await refundOf(bookingId)).toMatchObject({ locationId: app.theatre.locationId })
    app.clock.set('2027-03-02T06:30:00Z')
    app.emulator.ledger.settleRefund(app.emulator.ledger.refundsOf(payment.id)[0]?.id ?? '', 'failed')
    await followRefunds(app.context, payment.id)
    expect(await handOverRefund(app.context, OWNER, bookingId, id, { mode: 'cash' })).toMatchObject({ handed: amount })
    const moved = async (locationId: string, name: string, on: string) => {
      const { movements } = await tillDay(app.context, { kind: 'all' }, { id: locationId, name }, date(on))
      return movements.filter(({ what }) => what !== 'payment').map((one) => [one.what, one.mode, one.amount])
    }
    const here = (on: string) => moved(app.theatre.locationId, 'Koramangala', on)
    const there = (on: string) => moved(app.theatre.otherLocationId, 'Indiranagar', on)
    expect(await here('2027-03-01')).toEqual([['refund', 'online', -amount]])
    expect(await here('2027-03-02'), 'it came back where it had gone out').toEqual([['came back', 'online', amount]])
    expect(await there('2027-03-01')).toEqual([])
    expect(await there('2027-03-02'), 'whose drawer paid').toEqual([['refund', 'cash', -amount]])
    // and there it stays
    await editBooking(app, bookingId, () => ({
      screenId: app.theatre.aurora.id,
      slotId: app.theatre.aurora.slots['19:00'],
      locationId: app.theatre.locationId,
    }))
    expect(await there('2027-03-02')).toEqual([['refund', 'cash', -amount]])
  })

  describe.each([
    '/admin/money',
    '/admin/bookings/view/:id',
    '/admin/today',
  ])('of which part went by the provider, at %s', (at) => {
    test('is refused with both sums until it is shown as it is', async () => {
      const { bookingId, payment, id } = await failedRefund()
      const stuck = { status: 'with-staff', nextAt: null } as const
      await app.context.db.update(refunds).set(stuck).where(eq(refunds.id, id))
      serveHere(app.context)
      const visited = { at, id: bookingId, cookie: await signedIn(app, OWNER) }
      const query = at === '/admin/today' ? `?date=2027-03-12&booking=${bookingId}` : ''
      const shownOn = (page: Document) => {
        const form = page.querySelector('input[name="reference"]')?.closest('form')
        const legend = form?.querySelector('legend')?.textContent
        return [legend, form?.querySelector<HTMLInputElement>('input[name="shown"]')?.value]
      }
      expect(shownOn(await drawnPage({ ...visited, query }))).toEqual(['Handed over ₹999 to Meera Krishnan', '99900'])
      app.emulator.ledger.refund(payment.id, { amount: 50_000 }, undefined)
      await followRefunds(app.context, payment.id)
      const fields = { intent: 'hand-over', booking: bookingId, id, refund: id, mode: 'cash', reference: 'UTR 4711' }
      const late = await drawnPage({ ...visited, query, fields: { ...fields, shown: '99900' } })
      expect(late.body.textContent).toContain('₹999 was shown here, and it is ₹499 by now')
      expect(shownOn(late)).toEqual(['Handed over ₹499 to Meera Krishnan', '49900'])
      expect(late.querySelector('input[name="reference"]')?.getAttribute('value')).toBe('UTR 4711')
      expect(await refundOf(bookingId)).toMatchObject({ status: 'with-staff', settledAt: null })
      await drawnPage({ ...visited, query, fields })
      expect(await refundOf(bookingId), 'no press without the sum that it was shown').toMatchObject({
        status: 'with-staff',
      })
      const done = await visitAt({ ...visited, query, fields: { ...fields, shown: '49900' } })
      expect(await saidBy(done)).toBe('₹499 was handed over in cash')
      // a second press hears what became of it, whatever it was shown
      const second = await drawnPage({ ...visited, query, fields: { ...fields, shown: '99900' } })
      expect(second.querySelector('[data-fault]')?.textContent).toBe('This was handed over already.')
    })
  })
})
