import { beforeEach, describe, expect, test } from 'vitest'
import { rupees } from '~/domain/money'
import { verifiedJson } from '~/features/api/verified-payment.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { placeHold, tidyHolds } from '~/features/booking/place-booking.server'
import { checkBooks } from '~/features/money/books-check.server'
import { verifyPayment } from '~/features/money/checkout.server'
import { pollPayments } from '~/features/money/poll-payments.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { ask, saidBy, serveHere } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { claimOf, openOrder, pressPay, purchase, statusOf, storedBooking } from '../support/purchase'
import { basicDraft, OWNER } from '../support/theatre'

/** A family whose bank is slow, and that goes on meanwhile: whatever it chose in one draft, it gets one evening for one payment. */
onEachDatabase('one attempt', (kind) => {
  const app = useApp(kind)
  const settle = async (orderId: string) => {
    const settled = await applyGatewayTruth(app.context, orderId)
    await app.work()
    return settled.ok && settled.state
  }
  const wait = async (minutes: number) => {
    app.clock.advanceMinutes(minutes)
    await tidyHolds(app.context)
  }
  const letters = () => app.mailbox.mails.map(({ text }) => text).join('\n')
  /** The letter of what goes back for a hold. */
  const returnLetter = async ({ bookingId }: { bookingId: string }) => {
    const { code } = await storedBooking(app, bookingId)
    return app.mailbox.mails.find(({ subject }) => subject === `Your payment is being returned (${code})`)?.text ?? ''
  }
  /** What a browser is told that paid for a hold whose attempt has come to another booking: by its notice and its page, and a program. */
  const comesBack = async ({ orderId, bookingId }: { orderId: string; bookingId: string }) => {
    const paid = app.emulator.pay(orderId, 'upi', 'success')
    const claim = claimOf(app, paid)
    const { attempts, linkToken } = await storedBooking(app, bookingId)
    const { token } = attempts[0] ?? { token: '' }
    const fields = { razorpay_order_id: orderId, razorpay_payment_id: paid.id, razorpay_signature: claim.signature }
    const back = await ask({ at: '/payment/verify', fields: { token, ...fields } })
    expect(back.short).toBe(`303 /b/${linkToken}`)
    await app.work()
    const page = await ask({ at: '/b/:token', id: linkToken })
    const { ended, again } = page.body as { ended: unknown; again: unknown }
    const told = await verifyPayment(app.context, { token, ...claim })
    const json = await verifiedJson(app.context, told)
    return { notice: await saidBy(back), ended, again, json: 'message' in json ? json.message : undefined }
  }
  const otherSlot = () => ({ slotId: app.theatre.aurora.slots['13:00'] })

  describe('whose family has paid for another slot since', () => {
    test('buys no second evening with a payment that was slow', async () => {
      const draft = basicDraft(app.theatre)
      const first = await openOrder(app, draft)
      const slow = app.emulator.pay(first.orderId, 'upi', 'pending')
      await wait(16)
      const second = await purchase(app, { ...draft, ...otherSlot() })
      app.emulator.ledger.finish(slow, 'success')
      app.emulator.ledger.settle(slow)
      expect(await settle(first.orderId)).toBe('returned')
      expect([await statusOf(app, first.bookingId), await statusOf(app, second.bookingId)]).toEqual([
        'expired',
        'booked',
      ])
      expect((await storedBooking(app, first.bookingId)).refunds).toMatchObject([
        { amount: 99_900, status: 'processed', heldUntil: null },
      ])
      expect(letters()).toContain('reached us when another payment of yours had booked your visit already')
      expect(await checkBooks(app.context)).toEqual([])
    })

    test('nor with one that failed and is captured after all', async () => {
      const draft = basicDraft(app.theatre)
      const first = await openOrder(app, draft)
      const failed = app.emulator.pay(first.orderId, 'upi', 'failure')
      await wait(2)
      const second = await purchase(app, { ...draft, ...otherSlot() })
      app.emulator.ledger.settle(failed)
      expect(await settle(first.orderId)).toBe('returned')
      expect([await statusOf(app, first.bookingId), await statusOf(app, second.bookingId)]).toEqual([
        'expired',
        'booked',
      ])
    })

    test('is not charged by one that only waits', async () => {
      const draft = basicDraft(app.theatre)
      const first = await openOrder(app, draft)
      await wait(16)
      await purchase(app, { ...draft, ...otherSlot() })
      const waiting = app.emulator.pay(first.orderId, 'upi', 'authorize')
      expect(await settle(first.orderId)).toBe('returned')
      expect(app.emulator.ledger.payment(waiting.id).captured).toBe(false)
      expect(await statusOf(app, first.bookingId)).toBe('expired')
    })
  })

  describe('whose second window is paid all the same', () => {
    beforeEach(() => serveHere(app.context))

    const paidTwice = async () => {
      const draft = basicDraft(app.theatre)
      const hold = await openOrder(app, draft)
      await wait(16)
      const stands = await purchase(app, draft)
      return { hold, stands, ...(await storedBooking(app, stands.bookingId)) }
    }
    const LOST = 'Your payment came when the slot could no longer be yours. Nothing of it is lost.'

    test('reads that its evening is booked, under which code and where', async () => {
      const { hold, code, linkToken } = await paidTwice()
      const words = `Your visit was booked by another payment (${code}). This one is returned to you.`
      expect(await comesBack(hold)).toEqual({
        notice: words,
        ended: { words, next: linkToken, booked: true },
        again: false,
        json: `${words} http://localhost:3000/b/${linkToken}`,
      })
      const letter = await returnLetter(hold)
      expect(letter).toContain(words)
      expect(letter).toContain(`/b/${linkToken}`)
      expect(letter).not.toMatch(/sorry|choose another slot/)
    })

    test('is told of it by no code and no link where another address was typed', async () => {
      const { customer, ...draft } = basicDraft(app.theatre)
      const hold = await openOrder(app, { ...draft, customer })
      await wait(16)
      const stands = await purchase(app, {
        ...draft,
        customer: customer && { ...customer, email: 'somebody.else@gmail.com' },
      })
      const words = 'Your visit was booked by another payment. This one is returned to you.'
      expect(await comesBack(hold)).toMatchObject({ notice: words, ended: { words, next: null }, json: words })
      const { code, linkToken } = await storedBooking(app, stands.bookingId)
      const letter = await returnLetter(hold)
      expect(letter).toContain(words)
      expect(letter).not.toContain(code)
      expect(letter).not.toContain(linkToken)
    })

    test('is told of no evening that was cancelled again', async () => {
      const { hold, stands } = await paidTwice()
      await cancelByStaff(app.context, OWNER, stands.bookingId, { reason: 'Ill', refund: 'none' })
      expect(await comesBack(hold)).toMatchObject({ notice: LOST, ended: null })
      expect(await returnLetter(hold)).toMatch(/We are sorry[\s\S]*choose another slot/)
    })
  })

  test('that somebody else’s payment was quicker for is told of no evening', async () => {
    serveHere(app.context)
    const hold = await openOrder(app, basicDraft(app.theatre))
    await wait(16)
    await purchase(app, basicDraft(app.theatre))
    expect(await comesBack(hold)).toMatchObject({
      notice: 'Your payment came when the slot could no longer be yours. Nothing of it is lost.',
      ended: null,
    })
  })

  describe('that holds its slot once more', () => {
    /** A first hold ran out while the bank was slow; Pay was pressed again. */
    const heldAgain = async () => {
      const draft = basicDraft(app.theatre)
      const first = await openOrder(app, draft)
      await wait(16)
      const second = await openOrder(app, draft)
      return { draft, first, second }
    }

    test.each(['success', 'authorize'] as const)('books it with the first payment that comes (%s)', async (how) => {
      const { draft, first, second } = await heldAgain()
      app.emulator.pay(first.orderId, 'upi', how)
      expect(await settle(first.orderId)).toBe('booked')
      expect([await statusOf(app, first.bookingId), await statusOf(app, second.bookingId)]).toEqual([
        'booked',
        'expired',
      ])
      expect(letters()).not.toContain('somebody else')
      // the page that is still open comes to the booking, and pays nothing more
      expect(await pressPay(app, draft)).toMatchObject({ bookingId: first.bookingId, status: 'booked' })
      // what is paid in its window all the same goes back at once
      app.emulator.pay(second.orderId, 'upi', 'success')
      expect(await settle(second.orderId)).toBe('returned')
      expect((await storedBooking(app, second.bookingId)).refunds).toMatchObject([
        { amount: 99_900, status: 'processed', heldUntil: null },
      ])
      expect(await checkBooks(app.context)).toEqual([])
    })

    test('gives another slot up for the first one that is paid', async () => {
      const draft = basicDraft(app.theatre)
      const first = await openOrder(app, draft)
      await wait(16)
      const second = await openOrder(app, { ...draft, ...otherSlot() })
      app.emulator.pay(first.orderId, 'upi', 'success')
      expect(await settle(first.orderId)).toBe('booked')
      expect(await statusOf(app, second.bookingId)).toBe('expired')
    })

    test('loses nothing of it when somebody else has the first slot', async () => {
      const draft = basicDraft(app.theatre)
      const first = await openOrder(app, draft)
      await wait(16)
      await purchase(app, basicDraft(app.theatre))
      const second = await openOrder(app, { ...draft, ...otherSlot() })
      app.emulator.pay(first.orderId, 'upi', 'success')
      expect(await settle(first.orderId)).toBe('returned')
      expect(await statusOf(app, second.bookingId)).toBe('pending')
    })
  })

  test('whose family has cancelled what it paid for since books nothing else', async () => {
    const draft = basicDraft(app.theatre)
    const first = await openOrder(app, draft)
    await wait(16)
    const second = await purchase(app, { ...draft, ...otherSlot() })
    await cancelByStaff(app.context, OWNER, second.bookingId, { reason: 'Ill', refund: 'none' })
    app.emulator.pay(first.orderId, 'upi', 'success')
    expect(await settle(first.orderId)).toBe('returned')
  })

  test('whose family wants a second evening books it, however slow its bank is', async () => {
    const draft = basicDraft(app.theatre)
    const first = await openOrder(app, draft)
    await wait(16)
    app.emulator.pay(first.orderId, 'upi', 'success')
    expect(await settle(first.orderId)).toBe('booked')
    const next = { ...draft, ...otherSlot() }
    expect(await placeHold(app.context, { draft: next, dropped: undefined }, undefined, [])).toMatchObject({
      reason: 'paid-already',
      message: expect.stringMatching(
        /^Your earlier payment came through: Aurora, Friday, 12\/03\/2027, 7:00 PM is booked/,
      ),
    })
    app.clock.advanceMinutes(1)
    const second = await openOrder(app, next)
    await wait(17)
    app.emulator.pay(second.orderId, 'upi', 'success')
    expect(await settle(second.orderId)).toBe('booked')
    expect(await statusOf(app, first.bookingId)).toBe('booked')
  })

  test('that served another customer since is two customers’ own', async () => {
    const draft = basicDraft(app.theatre)
    const first = await openOrder(app, draft)
    await wait(16)
    const { customer } = basicDraft(app.theatre)
    const second = await openOrder(app, { ...draft, ...otherSlot(), customer })
    app.emulator.pay(first.orderId, 'upi', 'success')
    expect(await settle(first.orderId)).toBe('booked')
    expect(await statusOf(app, second.bookingId), 'kept').toBe('pending')
    app.emulator.pay(second.orderId, 'upi', 'success')
    expect(await settle(second.orderId)).toBe('booked')
  })

  test('whose family was told that its money goes back books nothing with it, though the bank takes it after all', async () => {
    const mine = await openOrder(app, basicDraft(app.theatre))
    await wait(16)
    await openOrder(app, basicDraft(app.theatre))
    const waiting = app.emulator.pay(mine.orderId, 'upi', 'authorize')
    await settle(mine.orderId)
    await wait(17)
    await app.context.gateway.capture(waiting.id, rupees(999))
    expect(await settle(mine.orderId)).toBe('returned')
    const { status, refunds } = await storedBooking(app, mine.bookingId)
    expect([status, refunds]).toMatchObject(['expired', [{ amount: 99_900, status: 'processed', heldUntil: null }]])
    expect(app.mailbox.mails, 'told once').toHaveLength(1)
  })

  test('whose family was told that its money goes back is not charged afterwards, whatever became free', async () => {
    const mine = await openOrder(app, basicDraft(app.theatre))
    await wait(16)
    await openOrder(app, basicDraft(app.theatre))
    const waiting = app.emulator.pay(mine.orderId, 'upi', 'authorize')
    expect(await settle(mine.orderId)).toBe('returned')
    expect(letters()).toContain('₹999 is on its way back to you')
    // the other family does not pay
    await wait(17)
    await pollPayments(app.context)
    await app.work()
    expect(await settle(mine.orderId)).toBe('returned')
    expect([await statusOf(app, mine.bookingId), app.emulator.ledger.payment(waiting.id).captured]).toEqual([
      'expired',
      false,
    ])
  })
})
