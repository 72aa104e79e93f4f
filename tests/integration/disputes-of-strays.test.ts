import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { moneyCases, refunds } from '~/db/schema'
import { rupees } from '~/domain/money'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { checkBooks } from '~/features/money/books-check.server'
import { openMoney } from '~/features/money/open-money.server'
import { countOpenMoney } from '~/features/money/open-money-counts.server'
import { wakeRefunds } from '~/features/money/refund.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { disputed } from '../support/disputed'
import { openBalance, openOrder, storedBooking } from '../support/purchase'
import { basicDraft } from '../support/theatre'

onEachDatabase('a dispute', (kind) => {
  const app = useApp(kind)
  const ALL = { kind: 'all' } as const
  const { seen, paid, cancel, hear, press, settle, night, mails, moneyOf } = disputed(app)

  test('about money of something else is shown while it is open, and not heard of once it is over', async () => {
    const { ledger } = app.emulator
    const over = ledger.openDispute(ledger.strayPayment().id)
    ledger.moveDispute(over.id, 'lost')
    await night()
    expect((await seen()).disputes).toEqual([])
    const stray = ledger.strayPayment()
    await night()
    await night()
    expect((await seen()).payments.map(({ detail }) => detail)).toContainEqual(expect.stringContaining(stray.id))
    const { id } = ledger.openDispute(stray.id)
    await hear()
    expect((await seen()).disputes).toMatchObject([{ booking: null }])
    ledger.moveDispute(id, 'lost')
    await hear()
    const open = await app.context.db.select().from(moneyCases).where(eq(moneyCases.providerPaymentId, stray.id))
    expect(open.map(({ outcome }) => outcome)).toEqual(['lost', 'lost'])
    expect(await app.context.db.select().from(refunds)).toEqual([])
  })

  /** Money without a home that the nights have found, of which the bank looks at ₹100. */
  async function strayOfWhichSomeIsDisputed() {
    const { ledger } = app.emulator
    const stray = ledger.strayPayment()
    await night()
    await night()
    const { id } = ledger.openDispute(stray.id, { amount: 10_000 })
    await hear()
    return { stray, id }
  }

  test('about a part of money without a home leaves the rest on the list, from which it goes back', async () => {
    const { stray, id } = await strayOfWhichSomeIsDisputed()
    app.emulator.ledger.moveDispute(id, 'lost')
    await hear()
    const [row, ...more] = (await seen()).payments
    expect([row?.detail, more]).toEqual([expect.stringContaining(stray.id), []])
    await press({ intent: 'send-back', id: row?.id ?? '' })
    await hear()
    await night()
    await wakeRefunds(app.context)
    await hear()
    const back = await app.context.db.select().from(refunds)
    expect(back.map(({ origin, amount, status }) => [origin, amount, status]).sort()).toEqual([
      ['dispute', 10_000, 'processed'],
      ['ours', stray.amount - 10_000, 'processed'],
    ])
    expect(await countOpenMoney(app.context, ALL)).toBe(0)
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('about a part of money without a home that was sent back, and that the bank gives back later, lets that go back too', async () => {
    const { stray, id } = await strayOfWhichSomeIsDisputed()
    app.emulator.ledger.moveDispute(id, 'lost')
    await hear()
    await press({ intent: 'send-back', id: (await seen()).payments[0]?.id ?? '' })
    await hear()
    app.emulator.ledger.moveDispute(id, 'won')
    await hear()
    await night()
    expect(app.emulator.ledger.payment(stray.id).amount_refunded).toBe(stray.amount)
    expect(await countOpenMoney(app.context, ALL)).toBe(0)
    expect(await checkBooks(app.context)).toEqual([])
  })

  describe.each([
    'before',
    'after',
  ] as const)('about a part of money without a home, of which staff noted what became of it %s it was lost,', (noted) => {
    /** The payment's row on the page, of which the bank took ₹100. */
    async function strayOfWhichSomeIsLost() {
      const { stray, id } = await strayOfWhichSomeIsDisputed()
      const note = async () => settle((await seen()).disputes[0]?.id, 'Taken by the bank')
      if (noted === 'before') await note()
      app.emulator.ledger.moveDispute(id, 'lost')
      await hear()
      if (noted === 'after') await note()
      expect((await seen()).disputes).toEqual([])
      return { stray, row: (await seen()).payments[0]?.id ?? '' }
    }

    test('is in the books of the booking that gets the money, and what it took is not given back', async () => {
      const { bookingId } = await paid()
      const { code, total } = await storedBooking(app, bookingId)
      const { stray, row } = await strayOfWhichSomeIsLost()
      await press({ intent: 'assign', id: row, code })
      await hear()
      expect(await moneyOf(bookingId)).toMatchObject({ remaining: 0, refundDue: 0 })
      const tooMuch = stray.amount - 10_000 - (total - rupees(999))
      const { refunds: back } = await storedBooking(app, bookingId)
      expect(back).toMatchObject([
        { origin: 'dispute', amount: rupees(100), status: 'processed' },
        { origin: 'ours', amount: tooMuch, status: 'processed' },
      ])
      await night()
      expect((await storedBooking(app, bookingId)).refunds).toEqual(back)
      expect((await seen()).disputes).toEqual([])
      expect(await checkBooks(app.context)).toEqual([])
    })

    test('leaves the rest, and no more, to be sent back', async () => {
      const { stray, row } = await strayOfWhichSomeIsLost()
      await press({ intent: 'send-back', id: row })
      await hear()
      const back = await app.context.db.select().from(refunds)
      expect(back.map(({ origin, amount, status }) => [origin, amount, status]).sort()).toEqual([
        ['dispute', 10_000, 'processed'],
        ['ours', stray.amount - 10_000, 'processed'],
      ])
      expect(await checkBooks(app.context)).toEqual([])
    })
  })

  describe('about money whose order the provider did not answer for, so that it was listed,', () => {
    /** Paid, listed, disputed and lost; what of it is not noted by itself staff have noted. */
    async function lostMeanwhile(orderId: string, amount: number) {
      const { ledger } = app.emulator
      const payment = app.emulator.pay(orderId, 'upi', 'success')
      app.emulator.arm({ method: 'GET', path: `/v1/orders/${orderId}/payments`, times: 100, status: 400, body: '{}' })
      await night()
      await tidyHolds(app.context)
      expect((await seen()).payments).toMatchObject([{ detail: expect.stringContaining(payment.id) }])
      const { id } = ledger.openDispute(payment.id, { amount })
      ledger.moveDispute(id, 'lost')
      await hear()
      const [noted] = (await seen()).disputes
      if (noted) await settle(noted.id, 'Taken by the bank')
      expect((await seen()).disputes).toEqual([])
      app.emulator.clearFaults()
      return { id }
    }
    async function late(orderId: string) {
      const settled = await applyGatewayTruth(app.context, orderId)
      expect(await app.work()).toMatchObject({ failed: 0 })
      await night()
      expect(await checkBooks(app.context)).toEqual([])
      expect(await countOpenMoney(app.context, ALL)).toBe(0)
      return settled
    }

    test('leaves the rest to the booking that it buys late', async () => {
      const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
      const { id } = await lostMeanwhile(orderId, 10_000)
      expect(await late(orderId)).toMatchObject({ ok: true, state: 'booked' })
      expect(await moneyOf(bookingId)).toMatchObject({
        received: rupees(999),
        refunded: rupees(100),
        remaining: rupees(600),
      })
      const cancelled = await cancel(bookingId)
      expect(cancelled).toMatchObject({ returned: rupees(899) })
      const known = await app.context.db.query.moneyCases.findFirst({ where: eq(moneyCases.reference, id) })
      expect(known).toMatchObject({ bookingId })
    })

    test('confirms no booking on what has gone whole, and nothing goes back a second time', async () => {
      const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
      await lostMeanwhile(orderId, 99_900)
      expect(await late(orderId)).toMatchObject({ ok: true, state: 'returned' })
      expect(await storedBooking(app, bookingId)).toMatchObject({
        status: 'expired',
        received: rupees(999),
        refunds: [{ origin: 'dispute', amount: rupees(999), status: 'processed' }],
      })
      expect(mails('Your payment is being returned').concat(mails('confirmed'))).toEqual([])
    })

    test.each([
      [
        10_000,
        [
          ['dispute', 10_000],
          ['ours', 89_900],
        ],
      ],
      [99_900, [['dispute', 99_900]]],
    ] as const)('leaves to go back what the bank left of it (%i paise lost) once its slot is another’s', async (lost, back) => {
      const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
      await lostMeanwhile(orderId, lost)
      await paid()
      expect(await late(orderId)).toMatchObject({ ok: true, state: 'returned' })
      const { refunds: gone } = await storedBooking(app, bookingId)
      expect(gone.map(({ origin, amount }) => [origin, amount]).sort()).toEqual(back)
    })

    test.each([
      [30_000, { remaining: rupees(300), refunded: rupees(300) }],
      [50_000, { remaining: rupees(500), refunded: rupees(500) }],
    ])('leaves a balance of which %i paise were lost as much to be paid', async (lost, ledger) => {
      const { bookingId } = await paid()
      const orderId = await openBalance(app, bookingId, 50_000)
      await lostMeanwhile(orderId, lost)
      await late(orderId)
      expect(await moneyOf(bookingId)).toMatchObject({ received: rupees(1_499), ...ledger })
    })

    test('books nothing while the provider does not say what was lost', async () => {
      const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
      const { id } = await lostMeanwhile(orderId, 99_900)
      app.emulator.arm({ method: 'GET', path: `/v1/disputes/${id}`, times: 100, status: 503, body: '<html>' })
      expect(await applyGatewayTruth(app.context, orderId)).toMatchObject({ reason: 'provider-unreachable' })
      expect(await storedBooking(app, bookingId)).toMatchObject({ payments: [] })
    })
  })

  test('about money without a home, which the bank gives back later, brings it back on the list', async () => {
    const { ledger } = app.emulator
    const stray = ledger.strayPayment()
    await night()
    await night()
    const { id } = ledger.openDispute(stray.id)
    ledger.moveDispute(id, 'lost')
    await hear()
    expect((await seen()).payments).toEqual([])
    ledger.moveDispute(id, 'won')
    await hear()
    expect((await seen()).payments).toMatchObject([{ detail: expect.stringContaining(stray.id) }])
    ledger.moveDispute(id, 'lost')
    await hear()
    expect((await seen()).payments).toEqual([])
  })

  test('about a payment that did not fit is shown to its location; what is sent back meanwhile is said to wait', async () => {
    const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
    const misfit = app.emulator.ledger.misfit(orderId, { amount: 12_300 })
    await applyGatewayTruth(app.context, orderId)
    app.emulator.ledger.openDispute(misfit.id)
    await hear()
    const own = { kind: 'location', locationId: app.theatre.locationId } as const
    expect((await openMoney(app.context, own, 'location-admin')).disputes).toMatchObject([
      { booking: { id: bookingId } },
    ])
    const [row] = (await seen()).payments
    await press({ intent: 'send-back', id: row?.id ?? '' })
    await hear()
    const [letter] = mails('Your payment is being returned')
    expect(letter?.text).toContain('waits')
    expect(letter?.text).not.toContain('is on its way back')
  })

  test('about money without a home is shown to the location whose booking gets that money', async () => {
    const { bookingId } = await paid()
    const { code } = await storedBooking(app, bookingId)
    const stray = app.emulator.ledger.strayPayment()
    await night()
    await night()
    app.emulator.ledger.openDispute(stray.id)
    await hear()
    const own = { kind: 'location', locationId: app.theatre.locationId } as const
    const ours = async () => (await openMoney(app.context, own, 'location-admin')).disputes
    expect(await ours()).toEqual([])
    const [row] = (await seen()).payments
    await press({ intent: 'assign', id: row?.id ?? '', code })
    expect(await ours()).toMatchObject([{ booking: { id: bookingId } }])
  })
})
