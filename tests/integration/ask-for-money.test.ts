import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, bookings, moneyRequests, paymentAttempts, payments } from '~/db/schema'
import { rupees } from '~/domain/money'
import { setLetterSwitch } from '~/features/booking/booking-letters.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { holdByStaff } from '~/features/booking/staff-booking.server'
import { deskDay } from '~/features/front-desk/desk-day.server'
import { deskVisit } from '~/features/front-desk/desk-visit.server'
import { releaseHold } from '~/features/money/leave-payment.server'
import { askForMoney, extendHold, remindOfMoney } from '~/features/money/money-request.server'
import { ownPageCheckout, payOnOwnPage } from '~/features/money/pay-on-own-page.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { requestWords } from '~/features/stored-booking/announce-booking.server'
import { useApp } from '../support/app'
import { askedMoney } from '../support/asked-money'
import { onEachDatabase } from '../support/database'
import { comeBack, mailsOf, pressPay, purchase, statusOf, storedBooking } from '../support/purchase'
import { basicDraft, locationAdmin, OWNER, VISIT } from '../support/theatre'

onEachDatabase('money that staff ask for', (kind) => {
  const app = useApp(kind)
  const { draft, hold, press, take, request, booked } = askedMoney(app)

  test('a slot is held for everybody until staff said, and turns into a booking when it is paid', async () => {
    const asked = draft()
    const { id, token } = await hold({}, asked)
    expect(await statusOf(app, id)).toBe('pending')
    expect(await pressPay(app, draft('attempt-of-a-family'))).toMatchObject({ ok: false, reason: 'slot-taken' })
    // the same press again
    expect((await hold({}, asked)).id).toBe(id)
    const place = { id: app.theatre.locationId, name: 'Koramangala' }
    const card = async () =>
      (await deskDay(app.context, { kind: 'all' }, [place], VISIT)).places.find(({ visit }) => visit?.id === id)
    expect(await card()).toMatchObject({ state: 'held', visit: { heldUntil: '2:00 PM', asked: rupees(999) } })
    expect([await mailsOf(app, 'money-asked'), await mailsOf(app, 'confirmation')]).toEqual([1, 0])
    await app.work()
    const mail = app.mailbox.mails.at(-1)?.text.replace(/\s+/g, ' ')
    for (const words of [
      'we keep Aurora, Koramangala on Friday, 12/03/2027, 7:00 PM – 10:00 PM for you until 2:00 PM',
      'It is yours as soon as ₹999 is paid; after that time others can book it.',
      `Pay here: http://localhost:3000/b/${token} Total ₹1,499, of which ₹500 can be paid later.`,
    ])
      expect(mail).toContain(words)
    expect((await deskVisit(app.context, { kind: 'all' }, id))?.contact.chat).toContain(
      encodeURIComponent('held for you until 2:00 PM. Please pay ₹999 here'),
    )

    const { orderId } = await press(token, 999)
    // a second tab pays the same order
    expect((await press(token, 999)).orderId).toBe(orderId)
    await comeBack(app, app.emulator.pay(orderId, 'upi', 'success'))
    expect(await booked(id)).toEqual(['booked', 999, 0])
    expect(await card()).toMatchObject({ state: 'booked', visit: { due: rupees(500), asked: 0 } })
    expect(await mailsOf(app, 'confirmation')).toBe(1)
    expect(await request(id)).toMatchObject({ asked: 0, due: rupees(500), held: false })
  })

  test('frees itself at its end, and counts for no limit of customers', async () => {
    const { id } = await hold()
    expect((await storedBooking(app, id)).heldFrom).toBeNull()
    app.clock.advanceMinutes(120)
    await tidyHolds(app.context)
    expect(await booked(id)).toEqual(['expired', 0, 0])
    expect(await pressPay(app, draft('attempt-of-a-family'))).toMatchObject({ ok: true })
  })

  test('asks by mail, and says so, only while these letters are switched on', async () => {
    const words = (email: string) => requestWords(app.context, email)
    expect(await words('asha@gmail.com')).toMatch(/^The customer is asked by mail/)
    expect(await words('')).toMatch(/^No e-mail address is known/)
    await setLetterSwitch(app.context, OWNER, 'money-asked', false)
    expect(await words('asha@gmail.com')).toMatch(/^No mail goes/)
    const { id } = await hold()
    await app.work()
    await app.context.db.update(moneyRequests).set({ remindAt: app.clock.now() })
    await remindOfMoney(app.context)
    await app.work()
    expect(app.mailbox.mails).toEqual([])
    expect((await storedBooking(app, id)).events).toContain('money-asked')
  })

  test('reminds once before its end, unless it is paid by then', async () => {
    await hold({ sum: 'full' })
    await app.work()
    expect(app.mailbox.mails.at(-1)?.text).toContain('Total ₹1,499.')
    expect(await remindOfMoney(app.context)).toBe(0)
    app.clock.advanceMinutes(90)
    expect([await remindOfMoney(app.context), await remindOfMoney(app.context)]).toEqual([1, 0])
    await app.work()
    expect(app.mailbox.mails.at(-1)?.subject).toMatch(/^Your slot is held until 2:00 PM/)

    const paid = await hold({}, { ...draft('attempt-paid'), slotId: app.theatre.aurora.slots['13:00'] })
    await take(paid.id, 999, 1_499)
    expect(await storedBooking(app, paid.id), 'a booking ends at no time').toMatchObject({
      ...{ status: 'booked', holdEndsAt: null },
    })
    app.clock.advanceMinutes(90)
    await remindOfMoney(app.context)
    const before = app.mailbox.mails.filter(({ subject }) => subject.startsWith('Your slot is held')).length
    await app.work()
    expect(app.mailbox.mails.filter(({ subject }) => subject.startsWith('Your slot is held'))).toHaveLength(before)
  })

  test('does not end while it is paid, for a quarter of an hour at most', async () => {
    const { id, token } = await hold()
    app.clock.advanceMinutes(115)
    const { orderId, windowSeconds } = await press(token, 999)
    expect(windowSeconds).toBe(600)
    app.clock.advanceMinutes(9)
    app.emulator.pay(orderId, 'upi', 'pending')
    app.clock.advanceMinutes(5)
    await tidyHolds(app.context)
    expect(await statusOf(app, id)).toBe('pending')
    // the bank is still being asked: looked at, it lasts until 15 minutes after what was promised
    await applyGatewayTruth(app.context, orderId)
    expect((await storedBooking(app, id)).holdEndsAt).toEqual(new Date('2027-03-01T08:45:00Z'))
    app.clock.advanceMinutes(6)
    await tidyHolds(app.context)
    expect(await statusOf(app, id)).toBe('expired')
  })

  test('paid after its end it books if the slot is free, and else goes back', async () => {
    const { id, token } = await hold()
    const { orderId } = await press(token, 999)
    app.clock.advanceMinutes(121)
    await tidyHolds(app.context)
    await comeBack(app, app.emulator.pay(orderId, 'upi', 'success'))
    expect(await booked(id)).toEqual(['booked', 999, 0])

    const at13 = { ...draft('attempt-late'), slotId: app.theatre.aurora.slots['13:00'] }
    const late = await hold({}, at13)
    const order = await press(late.token, 999)
    app.clock.advanceMinutes(121)
    await purchase(app, { ...at13, attemptId: 'attempt-quicker' })
    expect(await comeBack(app, app.emulator.pay(order.orderId, 'upi', 'success'))).toMatchObject({ state: 'returned' })
    await app.work()
    expect(await booked(late.id)).toEqual(['expired', 999, 999])
  })

  test('who was told of a hold is told when staff delete it', async () => {
    const { id } = await hold()
    await cancelByStaff(app.context, OWNER, id, { reason: 'By phone', refund: 'full' })
    await app.work()
    // of money nothing, not even an empty line
    expect(app.mailbox.mails.at(-1)?.text).not.toContain('\n\n\n')
    expect(app.mailbox.mails.at(-1)).toMatchObject({
      subject: expect.stringMatching(/^Your slot is no longer held/),
      text: expect.stringContaining('we no longer keep Aurora'),
    })
  })

  test('a hold that was booked in part is not reminded of its end', async () => {
    const { id } = await hold({ sum: 'full' })
    await take(id, 500, 1_499)
    app.clock.advanceMinutes(100)
    expect(await remindOfMoney(app.context)).toBe(0)
  })

  test('nor does the reminder go that was written before it was booked in part', async () => {
    const { id } = await hold({ sum: 'full' })
    app.clock.advanceMinutes(90)
    expect(await remindOfMoney(app.context)).toBe(1)
    await take(id, 500, 1_499)
    await app.work()
    const subjects = app.mailbox.mails.map(({ subject }) => subject)
    expect(subjects.filter((one) => one.startsWith('Your slot is held'))).toEqual([])
  })

  test('asking again while a payment keeps the hold does not make it longer', async () => {
    const { id, token } = await hold()
    app.clock.advanceMinutes(115)
    await press(token, 999)
    expect((await storedBooking(app, id)).holdEndsAt).toEqual(new Date('2027-03-01T08:40:00Z'))
    const ask = () => askForMoney(app.context, OWNER, id, { sum: 'full', shown: rupees(1_499) })
    expect(await ask()).toMatchObject({ ok: true })
    const [asked] = await app.context.db.select().from(moneyRequests)
    expect(asked?.until).toEqual(new Date('2027-03-01T08:30:00Z'))
    app.clock.advanceMinutes(6)
    expect(await ask()).toMatchObject({ reason: 'not-payable' })
  })

  test('dismissing the window, or an order that the provider refuses, does not end the hold', async () => {
    const { id, token } = await hold()
    const { orderId } = await press(token, 999)
    expect(await releaseHold(app.context, { orderId })).toMatchObject({ outcome: 'kept' })
    expect(await statusOf(app, id)).toBe('pending')
  })

  test('is paid by another order once the business has another account at the provider', async () => {
    const { id, token } = await hold()
    const before = await press(token, 999)
    expect(await ownPageCheckout(app.context, token, before.token)).toMatchObject({ orderId: before.orderId })
    await app.context.db
      .update(paymentAttempts)
      .set({ keyId: 'rzp_test_Before' })
      .where(eq(paymentAttempts.bookingId, id))
    expect(await ownPageCheckout(app.context, token, before.token)).toBeUndefined()
    const since = await press(token, 999)
    expect(since.orderId).not.toBe(before.orderId)
    await comeBack(app, app.emulator.pay(since.orderId, 'upi', 'success'))
    expect(await booked(id)).toEqual(['booked', 999, 0])
  })

  test('the balance of a booking that stands is asked for and paid, in parts too', async () => {
    const { bookingId: id, linkToken } = await purchase(app, basicDraft(app.theatre))
    const ask = (own: number, shown: number, staff = OWNER) =>
      askForMoney(app.context, staff, id, { sum: 'own', own: rupees(own), shown: rupees(shown) })
    expect(await ask(501, 500)).toMatchObject({ reason: 'amount-out-of-range', message: 'Ask for ₹1 to ₹500' })
    expect(await ask(200, 499)).toMatchObject({ reason: 'due-changed' })
    expect(await ask(200, 500, locationAdmin(app.theatre.otherLocationId))).toMatchObject({ reason: 'not-found' })
    expect(await ask(200, 500)).toMatchObject({ ok: true, amount: rupees(200) })
    expect(await payOnOwnPage(app.context, linkToken, { sum: 'due', shown: rupees(700) })).toMatchObject({
      message: 'Meanwhile ₹500 is to be paid. Please look again.',
    })
    const part = await press(linkToken, 200)
    expect(await applyGatewayTruth(app.context, part.orderId)).toMatchObject({ state: 'nothing-yet' })
    await comeBack(app, app.emulator.pay(part.orderId, 'upi', 'success'))
    expect(await request(id)).toMatchObject({ asked: 0, due: rupees(300) })
    const all = await press(linkToken, 300, 'due')
    await comeBack(app, app.emulator.pay(all.orderId, 'upi', 'success'))
    expect(await booked(id)).toEqual(['booked', 1_499, 0])
    expect(await payOnOwnPage(app.context, linkToken, { sum: 'due', shown: rupees(0) })).toMatchObject({
      reason: 'not-payable',
    })
    const purposes = await app.context.db.select().from(payments).where(eq(payments.bookingId, id))
    expect(purposes.map(({ purpose }) => purpose).sort()).toEqual(['advance', 'asked', 'asked'])
  })

  test('a hold ends later by one press, by its own staff, and not once it is over', async () => {
    const { id } = await hold({ deadline: 'half-hour' })
    const later = (staff = OWNER) => extendHold(app.context, staff, id, { deadline: 'two-hours' })
    expect(await later(locationAdmin(app.theatre.otherLocationId))).toMatchObject({ reason: 'not-found' })
    app.clock.advanceMinutes(20)
    expect(await later()).toEqual({ ok: true, until: new Date('2027-03-01T09:00:00Z') })
    expect(await request(id)).toMatchObject({ until: '2:30 PM', asked: rupees(999) })
    expect((await storedBooking(app, id)).events).toEqual(['held', 'money-asked', 'hold-extended'])
    const earlier = { deadline: 'time', time: '2027-03-01T14:00' } as const
    expect(await extendHold(app.context, OWNER, id, earlier)).toMatchObject({ reason: 'deadline-not-later' })
    const noted = (await app.context.db.select().from(auditLog).orderBy(auditLog.id)).map(({ changes }) =>
      Object.keys(changes ?? {}),
    )
    expect(noted).toContainEqual(['Held until'])
    app.clock.advanceMinutes(130)
    expect(await later()).toMatchObject({ reason: 'not-payable' })
    // money that is there books all the same while nobody else has the slot
    expect(await take(id, 999, 1_499)).toMatchObject({ ok: true })
    expect(await booked(id)).toEqual(['booked', 999, 0])
  })

  test('a press twice, or of two people, on one page lets a hold end later once, with one letter', async () => {
    const { id } = await hold({ deadline: 'half-hour' })
    await app.work()
    app.mailbox.mails.length = 0
    const shown = (await storedBooking(app, id)).holdEndsAt ?? undefined
    const press = (at = shown) => extendHold(app.context, OWNER, id, { deadline: 'two-hours', shown: at })
    const until = new Date('2027-03-01T09:00:00Z')
    expect(await Promise.all([press(), press()])).toEqual([
      { ok: true, until },
      { ok: true, until },
    ])
    await app.work()
    expect(app.mailbox.mails).toHaveLength(1)
    // on a page that shows the new end it is two hours more
    expect(await press(until)).toEqual({ ok: true, until: new Date('2027-03-01T11:00:00Z') })
  })

  test('refusals leave nothing behind', async () => {
    const wrong = [
      { sum: 'own', own: rupees(9_999) },
      { deadline: 'time', time: '2027-03-20T12:00' },
    ] as const
    for (const one of wrong) {
      const asking = { deadline: 'two-hours', sum: 'advance', note: '', ...one } as const
      expect(await holdByStaff(app.context, OWNER, draft(), asking)).toMatchObject({ ok: false })
    }
    const other = locationAdmin(app.theatre.otherLocationId)
    const asking = { deadline: 'two-hours', sum: 'advance', note: '' } as const
    expect(await holdByStaff(app.context, other, draft(), asking)).toMatchObject({ reason: 'out-of-scope' })
    expect(await app.context.db.select().from(bookings)).toEqual([])
  })
})
