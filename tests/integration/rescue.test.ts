import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { coupons, packagePrices, packages, screens } from '~/db/schema'
import { addDays } from '~/domain/calendar'
import type { Draft } from '~/domain/draft'
import { type Paise, paise, rupees, ZERO } from '~/domain/money'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { findRescue, offerWords, type RescueChoice, returnAtOnce, takeOffer } from '~/features/booking/rescue.server'
import { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { deskVisit } from '~/features/front-desk/desk-visit.server'
import { checkBooks } from '~/features/money/books-check.server'
import { followDispute } from '~/features/money/dispute.server'
import { spendHeldRefund } from '~/features/money/held-refund.server'
import { reconcilePayments } from '~/features/money/reconcile-payments.server'
import { wakeRefunds } from '~/features/money/refund.server'
import { followRefunds } from '~/features/money/refund-news.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { findStoredBooking, lockStoredBooking } from '~/features/stored-booking/stored-booking.server'
import { ask, serveHere, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { holdSlot, mailsOf, openOrder, storedBooking } from '../support/purchase'
import { basicDraft, VISIT } from '../support/theatre'

onEachDatabase('money that came when its slot was gone', (kind) => {
  const app = useApp(kind)

  /** A payment that comes when another party holds the slot; Celeste is a sister room at the same location. */
  async function slotLost(changes: Partial<Draft> = {}) {
    await app.context.db.update(screens).set({ locationId: app.theatre.locationId })
    const late = await openOrder(app, basicDraft(app.theatre, changes))
    app.clock.advanceMinutes(15)
    await holdSlot(app, basicDraft(app.theatre))
    const payment = app.emulator.pay(late.orderId, 'upi', 'success')
    await applyGatewayTruth(app.context, late.orderId)
    return { ...late, payment }
  }
  async function rescueOf(bookingId: string) {
    const stored = await findStoredBooking(app.context.db, bookingId)
    return stored && (await findRescue(app.context, stored))
  }
  async function offersOf(bookingId: string) {
    const offers = (await rescueOf(bookingId))?.offers ?? []
    return (wanted: string) => offers.find((one) => one.kind === wanted) ?? expect.fail(`no ${wanted} is offered`)
  }
  const cleanBooks = async () => expect(await checkBooks(app.context)).toEqual([])
  const sentBack = (paymentId: string) =>
    app.emulator.ledger.refundsOf(paymentId).map(({ amount }: { amount: number }) => amount)
  async function hoursLater() {
    app.clock.advanceMinutes(121)
    await tidyHolds(app.context)
    await wakeRefunds(app.context)
    await app.work()
  }

  test('can have the slot itself, once whoever held it has not paid', async () => {
    const { bookingId, linkToken } = await slotLost()
    app.clock.advanceMinutes(16)
    await tidyHolds(app.context)
    const offers = (await rescueOf(bookingId))?.offers ?? []
    expect(offers.map((one) => one.kind)).toEqual(['same-slot', 'next-slot', 'sister-room', 'same-weekday'])
    const [own] = offers
    if (!own) throw new Error('Nothing is offered.')
    expect(await takeOffer(app.context, linkToken, own, own.total)).toMatchObject({ ok: true })
    expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'booked', visitDate: VISIT, slotFrom: '19:00' })
    await cleanBooks()
  })

  test('can have the nearest equals: next slot, sister room, same weekday; the mail names them', async () => {
    const { bookingId } = await slotLost()
    const rescue = await rescueOf(bookingId)
    expect(rescue?.amount).toBe(99_900)
    expect(rescue?.until).toEqual(new Date(app.clock.now().getTime() + 120 * 60_000))
    expect(
      rescue?.offers.map(({ kind: one, screenId, date, total, due }) => [one, screenId, date, total, due]),
    ).toEqual([
      ['next-slot', app.theatre.aurora.id, VISIT, 149_900, 50_000],
      ['sister-room', app.theatre.celeste.id, VISIT, 149_900, 50_000],
      ['same-weekday', app.theatre.aurora.id, addDays(VISIT, 7), 149_900, 50_000],
    ])
    await app.work()
    const [mail, ...others] = app.mailbox.mails
    expect(others).toEqual([])
    expect(mail?.subject).toContain('Your slot went, your money waits')
    expect(mail?.text).toMatch(
      /Celeste, Friday, 12\/03\/2027, 7:00 PM – 10:00 PM, ₹1,499 in all, ₹500 at the theatre$/m,
    )
    expect(mail?.text).toMatch(/goes back to you by itself at 2:15 PM/)
    const [offer] = rescue?.offers ?? []
    const words = (due: Paise, all: Paise) =>
      offer && offerWords({ ...offer, due, returned: { ...offer.returned, all } }).at(-1)
    expect(words(ZERO, ZERO)).toBe('₹1,499 in all')
    expect(words(ZERO, rupees(100))).toBe('₹1,499 in all, ₹100 comes back to you')
    await cleanBooks()
  })

  test('is told why another slot costs something else, on the page and by mail', async () => {
    const { aurora } = app.theatre
    const week = addDays(VISIT, 7)
    await app.context.db.update(coupons).set({ expireDate: VISIT }).where(eq(coupons.code, 'TENTH'))
    const price = { packageId: aurora.celebration, date: week, price: rupees(2_999) }
    await app.context.db.insert(packagePrices).values(price)
    const cakes = [{ id: app.theatre.items.truffle, count: 1 }]
    const { bookingId } = await slotLost({ packageId: aurora.celebration, cakes, couponCode: 'TENTH' })
    const offer = await offersOf(bookingId)
    expect([offer('next-slot').because, offer('same-weekday').because]).toEqual([
      [],
      ['Coupon TENTH was taken out: it is good for visits until 12/03/2027.', 'Celebration: price for 19 Mar.'],
    ])
    await app.work()
    const offered = app.mailbox.mails[0]?.text.replace(/\s+/g, ' ')
    expect(offered).toContain('₹2,249.10 in all, ₹1,250.10 at the theatre -')
    expect(offered).toContain('₹2,999 in all, ₹2,000 at the theatre. Coupon TENTH was taken out:')
  })

  test('is what the desk’s ready message says, and not that the room is free', async () => {
    const { bookingId } = await slotLost()
    const chat = async () => {
      const visit = await deskVisit(app.context, { kind: 'all' }, bookingId)
      return new URL(visit?.contact.chat ?? '').searchParams.get('text')
    }
    expect(await chat()).toMatch(
      /Your payment of ₹999 came when the room was no longer held\. It waits until .*: choose another/,
    )
    await hoursLater()
    expect(await chat()).toContain('The hold has ended, so the room is no longer kept for you.')
  })

  test('says that day on the booking’s own page', async () => {
    app.clock.advanceMinutes(10 * 60 + 25)
    const { linkToken } = await slotLost()
    const found = await findCustomerBooking(app.context, linkToken)
    expect(found?.returns.map(({ how }) => how)).toEqual([
      expect.stringMatching(/^Goes back by itself at 12:40\sAM on \w+day, [\d/]{10}, unless you choose another slot$/),
    ])
  })

  test('books with one press, is not sent back, and is confirmed once', async () => {
    const { bookingId, linkToken, payment } = await slotLost()
    const offer = (await offersOf(bookingId))('sister-room')
    expect(await takeOffer(app.context, linkToken, offer, offer.total)).toMatchObject({ ok: true })
    expect(await takeOffer(app.context, linkToken, offer, offer.total), 'pressed twice').toMatchObject({ ok: true })
    await hoursLater()
    const { events, ...stored } = await storedBooking(app, bookingId)
    expect(stored).toMatchObject({
      status: 'booked',
      screenId: app.theatre.celeste.id,
      screenName: 'Celeste',
      slotFrom: '19:00',
      received: 99_900,
      refunded: 0,
      refunds: [{ status: 'dropped', heldUntil: null }],
    })
    expect(events.filter((one) => one === 'late-payment')).toHaveLength(1)
    expect(sentBack(payment.id)).toEqual([])
    expect(await mailsOf(app, 'confirmation')).toBe(1)
    expect(await mailsOf(app, 'payment-returned')).toBe(0)
    await cleanBooks()
  })

  test('is offered a sister room only where the package includes all that was bought', async () => {
    const cakes = [{ id: app.theatre.items.truffle, count: 1 }]
    const { bookingId } = await slotLost({ packageId: app.theatre.aurora.celebration, cakes })
    expect((await offersOf(bookingId))('sister-room')).toMatchObject({ total: rupees(2_499) })
    await app.context.db
      .update(packages)
      .set({ inclusions: ['4k Dolby Theater', 'Decoration'] })
      .where(eq(packages.id, app.theatre.celeste.celebration))
    const offers = (await rescueOf(bookingId))?.offers ?? []
    expect(offers.map((one) => one.kind)).toEqual(['next-slot', 'same-weekday'])
  })

  test('that a bank may take back buys no other slot', async () => {
    const { bookingId, linkToken, payment } = await slotLost()
    const offer = (await offersOf(bookingId))('sister-room')
    const { id } = app.emulator.ledger.openDispute(payment.id)
    expect(await followDispute(app.context, id)).toBe(true)
    expect(await takeOffer(app.context, linkToken, offer, offer.total)).toMatchObject({ ok: false })
    const spent = app.context.db.transaction(async (tx) => {
      const stored = await lockStoredBooking(tx, bookingId)
      return stored && spendHeldRefund(app.context, tx, stored)
    })
    expect(await spent, 'whoever asks').toBe(false)
    expect((await storedBooking(app, bookingId)).status).toBe('expired')
  })

  test('that a bank may take back waits for it, says the page, the letters and the answer to who wants it back', async () => {
    serveHere(app.context)
    const { linkToken, payment } = await slotLost()
    const { id } = app.emulator.ledger.openDispute(payment.id)
    await followDispute(app.context, id)
    await app.work()
    const WAITS = '₹999 waits until your bank has decided about your payment'
    const letter = (subject: string) =>
      app.mailbox.mails.find((mail) => mail.subject.startsWith(subject))?.text.replace(/\s+/g, ' ')
    expect(letter('Your slot went')).toContain(WAITS)
    expect(letter('Your slot went')).not.toMatch(/one of these|goes back to you by itself|is free/)
    const { body } = await visitAt({ at: '/b/:token', id: linkToken })
    expect(body).toMatchObject({ rescue: { offers: [], waits: expect.stringContaining('your bank has decided') } })
    // drawn before the dispute
    const pressed = await ask({ at: '/b/:token', id: linkToken, fields: { intent: 'return' } })
    expect([pressed.short, pressed.said]).toEqual([`303 /b/${linkToken}`, expect.stringContaining(WAITS)])
    expect(pressed.said).not.toContain('on its way')
    await app.work()
    expect(letter('Your payment is being returned')).toContain(WAITS)
    expect(letter('Your payment is being returned')).not.toContain('on its way')
    expect(sentBack(payment.id)).toEqual([])
    app.emulator.ledger.moveDispute(id, 'won')
    await followDispute(app.context, id)
    await wakeRefunds(app.context)
    await app.work()
    expect(sentBack(payment.id)).toEqual([99_900])
    await cleanBooks()
  })

  test('tells a second tab that chose another slot that it did not get that one', async () => {
    const { bookingId, linkToken } = await slotLost()
    const offered = await offersOf(bookingId)
    const [first, second] = [offered('sister-room'), offered('next-slot')]
    expect(await takeOffer(app.context, linkToken, first, first.total)).toMatchObject({ ok: true })
    const told = { ok: false, message: expect.stringContaining('chosen another slot already') }
    expect(await takeOffer(app.context, linkToken, second, second.total)).toMatchObject(told)
    const later = { ...first, slotId: app.theatre.celeste.slots['22:30'] ?? '' }
    expect(await takeOffer(app.context, linkToken, later, first.total), 'of the same evening').toMatchObject(told)
    expect(await returnAtOnce(app.context, linkToken)).toMatchObject(told)
  })

  test.each([
    ['less goes back in the difference', 1_000, 499, 0],
    ['more leaves the difference to be paid at the theatre', 1_800, 0, 301],
  ])('a slot that costs %s', async (_, price, back, due) => {
    const { bookingId, linkToken, payment } = await slotLost({ payChoice: 'full' })
    await app.context.db
      .update(packages)
      .set({ price: rupees(price) })
      .where(eq(packages.id, app.theatre.celeste.basic))
    const offer = (await offersOf(bookingId))('sister-room')
    expect(offer).toMatchObject({ total: rupees(price), due: rupees(due), returned: { all: rupees(back) } })
    expect(await takeOffer(app.context, linkToken, offer, offer.total)).toMatchObject({ ok: true })
    await hoursLater()
    expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'booked', total: rupees(price) })
    expect(sentBack(payment.id)).toEqual(back ? [rupees(back)] : [])
    const confirmation = app.mailbox.mails.find(({ subject }) => subject.startsWith('Booking Confirmed!'))
    const words = `It costs less than you have paid. ₹${back} is on its way back to you`
    expect(confirmation?.text.includes(words)).toBe(back > 0)
    await cleanBooks()
  })

  test('waits its time though a dispute about it is won meanwhile, and buys another slot then', async () => {
    const { bookingId, linkToken, payment } = await slotLost()
    const offer = (await offersOf(bookingId))('next-slot')
    const { id } = app.emulator.ledger.openDispute(payment.id)
    await followDispute(app.context, id)
    const take = () => takeOffer(app.context, linkToken, offer, offer.total)
    expect(await take()).toMatchObject({ ok: false, message: expect.stringContaining('Your bank is looking') })
    app.emulator.ledger.moveDispute(id, 'won')
    await followDispute(app.context, id)
    await wakeRefunds(app.context)
    await app.work()
    expect(sentBack(payment.id)).toEqual([])
    expect(await take()).toMatchObject({ ok: true })
    await cleanBooks()
  })

  test('goes back by itself at the named time, once; pressing then is refused kindly', async () => {
    const { bookingId, linkToken, payment } = await slotLost()
    const offer = (await offersOf(bookingId))('next-slot')
    await wakeRefunds(app.context)
    await app.work()
    expect(sentBack(payment.id), 'not before').toEqual([])
    app.clock.advanceMinutes(120)
    expect(await takeOffer(app.context, linkToken, offer, offer.total)).toMatchObject({ ok: false, reason: 'over' })
    await hoursLater()
    await hoursLater()
    expect(await takeOffer(app.context, linkToken, offer, offer.total)).toMatchObject({ ok: false, reason: 'over' })
    expect(sentBack(payment.id)).toEqual([99_900])
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'processed' }])
    expect(await mailsOf(app, 'payment-returned')).toBe(1)
    await cleanBooks()
  })

  test('goes back at once when its owner says so', async () => {
    const { bookingId, linkToken, payment } = await slotLost()
    const offer = (await offersOf(bookingId))('next-slot')
    expect(await returnAtOnce(app.context, linkToken)).toMatchObject({ ok: true, returned: { online: 99_900 } })
    expect(await returnAtOnce(app.context, linkToken)).toMatchObject({ ok: false, reason: 'over' })
    expect(await takeOffer(app.context, linkToken, offer, offer.total)).toMatchObject({ ok: false, reason: 'over' })
    await app.work()
    expect(sentBack(payment.id)).toEqual([99_900])
  })

  /** Somebody refunds a payment in the provider's console, and we hear of it. */
  async function refundInConsole(payment: { id: string }, amount: number) {
    app.emulator.ledger.refund(payment.id, { amount }, undefined)
    await followRefunds(app.context, payment.id)
  }

  test('is no longer held once the desk hands out what a refund in the console left of it', async () => {
    const { bookingId, linkToken, payment } = await slotLost()
    await refundInConsole(payment, 99_850)
    const rest = async () => (await storedBooking(app, bookingId)).refunds.find(({ origin }) => origin === 'ours')
    const task = { status: 'queued', mode: 'cash', amount: 50, heldUntil: null, nextAt: null }
    expect(await rest()).toMatchObject(task)
    const words = (await findCustomerBooking(app.context, linkToken))?.returns.map(({ how }) => how)
    expect(words).toEqual(['Waits for you at the theatre', 'Sent back to the account you paid from'])
    expect(await rescueOf(bookingId)).toBeUndefined()
    expect(await returnAtOnce(app.context, linkToken)).toMatchObject({ ok: false, reason: 'over' })
    await cleanBooks()
    app.clock.advanceMinutes(121)
    expect(await wakeRefunds(app.context), 'no job has anything to do with it').toBe(0)
    expect(await rest()).toMatchObject(task)
  })

  test('that went back whole in the console is held no more: what is paid once more waits its own two hours', async () => {
    const { bookingId, orderId, payment } = await slotLost()
    const second = { ...payment, id: 'pay_SecondPayment1' }
    await refundInConsole(payment, 99_900)
    const states = async () =>
      (await storedBooking(app, bookingId)).refunds
        .filter(({ origin }) => origin === 'ours')
        .map(({ status, heldUntil }) => [status, heldUntil])
    expect(await states()).toEqual([['dropped', null]])
    app.emulator.ledger.payments.set(second.id, second)
    await applyGatewayTruth(app.context, orderId)
    const until = new Date(app.clock.now().getTime() + 120 * 60_000)
    expect(await states()).toEqual([
      ['dropped', null],
      ['queued', until],
    ])
    expect((await rescueOf(bookingId))?.until).toEqual(until)
  })

  test('buys nothing but what is offered, at the price that was shown', async () => {
    const { bookingId, linkToken } = await slotLost()
    const offer = (await offersOf(bookingId))('next-slot')
    const wrong: Partial<RescueChoice>[] = [
      { slotId: app.theatre.aurora.slots['10:00'] },
      { slotId: app.theatre.aurora.slots['19:00'] },
      { screenId: 'nowhere' },
      { date: addDays(VISIT, 1) },
    ]
    for (const change of wrong) {
      const taken = await takeOffer(app.context, linkToken, { ...offer, ...change }, offer.total)
      expect(taken).toMatchObject({ ok: false, reason: 'slot-taken' })
    }
    const cheap = await takeOffer(app.context, linkToken, offer, paise(100))
    expect(cheap).toMatchObject({ ok: false, reason: 'price-changed' })
    expect(await takeOffer(app.context, 'nobody', offer, offer.total)).toMatchObject({ reason: 'not-found' })
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ status: 'queued' }])
  })

  test('buys no other slot while its owner’s bank asks for it back', async () => {
    const { bookingId, linkToken, payment } = await slotLost()
    const offer = (await offersOf(bookingId))('sister-room')
    app.emulator.ledger.openDispute(payment.id)
    app.clock.advanceMinutes(90)
    await reconcilePayments(app.context)
    await app.work()
    expect(await takeOffer(app.context, linkToken, offer, offer.total)).toMatchObject({
      ok: false,
      reason: 'over',
      message: expect.stringContaining('Your bank is looking at this payment'),
    })
    expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'expired', refunds: [{ status: 'queued' }] })
    await hoursLater()
    expect(sentBack(payment.id), 'nor does it go back twice').toEqual([])
  })

  test('a second payment of the same order goes back at once', async () => {
    const { bookingId, orderId, payment } = await slotLost()
    app.emulator.ledger.payments.set('pay_SecondPayment1', { ...payment, id: 'pay_SecondPayment1' })
    await applyGatewayTruth(app.context, orderId)
    await app.work()
    expect(sentBack('pay_SecondPayment1')).toEqual([99_900])
    expect(sentBack(payment.id)).toEqual([])
    expect((await rescueOf(bookingId))?.amount).toBe(99_900)
    // and is no money of the slot that is taken with the first
    expect((await offersOf(bookingId))('next-slot')).toMatchObject({ due: 50_000, returned: { all: 0 } })
  })
})
