import { and, eq, isNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { outbox, refunds } from '~/db/schema'
import type { Draft } from '~/domain/draft'
import { paise, rupees } from '~/domain/money'
import { findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { sendDetails } from '~/features/booking/send-details.server'
import { bookingPage } from '~/features/booking-pages/booking-page.server'
import { checkBooks } from '~/features/money/books-check.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import { takePayment } from '~/features/money/take-payment.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { purchase, storedBooking } from '../support/purchase'
import { basicDraft, locationAdmin, OWNER } from '../support/theatre'

onEachDatabase('one payment of the front desk', (kind) => {
  const app = useApp(kind)
  /** ₹1,499 for two, ₹200 more for each other; ₹999 came online, the sums in cash. */
  const booked = async (taken: readonly number[], changes: Partial<Draft> = {}) => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre, changes))
    for (const amount of taken) {
      const { total, received } = await storedBooking(app, bookingId)
      const taking = { amount: rupees(amount), shown: paise(total - received), mode: 'cash' as const, reference: '' }
      expect(await takePayment(app.context, OWNER, bookingId, taking)).toMatchObject({ ok: true })
    }
    return bookingId
  }
  const at = (slot: string) => ({ slotId: app.theatre.aurora.slots[slot] })
  const payment = async (id: string, amount: number) => {
    const { payments } = await storedBooking(app, id)
    return payments.filter((one) => one.amount === rupees(amount)).at(-1)?.id ?? ''
  }
  const counted = async (id: string) => {
    const { payments } = await storedBooking(app, id)
    return payments.flatMap(({ amount, voidedAt }) => (voidedAt ? [] : amount / 100)).sort((a, b) => b - a)
  }
  const tasks = (bookingId: string) =>
    app.context.db.query.refunds.findMany({
      where: and(eq(refunds.bookingId, bookingId), eq(refunds.status, 'queued')),
    })

  test('is struck out by itself: the others stay, it is due again, and stands in the history', async () => {
    const id = await booked([200, 300])
    const wrong = await payment(id, 200)
    expect(await strikeOutPayment(app.context, OWNER, id, wrong)).toMatchObject({ ok: true, due: rupees(200) })
    expect(await counted(id)).toEqual([999, 300])
    expect(await storedBooking(app, id)).toMatchObject({ received: rupees(1_299) })
    expect((await storedBooking(app, id)).events.at(-1)).toBe('payment-struck-out')
    expect((await storedBooking(app, id)).payments.find((one) => one.id === wrong)).toMatchObject({
      voidedBy: OWNER.id,
    })
    // the same press again
    expect(await strikeOutPayment(app.context, OWNER, id, wrong)).toMatchObject({ ok: false, reason: 'stays' })
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('is not struck out when it came online, is of another booking, or of another location', async () => {
    const id = await booked([200])
    const other = await booked([], at('13:00'))
    expect(await strikeOutPayment(app.context, OWNER, id, await payment(id, 999))).toMatchObject({ reason: 'stays' })
    expect(await strikeOutPayment(app.context, OWNER, other, await payment(id, 200))).toMatchObject({ reason: 'stays' })
    const elsewhere = locationAdmin(app.theatre.otherLocationId)
    expect(await strikeOutPayment(app.context, elsewhere, id, await payment(id, 200))).toMatchObject({
      reason: 'not-found',
    })
    expect(await counted(id)).toEqual([999, 200])
  })

  test('is offered where it can be, with what is due then', async () => {
    const id = await booked([200])
    const wrong = await payment(id, 200)
    const page = await bookingPage(app.context, { kind: 'all' }, id, { strike: wrong })
    expect(page?.money.map(({ amount, strikable }) => [amount, strikable])).toEqual([
      [rupees(999), false],
      [rupees(200), true],
    ])
    expect(page?.strike).toEqual({ payment: wrong, mode: 'cash', amount: rupees(200), due: rupees(500) })
    const online = await payment(id, 999)
    expect((await bookingPage(app.context, { kind: 'all' }, id, { strike: online }))?.strike).toBeNull()
  })

  test('takes back what waits to be handed over of it; what was handed over of it keeps it', async () => {
    const fewer = async (slot: string) => {
      const id = await booked([900], { people: 4, ...at(slot) })
      expect(await editBooking(app, id, () => ({ people: 2 }))).toMatchObject({ ok: true })
      return id
    }
    const id = await fewer('19:00')
    expect(await tasks(id)).toMatchObject([{ amount: rupees(400), mode: 'cash' }])
    const strike = await strikeOutPayment(app.context, OWNER, id, await payment(id, 900))
    expect(strike).toMatchObject({ ok: true, due: rupees(500) })
    expect(await tasks(id)).toEqual([])
    expect(await checkBooks(app.context)).toEqual([])

    const given = await fewer('13:00')
    const [waiting] = await tasks(given)
    await handOverRefund(app.context, OWNER, given, waiting?.id ?? '')
    expect(await strikeOutPayment(app.context, OWNER, given, await payment(given, 900))).toMatchObject({
      reason: 'stays',
    })
  })

  test('counts with what the front desk may send back', async () => {
    const desk: ActingStaff = { ...locationAdmin(app.theatre.locationId), id: 'desk', role: 'front-desk' }
    const limited = { ...app.context, business: { ...app.context.business, deskRefundLimit: rupees(250) } }
    const id = await booked([200, 300])
    const dear = await strikeOutPayment(limited, desk, id, await payment(id, 300))
    expect(dear).toMatchObject({ reason: 'beyond-desk', message: expect.stringContaining('₹300 in cash') })
    expect(await strikeOutPayment(limited, desk, id, await payment(id, 200))).toMatchObject({ ok: true })
    const taking = { amount: rupees(100), shown: rupees(200), mode: 'upi' as const, reference: '' }
    expect(await takePayment(app.context, desk, id, taking)).toMatchObject({ ok: true })
    expect(await strikeOutPayment(limited, desk, id, await payment(id, 100))).toMatchObject({ reason: 'beyond-desk' })
    expect(await counted(id)).toEqual([999, 300, 100])
  })

  test('an edit that was begun before it does not bring it back', async () => {
    const id = await booked([200])
    const begun = await findEditable(app.context, OWNER, id)
    if (!begun) throw new Error('The booking is gone.')
    await strikeOutPayment(app.context, OWNER, id, await payment(id, 200))
    const edit = { ...begun.money, mode: 'cash' as const, note: '' }
    expect(await updateBooking(app.context, OWNER, id, begun.version, begun.draft, edit)).toMatchObject({
      reason: 'stale',
    })
    expect(await counted(id)).toEqual([999])
  })

  describe('is told to its customer', () => {
    /** The letters that have gone since this was asked last, about money that came or was struck out. */
    const letters = async () => {
      await app.work()
      const gone = app.mailbox.mails.filter(({ subject }) => !subject.startsWith('Booking Confirmed'))
      app.mailbox.mails.length = 0
      return gone.map(({ subject, text }) => [subject.replace(/ \(.*/, ''), ...sums(text)].join(': '))
    }
    const sums = (text: string) =>
      text.split('\n').filter((line) => /struck out\.|waits|waited|still to be paid/.test(line))
    const STRUCK = 'A payment was struck out: ₹200 had been entered by mistake as received from you, and is struck out.'
    const bookedAndTold = async () => {
      const id = await booked([200, 300])
      expect(await letters()).toEqual([
        // composed from what is paid when they go
        'We have received ₹200',
        'We have received ₹300',
      ])
      app.clock.advanceMinutes(5)
      return id
    }

    /** ₹999 came online, which was told a while ago. */
    const bookedOnline = async (changes: Partial<Draft> = {}) => {
      const id = await booked([], changes)
      await letters()
      app.clock.advanceMinutes(5)
      return id
    }
    const take = (id: string, amount: number, due: number) =>
      takePayment(app.context, OWNER, id, {
        amount: rupees(amount),
        shown: rupees(due),
        mode: 'cash',
        reference: '',
      })

    test('in one letter, with what is due by now, unless staff say otherwise', async () => {
      const id = await bookedAndTold()
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 200))
      expect(await letters()).toEqual([
        `${STRUCK}: ₹200 is still to be paid at the theatre, in cash, by UPI or by card.`,
      ])
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 300), { tellCustomer: false })
      expect(await letters()).toEqual([])
    })

    test('with what waited at the theatre and pays for the booking again', async () => {
      const id = await booked([200, 900], { people: 5 })
      expect(await editBooking(app, id, () => ({ people: 2 }))).toMatchObject({ returned: { desk: rupees(600) } })
      await letters()
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 200))
      expect(await letters()).toEqual([
        `${STRUCK}: ₹200 that waited for you at the theatre pays for your booking again.: ₹400 waits for you at the theatre.`,
      ])
    })

    test('not where the letter that thanks for it had not gone, which does not go either', async () => {
      const id = await booked([])
      await letters()
      app.clock.advanceMinutes(5)
      const take = async (amount: number, shown: number) =>
        takePayment(app.context, OWNER, id, {
          amount: rupees(amount),
          shown: rupees(shown),
          mode: 'cash',
          reference: '',
        })
      await take(200, 500)
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 200))
      expect(await letters()).toEqual([])
      // being sent at that moment, it may have gone
      await take(200, 500)
      const going = and(eq(outbox.kind, 'money-received'), isNull(outbox.sentAt))
      await app.context.db.update(outbox).set({ claimedAt: new Date() }).where(going)
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 200))
      expect(await letters()).toEqual([
        `${STRUCK}: ₹500 is still to be paid at the theatre, in cash, by UPI or by card.`,
      ])
    })

    test('not in the letter of a move that strikes out what was told to nobody', async () => {
      const id = await bookedAndTold()
      const move = (slot: string, advance: number) =>
        editBooking(app, id, () => at(slot), { advance: rupees(advance), fullPayment: undefined })
      await move('13:00', 999)
      expect(await letters()).toEqual([expect.stringMatching(/^Booking moved .* ₹200 had been entered by mistake/)])
      app.clock.advanceMinutes(5)
      await editBooking(app, id, () => ({}), { advance: rupees(1_099), tellCustomer: false })
      await move('19:00', 999)
      expect(await letters()).toEqual([expect.not.stringContaining('struck out')])
    })

    test('not in the letter of an edit by which money goes back, where that was told to nobody', async () => {
      const id = await booked([900], { people: 5 })
      await letters()
      app.clock.advanceMinutes(5)
      const advance = (sum: number) => ({ advance: rupees(sum), fullPayment: undefined })
      await editBooking(app, id, () => ({}), { ...advance(2_099), tellCustomer: false })
      await editBooking(app, id, () => ({ people: 2 }), advance(1_899))
      expect(await letters()).toEqual([
        expect.stringMatching(
          /^Booking changed .*M: It costs less than you have paid\. ₹400 waits for you at the theatre\.$/,
        ),
      ])
    })

    test('where any letter about the booking is being sent at that moment', async () => {
      const id = await booked([])
      await letters()
      app.clock.advanceMinutes(5)
      const taking = { amount: rupees(200), shown: rupees(500), mode: 'cash' as const, reference: '' }
      await takePayment(app.context, OWNER, id, taking)
      await sendDetails(app.context, OWNER, id)
      const going = and(eq(outbox.kind, 'details'), isNull(outbox.sentAt))
      await app.context.db.update(outbox).set({ claimedAt: new Date() }).where(going)
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 200))
      expect(await letters()).toEqual([
        `${STRUCK}: ₹500 is still to be paid at the theatre, in cash, by UPI or by card.`,
      ])
    })

    test('which an edit had entered for one that was told, in what that one comes to', async () => {
      const id = await bookedOnline({ people: 5 })
      await take(id, 200, 1_100)
      expect(await letters()).toEqual([expect.stringContaining('We have received ₹200')])
      app.clock.advanceMinutes(5)
      await editBooking(app, id, () => ({}), { advance: rupees(999), fullPayment: true })
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 1_100))
      expect(await letters()).toEqual([
        `${STRUCK}: ₹1,100 is still to be paid at the theatre, in cash, by UPI or by card.`,
      ])
    })

    test('not where another edit enters more in the place of that, which is thanked for with what it comes to', async () => {
      const id = await bookedOnline({ people: 5 })
      await take(id, 200, 1_100)
      await letters()
      app.clock.advanceMinutes(5)
      await editBooking(app, id, () => ({}), { advance: rupees(999), fullPayment: true })
      await editBooking(app, id, () => ({}), { advance: rupees(1_899), fullPayment: false })
      expect(await letters()).toEqual([
        'We have received ₹700: ₹200 is still to be paid at the theatre, in cash, by UPI or by card.',
      ])
    })

    test('by an edit that enters less, as what was received where nobody had heard of more', async () => {
      const id = await bookedOnline()
      await take(id, 200, 500)
      await editBooking(app, id, () => ({}), { advance: rupees(1_099), fullPayment: undefined })
      expect(await letters()).toEqual([
        'We have received ₹100: ₹400 is still to be paid at the theatre, in cash, by UPI or by card.',
      ])
      app.clock.advanceMinutes(5)
      await take(id, 200, 400)
      await editBooking(app, id, () => ({}), { advance: rupees(1_249), fullPayment: undefined })
      // in the place of ₹100 that was told of and ₹200 that was not
      expect(await letters()).toEqual([
        'We have received ₹150: ₹250 is still to be paid at the theatre, in cash, by UPI or by card.',
      ])
    })

    test('of several sums that one letter thanks for, in what that letter still says', async () => {
      const id = await booked([])
      await letters()
      await editBooking(app, id, () => ({}), { advance: rupees(1_199), fullPayment: true })
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 300), { tellCustomer: false })
      expect(await letters()).toEqual([
        'We have received ₹200: ₹300 is still to be paid at the theatre, in cash, by UPI or by card.',
      ])
    })

    test('by an edit as well, which thanks for nothing that it made less', async () => {
      const id = await bookedAndTold()
      // ₹999 online and ₹200 are the advance, ₹300 completed the payment
      await editBooking(app, id, () => ({}), { advance: rupees(1_099), fullPayment: undefined })
      const [told, ...others] = await letters()
      expect([told, others]).toEqual([
        expect.stringMatching(
          /^Booking changed .*: ₹100 had been entered by mistake as received from you, and is struck out\.$/,
        ),
        [],
      ])
      await editBooking(app, id, () => ({}), { fullPayment: false, tellCustomer: false })
      expect(await letters()).toEqual([])
    })
  })
})
