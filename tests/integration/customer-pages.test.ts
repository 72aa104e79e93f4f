import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { BEFORE_YOU_COME } from '~/content/before-you-come'
import { bookings, packagePrices } from '~/db/schema'
import { rupees } from '~/domain/money'
import { verifiedJson } from '~/features/api/verified-payment.server'
import { setAttendance } from '~/features/booking/attendance.server'
import { composeMail } from '~/features/booking/booking-mail.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { confirmTexts } from '~/features/booking/customer-texts.server'
import { bookingLinksMail } from '~/features/booking-pages/find-booking.server'
import { verifyPayment } from '~/features/money/checkout.server'
import { followDispute } from '~/features/money/dispute.server'
import { askForMoney } from '~/features/money/money-request.server'
import { payOnOwnPage } from '~/features/money/pay-on-own-page.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { confirmationHeaders } from '~/http/after-payment.server'
import { ask, serveHere, signedIn, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { askedMoney } from '../support/asked-money'
import { drawnPage } from '../support/drawn-form'
import { bookAtDesk, openBalance, openOrder, purchase, queuedRefund, storedBooking } from '../support/purchase'
import { basicDraft, date, fullDraft, OWNER } from '../support/theatre'

describe('the pages behind a booking’s link', () => {
  const app = useApp('embedded')
  beforeEach(() => serveHere(app.context))

  test('the move comes back, without scripts, at what was pressed: the slots of a day, then the move', async () => {
    const { linkToken } = await purchase(app, basicDraft(app.theatre, { date: date('2027-03-11') }))
    const visit = { at: '/b/:token/reschedule', id: linkToken }
    const page = await drawnPage({ ...visit, query: `?date=2027-03-16&slot=${app.theatre.aurora.slots['10:00']}` })
    const targets = [...page.querySelectorAll('form')].flatMap(
      (form) => form.getAttribute('action')?.split('#')[1] ?? [],
    )
    expect(targets).toEqual(['slots', 'move'])
    for (const id of targets) expect(page.getElementById(id), id).not.toBeNull()
  })

  test('a booking says what guests have to know, until it is over', async () => {
    const { linkToken } = await purchase(app, basicDraft(app.theatre))
    const body = async () => (await drawnPage({ at: '/b/:token', id: linkToken })).body
    const before = `Before you come: ${BEFORE_YOU_COME.join(' ')} All our terms`
    expect((await body()).textContent).toContain(before)
    expect((await body()).querySelector('main a[href="/termsandconditions"]')).not.toBeNull()
    app.clock.set('2027-03-12T16:31:00Z')
    expect((await body()).textContent).not.toContain('Before you come')
  })

  test('a visit to which nobody came is over: it can be had again, and asks for money only where staff do', async () => {
    const { bookingId, linkToken } = await purchase(app, basicDraft(app.theatre))
    app.clock.set('2027-03-12T15:00:00Z')
    await setAttendance(app.context, OWNER, bookingId, 'no-show')
    const page = async () => (await drawnPage({ at: '/b/:token', id: linkToken })).body
    // until it is over they may still come
    expect((await page()).querySelector('h1')?.textContent).toBe('Booking Confirmed!')
    expect((await page()).textContent).toContain('Still to pay')
    app.clock.set('2027-03-13T05:00:00Z')
    const over = await page()
    expect(over.querySelector('h1')?.textContent).toBe('This visit is over')
    expect(over.textContent).toContain('Same again')
    expect(over.textContent).not.toContain('Still to pay')
    expect((await visitAt({ at: '/b/:token/pay', id: linkToken })).short).toBe(`302 /b/${linkToken}`)
    // pressed on a page of before
    const press = (sum: 'asked' | 'due', shown: number) =>
      payOnOwnPage(app.context, linkToken, { sum, shown: rupees(shown) })
    expect(await press('due', 500)).toMatchObject({ reason: 'not-payable' })
    const asked = await askForMoney(app.context, OWNER, bookingId, { sum: 'own', own: rupees(200), shown: rupees(500) })
    expect(asked).toMatchObject({ ok: true })
    const invited = (await page()).textContent
    expect(invited).toContain('Please pay ₹200')
    expect(invited).not.toContain('Pay all of it')
    expect(await press('due', 500)).toMatchObject({ reason: 'due-changed' })
    expect(await press('asked', 200)).toMatchObject({ ok: true })
    expect((await page()).querySelector('h1')?.textContent).toBe('This visit is over')
  })

  test('a cancelled booking says what comes back of its money, or why nothing does', async () => {
    const said = async (id: string) => (await drawnPage({ at: '/b/:token', id })).body.textContent ?? ''
    const pressed = async (id: string, refund: string) =>
      (await visitAt({ at: '/b/:token/cancel', id, fields: { refund } })).short
    const { linkToken } = await purchase(app, basicDraft(app.theatre, { date: date('2027-03-11') }))
    await pressed(linkToken, '97542')
    const back = '₹975.42 is on its way back to you and arrives within 5\u2060–\u20607 working days. '
    expect(await said(linkToken)).toContain(`${back}Refunded except payment-gateway charges.`)
    await app.work()
    expect(await said(linkToken)).toContain('₹975.42 went back to you. Refunded except payment-gateway charges.')
    // ₹999 less what came back
    expect(await said(linkToken)).toContain('Kept₹23.58')
    expect(await said(linkToken)).toContain('Questions? Call +91 ')

    // money of the desk has no charges: before it is cancelled and after
    const cash = await bookAtDesk(app, basicDraft(app.theatre, { date: date('2027-03-09') }), 999)
    const asked = await drawnPage({ at: '/b/:token/cancel', id: cash.linkToken })
    expect(asked.body.textContent).toContain('₹999 is given back to you at the theatre.Refunded in full.')
    expect(asked.body.textContent).toContain('You have paid ₹999; the open ₹500 falls away.')
    await pressed(cash.linkToken, '99900')
    expect(await said(cash.linkToken)).toContain('₹999 waits for you at the theatre. Refunded in full.')
    expect(await said(cash.linkToken)).not.toContain('Kept')

    const friday = await purchase(app, basicDraft(app.theatre))
    await pressed(friday.linkToken, '0')
    const nothing = 'There is no refund for this booking.'
    expect(await said(friday.linkToken)).toContain('There is no refund for Friday, Saturday or Sunday bookings.')
    expect(await said(friday.linkToken)).not.toContain(nothing)

    // what staff chose is no word of the policy
    const deleted = await purchase(app, basicDraft(app.theatre, { date: date('2027-03-10') }))
    const chosen = { reason: 'Asked by phone', refund: 'none' } as const
    await cancelByStaff(app.context, OWNER, deleted.bookingId, chosen)
    expect(await said(deleted.linkToken)).toContain(nothing)
    expect(await said(deleted.linkToken)).not.toContain('Refunded except')
  })

  test('the business is called by one number, written in one way, on page and letter and in what a page refuses', async () => {
    const number = '+91 98765 43210'
    const draft = fullDraft(app.theatre)
    const { linkToken, bookingId } = await purchase(app, draft)
    const textOf = (mail: object | undefined) => (mail && 'text' in mail ? mail.text : '')
    expect(textOf(await composeMail(app.context, 'confirmation', { bookingId }))).toContain(
      `Questions? Call ${number} `,
    )
    const wanted = { number: draft.customer?.number ?? '', email: draft.customer?.email ?? '' }
    expect(textOf(await bookingLinksMail(app.context, wanted))).toContain(`Questions? Call ${number} `)
    const other = { slotId: app.theatre.aurora.slots['13:00'], ledName: undefined }
    const untold = await purchase(app, fullDraft(app.theatre, other))
    app.clock.set('2027-03-12T05:00:00Z')
    const said = async (id: string) => (await drawnPage({ at: '/b/:token', id })).body.textContent
    expect(await said(untold.linkToken)).toContain(`please call ${number} now`)
    expect(await said(linkToken)).toContain(`please call ${number}.`)
    expect(await confirmTexts(app.context, linkToken, '')).toMatchObject({
      message: `It is being made by now. Please call ${number}.`,
    })
    const { suggestion } = (
      await visitAt({
        at: '/admin/blocked-dates',
        cookie: await signedIn(app, { id: 'owner', name: 'Owner', role: 'super-admin', locationId: null }),
      })
    ).body as { suggestion: string }
    expect(suggestion).toBe(`To Book on This Date. Please contact the owners ${number}`)
  })

  test('money that came after a booking was cancelled is told apart from what the cancellation gave, on page and letter', async () => {
    const { linkToken, bookingId } = await purchase(app, basicDraft(app.theatre))
    const balance = await openBalance(app, bookingId, 50_000)
    await visitAt({ at: '/b/:token/cancel', id: linkToken, fields: { refund: '0' } })
    app.emulator.pay(balance, 'upi', 'success')
    app.clock.advanceMinutes(1)
    await applyGatewayTruth(app.context, balance)
    const said = async () => (await drawnPage({ at: '/b/:token', id: linkToken })).body.textContent ?? ''
    const policy = 'There is no refund for Friday, Saturday or Sunday bookings.'
    expect(await said()).toContain(`${policy} ₹500 that came after the cancellation is on its way back to you in full`)
    await app.work()
    const back = `${policy} ₹500 that came after the cancellation went back to you in full.`
    expect(await said()).toContain(back)
    expect(await said()).not.toMatch(/no further refund|back to you before/)
    expect(await composeMail(app.context, 'cancelled', { bookingId })).toMatchObject({
      text: expect.stringContaining(back),
    })
  })

  test('a slot that waits for its payment is given back, from any device, unless the payment may be under way', async () => {
    const press = async (id: string) => {
      const { short, said } = await ask({ at: '/b/:token', id, fields: { intent: 'give-back' } })
      return [short, said]
    }
    const offers = async (id: string) =>
      [...(await drawnPage({ at: '/b/:token', id })).querySelectorAll('button')].some(
        ({ value }) => value === 'give-back',
      )
    const held = await openOrder(app, basicDraft(app.theatre))
    expect(await offers(held.linkToken)).toBe(true)
    expect(await press(held.linkToken)).toEqual([`303 /b/${held.linkToken}`, 'Your slot was given back.'])
    expect(await storedBooking(app, held.bookingId)).toMatchObject({ status: 'expired', holdEndsAt: app.clock.now() })
    expect(await offers(held.linkToken)).toBe(false)
    // pressed once more, on the page of before
    expect(await press(held.linkToken)).toEqual([`302 /b/${held.linkToken}`, undefined])

    const begun = await openOrder(app, basicDraft(app.theatre))
    app.emulator.pay(begun.orderId, 'upi', 'pending')
    expect((await press(begun.linkToken))[1]).toMatch(/^A payment may still be under way/)
    expect(await storedBooking(app, begun.bookingId)).toMatchObject({ status: 'pending' })

    const other = { slotId: app.theatre.aurora.slots['13:00'] }
    const paid = await openOrder(app, basicDraft(app.theatre, other))
    app.emulator.pay(paid.orderId, 'upi', 'success')
    expect((await press(paid.linkToken))[1]).toBe('Your payment has arrived: the slot is yours.')
    expect(await storedBooking(app, paid.bookingId)).toMatchObject({ status: 'booked' })
    expect(await offers(paid.linkToken)).toBe(false)

    // what staff keep ends when staff said
    const late = basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] })
    const kept = await askedMoney(app).hold({}, { ...late, attemptId: 'attempt-kept' })
    expect(await offers(kept.token)).toBe(false)
    expect((await press(kept.token))[0]).toBe(`302 /b/${kept.token}`)
    expect(await storedBooking(app, kept.id)).toMatchObject({ status: 'pending' })
  })

  test('a payment that is handed in again after its booking was cancelled is not said to have come too late', async () => {
    const cancelled = 'This booking was cancelled. Its page says what becomes of your payment.'
    const draft = basicDraft(app.theatre, { date: date('2027-03-11') })
    const { bookingId, linkToken, orderId, payment } = await purchase(app, draft)
    const balance = await openBalance(app, bookingId, 50_000)
    const rest = app.emulator.pay(balance, 'upi', 'success')
    await applyGatewayTruth(app.context, balance)
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'none' })
    const { attempts } = await storedBooking(app, bookingId)
    for (const { id, order_id } of [payment, rest]) {
      const { token = '' } = attempts.find(({ providerOrderId }) => providerOrderId === order_id) ?? {}
      const claim = { orderId: order_id, paymentId: id, signature: app.emulator.ledger.signature(order_id, id) }
      const fields = {
        token,
        razorpay_order_id: order_id,
        razorpay_payment_id: id,
        razorpay_signature: claim.signature,
      }
      const back = await ask({ at: '/payment/verify', fields })
      expect([back.short, back.said]).toEqual([`303 /b/${linkToken}`, cancelled])
      const left = await ask({ at: '/payment/dismissed', fields: { token } })
      if (order_id !== orderId) expect([left.short, left.said]).toEqual([`303 /b/${linkToken}`, cancelled])
      const told = await verifyPayment(app.context, { token, ...claim })
      expect(await verifiedJson(app.context, told)).toMatchObject({ state: 'returned', message: cancelled })
    }
  })

  test('an invoice tells what has come back from what is on its way', async () => {
    const { bookingId } = await queuedRefund(app, 400)
    const { linkToken } = await storedBooking(app, bookingId)
    const sums = async () => {
      const rows = [...(await drawnPage({ at: '/b/:token', id: linkToken })).querySelectorAll('tfoot tr')]
      return Object.fromEntries(
        rows.map((row) => [row.querySelector('th')?.textContent, row.querySelector('td')?.textContent]),
      )
    }
    expect(await sums()).toMatchObject({ Advance: '₹999', 'Coming back': '₹400' })
    expect(Object.keys(await sums())).not.toContain('Refunded')
    await app.work()
    expect(await sums()).toMatchObject({ Advance: '₹999', Refunded: '₹400' })
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'full' })
    expect(await sums()).toMatchObject({ Advance: '₹999', Refunded: '₹400', 'Coming back': '₹599' })
  })

  test('what a bank took by a dispute is called nothing that we gave back, on invoice, page and letter', async () => {
    const { bookingId, linkToken, payment } = await purchase(app, basicDraft(app.theatre, { date: date('2027-03-11') }))
    const { id } = app.emulator.ledger.openDispute(payment.id, { amount: rupees(400) })
    app.emulator.ledger.moveDispute(id, 'lost')
    expect(await followDispute(app.context, id)).toBe(true)
    const page = await drawnPage({ at: '/b/:token', id: linkToken })
    const sums = [...page.querySelectorAll('tfoot tr')].map(({ textContent }) => textContent)
    expect(sums).toContain('Taken back by the bank₹400')
    expect(sums.join()).not.toContain('Refunded')
    expect(page.querySelector('[aria-labelledby=returns]')?.textContent).toContain('Taken back by your bank')
    expect(page.body.textContent).not.toContain('Sent back to the account you paid from')

    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'none' })
    const nothing = 'There is no refund for this booking. Your bank took back ₹400.'
    expect((await drawnPage({ at: '/b/:token', id: linkToken })).body.textContent).toContain(nothing)
    expect(await composeMail(app.context, 'cancelled', { bookingId })).toMatchObject({
      text: expect.stringContaining(nothing),
    })
  })

  test('the confirmation says what the booking comes to and what is due at the theatre', async () => {
    const { linkToken } = await purchase(app, basicDraft(app.theatre))
    const cookie = (await confirmationHeaders(linkToken)).get('Set-Cookie')?.split(';')[0]
    const page = await drawnPage({ at: '/bookingConfirmation', cookie })
    expect([...page.querySelectorAll('dl > *')].map(({ textContent }) => textContent)).toEqual([
      ...['PackageBasic', '₹1,499', 'OccasionBirthday', 'Free'],
      ...['Total', '₹1,499'],
      ...['To pay at the theatre', '₹500'],
    ])
    expect(page.body.textContent).toContain('₹999')
  })

  test('the confirmation in a browser that has forgotten its booking leads to where it is found, and says so', async () => {
    const forged = (await confirmationHeaders('gone')).get('Set-Cookie')?.split(';')[0]
    for (const cookie of [undefined, forged]) {
      const answer = await ask({ at: '/bookingConfirmation', cookie })
      expect(answer.short).toBe('303 /find')
      expect(answer.said).toMatch(/^This browser no longer knows which booking you mean\. Its link is in the mail/)
    }
  })

  test('the payment page leads who has just paid, and has nothing chosen any more, to its confirmation', async () => {
    const { linkToken } = await purchase(app, basicDraft(app.theatre))
    const cookie = (await confirmationHeaders(linkToken)).get('Set-Cookie')?.split(';')[0]
    expect((await visitAt({ at: '/booking/payment', cookie })).short).toBe('303 /bookingConfirmation')
    expect((await visitAt({ at: '/booking/payment' })).short).toBe('302 /booking/locations')
  })

  test('a move shows the days on which nothing is free, and what it means for a later cancellation', async () => {
    const { theatre } = app
    const thursday = date('2027-03-11')
    const { linkToken } = await purchase(app, basicDraft(theatre, { date: thursday }))
    for (const slotId of Object.values(theatre.aurora.slots)) {
      await bookAtDesk(app, basicDraft(theatre, { date: date('2027-03-16'), slotId }))
      if (slotId !== theatre.aurora.slots['19:00'])
        await bookAtDesk(app, basicDraft(theatre, { date: thursday, slotId }))
    }
    const visit = { at: '/b/:token/reschedule', id: linkToken }
    const page = await drawnPage({ ...visit, query: `?date=2027-03-17&slot=${theatre.aurora.slots['10:00']}` })
    const day = (name: string) => page.querySelector(`button[value="${name}"]`)
    expect(day('2027-03-16')?.getAttribute('aria-label')).toMatch(/, nothing free$/)
    // what it has itself is no slot to move to
    expect(day('2027-03-11')?.getAttribute('aria-label')).toMatch(/, nothing free$/)
    expect(day('2027-03-17')?.getAttribute('aria-label')).toMatch(/, 4 of 4 slots free, Basic ₹1,499$/)
    expect(page.getElementById('move')?.textContent).toContain(
      'A booking can be rescheduled once. There is no refund for rescheduled bookings. Cancelled now, ₹975.42 would come back',
    )
  })

  test('a move to a dearer date says where the difference is paid', async () => {
    const { linkToken } = await purchase(app, basicDraft(app.theatre, { date: date('2027-03-11') }))
    const custom = { packageId: app.theatre.aurora.basic, date: date('2027-03-16'), price: rupees(1_999) }
    await app.context.db.insert(packagePrices).values(custom)
    const visit = { at: '/b/:token/reschedule', id: linkToken }
    const page = await drawnPage({ ...visit, query: `?date=2027-03-16&slot=${app.theatre.aurora.slots['10:00']}` })
    expect(page.getElementById('move')?.textContent).toContain('You pay the difference here or at the theatre.')
    // the days say before that which of them cost more
    const said = (day: string) => page.querySelector(`button[value="2027-03-${day}"]`)?.getAttribute('aria-label')
    expect([said('15'), said('16')]).toEqual([
      expect.stringMatching(/, 4 of 4 slots free, Basic ₹1,499$/),
      expect.stringMatching(/, 4 of 4 slots free, Basic ₹1,999$/),
    ])
    expect(page.querySelector('[aria-label="Legend"]')?.textContent).toContain('Free slots, and the price of Basic')
  })

  test('the calendar file of a booking that does not stand, or of none, leads to the page that says so', async () => {
    const { linkToken, bookingId } = await purchase(app, basicDraft(app.theatre))
    const file = async (id: string) => (await visitAt({ at: '/b/:token/calendar.ics', id })).short
    expect(await file(linkToken)).toBe('200')
    await app.context.db.update(bookings).set({ status: 'cancelled' }).where(eq(bookings.id, bookingId))
    expect(await file(linkToken)).toBe(`302 /b/${linkToken}`)
    expect(await file('x'.repeat(40))).toBe(`302 /b/${'x'.repeat(40)}`)
  })
})
