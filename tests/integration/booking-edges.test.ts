import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { catalogueItems, coupons, customers, packagePrices, screens } from '~/db/schema'
import { rupees, ZERO } from '~/domain/money'
import { composeMail } from '~/features/booking/booking-mail.server'
import { findChangeable, ROOM_CLOSED } from '~/features/booking/customer-changes.server'
import { findEditable } from '~/features/booking/edit-booking.server'
import { moveChoices } from '~/features/booking/move-choices.server'
import { paymentsInWords } from '~/features/booking/payment-words.server'
import { promiseOf } from '~/features/booking/promise.server'
import { placeStaffBooking } from '~/features/booking/staff-booking.server'
import { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import { queueRefund } from '~/features/money/return-owed.server'
import { takePayment } from '~/features/money/take-payment.server'
import { useApp } from '../support/app'
import { resolveEdit } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { holdSlot, purchase, storedBooking } from '../support/purchase'
import { basicDraft, date, fullDraft, OWNER } from '../support/theatre'

/** What is easily lost at the edges of a booking: its last minute, its other kinds of things, money that came and went. */
onEachDatabase('at the edges of a booking', (kind) => {
  const app = useApp(kind)
  const takeRest = (id: string) =>
    takePayment(app.context, OWNER, id, { amount: rupees(500), shown: rupees(500), mode: 'cash', reference: '' })

  test('no letter reminds of a visit in the very minute in which it begins', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const begins = (await storedBooking(app, bookingId)).during.from
    const letters = ['reminder', 'due-at-door'] as const
    app.clock.set(new Date(begins.getTime() - 1).toISOString())
    for (const kind of letters) expect(await composeMail(app.context, kind, { bookingId })).toHaveProperty('subject')
    app.clock.set(begins.toISOString())
    for (const kind of letters)
      expect(await composeMail(app.context, kind, { bookingId })).not.toHaveProperty('subject')
  })

  test('what was bought and is offered no more stays among its own kind', async () => {
    const { bookingId } = await purchase(app, fullDraft(app.theatre))
    await app.context.db.update(catalogueItems).set({ archivedAt: app.clock.now() })
    const open = (await findEditable(app.context, OWNER, bookingId)) ?? expect.fail('it cannot be opened')
    const { offers } = await resolveEdit(app.context, open.stored, open.draft)
    const names = (items: readonly { name: string }[] = []) => items.map(({ name }) => name).sort()
    expect({ ...offers, packages: names(offers?.packages) }).toMatchObject({ packages: ['Basic', 'Celebration'] })
    expect(names(offers?.occasions)).toEqual(['Birthday'])
    expect(names(offers?.addons)).toEqual(['LED Name'])
    expect(names(offers?.cakes)).toEqual(['Chocolate Truffle', 'Red Velvet'])
    expect(names(offers?.gifts)).toEqual(['Rose Bouquet'])
  })

  test('money of the desk that went back changes no word of the promise', async () => {
    const { bookingId, linkToken } = await purchase(app, basicDraft(app.theatre, { date: date('2027-03-10') }))
    const promised = async () => {
      const found = (await findCustomerBooking(app.context, linkToken)) ?? expect.fail('it is not found')
      return promiseOf(app.context, found.booking)
    }
    const before = await promised()
    expect(before).toContain('the bank keeps')
    await takeRest(bookingId)
    expect(await promised()).toContain('₹1,475.42 comes back (₹1,499 less ₹23.58 the bank keeps)')
    const cash = (await storedBooking(app, bookingId)).payments.find(({ mode }) => mode === 'cash') ?? expect.fail()
    await app.context.db.transaction((tx) => queueRefund(app.context, tx, cash, { reason: 'Asked to' }))
    const [refund] = (await storedBooking(app, bookingId)).refunds
    await handOverRefund(app.context, OWNER, bookingId, refund?.id ?? '')
    expect(await promised()).toBe(before)
  })

  test('a customer who moves sees their own slot among the others, what a move costs, and no slot of a closed room', async () => {
    const WEDNESDAY = date('2027-03-10')
    const { linkToken } = await purchase(app, basicDraft(app.theatre, { date: WEDNESDAY }))
    await holdSlot(app, basicDraft(app.theatre, { date: WEDNESDAY, slotId: app.theatre.aurora.slots['13:00'] }))
    const choices = async (slot?: string) => {
      const found = (await findChangeable(app.context, linkToken)) ?? expect.fail('it cannot be moved')
      return moveChoices(app.context, found, { month: null, date: null, slot: slot ?? null })
    }
    const { slots, move, roomClosed, date: shown } = await choices(app.theatre.aurora.slots['22:30'])
    expect([shown, roomClosed]).toEqual([WEDNESDAY, null])
    expect(slots.map(({ from, state, words }) => [from, state, words])).toEqual([
      ['10:00', 'available', undefined],
      ['13:00', 'held', undefined],
      ['19:00', 'booked', 'Yours now'],
      ['22:30', 'available', undefined],
    ])
    expect(move).toMatchObject({ total: rupees(1_499), becomes: 'The total stays ₹1,499.', returned: { all: 0 } })
    expect((await choices(app.theatre.aurora.slots['13:00'])).move, 'held by others').toBeUndefined()
    // half an hour from now: what stays is Basic, which is sold until the slot begins
    app.clock.set('2027-03-01T12:30:00+05:30')
    const found = (await findChangeable(app.context, linkToken)) ?? expect.fail('it cannot be moved')
    const today = { month: null, date: '2027-03-01', slot: app.theatre.aurora.slots['13:00'] ?? '' }
    expect(await moveChoices(app.context, found, today)).toMatchObject({ move: { total: rupees(1_499) } })
    await app.context.db.update(screens).set({ active: false })
    expect(await choices()).toMatchObject({ roomClosed: ROOM_CLOSED, slots: [] })
  })

  test('a customer who moves is told what drops out of the booking, and that the new day has its own price', async () => {
    const { aurora } = app.theatre
    const [WEDNESDAY, THURSDAY] = [date('2027-03-10'), date('2027-03-11')]
    await app.context.db.update(coupons).set({ expireDate: WEDNESDAY }).where(eq(coupons.code, 'TENTH'))
    const draft = fullDraft(app.theatre, { date: WEDNESDAY, couponCode: 'TENTH' })
    const { linkToken } = await purchase(app, draft)
    const because = async (day: string) => {
      const found = (await findChangeable(app.context, linkToken)) ?? expect.fail('it cannot be moved')
      const asked = { month: null, date: day, slot: aurora.slots['10:00'] ?? '' }
      return (await moveChoices(app.context, found, asked)).move?.because
    }
    expect(await because(WEDNESDAY)).toEqual([])
    const gone = ['Coupon TENTH was taken out: it is good for visits until 10/03/2027.']
    expect(await because(THURSDAY)).toEqual(gone)
    const price = { packageId: aurora.celebration, date: THURSDAY, price: rupees(2_999) }
    await app.context.db.insert(packagePrices).values(price)
    expect(await because(THURSDAY)).toEqual([...gone, expect.stringMatching(/^Celebration: price for .*11/)])
  })

  test('a payment says where it was made', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    app.clock.advanceMinutes(5)
    await takeRest(bookingId)
    const { payments } = await storedBooking(app, bookingId)
    const words = (rows: typeof payments) => paymentsInWords(rows, 'Asia/Kolkata').map((one) => one.words)
    expect(words(payments)).toEqual(words([...payments].reverse()))
    expect(words(payments)).toEqual(['Paid online on 01/03/2027', 'Paid in cash at the theatre on 01/03/2027'])
  })

  test('staff correct the address of a customer whom the house knows, and lose none by leaving it out', async () => {
    const place = (email: string, from: string) =>
      placeStaffBooking(
        app.context,
        OWNER,
        basicDraft(app.theatre, {
          customer: { name: 'Meera Krishnan', email, number: '9845012345' },
          slotId: app.theatre.aurora.slots[from],
        }),
        { advance: ZERO, mode: 'cash', note: '' },
      )
    for (const [email, from, kept] of [
      ['meera@gmial.com', '10:00', 'meera@gmial.com'],
      ['meera@gmail.com', '13:00', 'meera@gmail.com'],
      ['', '19:00', 'meera@gmail.com'],
    ] as const) {
      expect(await place(email, from)).toMatchObject({ ok: true })
      expect(await app.context.db.select().from(customers)).toMatchObject([{ email: kept }])
    }
  })
})
