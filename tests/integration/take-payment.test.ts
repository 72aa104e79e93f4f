import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payments } from '~/db/schema'
import { rupees } from '~/domain/money'
import { findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { sendDetails } from '~/features/booking/send-details.server'
import { deskVisit } from '~/features/front-desk/desk-visit.server'
import { checkBooks } from '~/features/money/books-check.server'
import { queueRefund } from '~/features/money/return-owed.server'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import { takePayment } from '~/features/money/take-payment.server'
import { serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { holdSlot, mailsOf, purchase, storedBooking } from '../support/purchase'
import { bookByStaff } from '../support/staff-booking'
import { basicDraft, locationAdmin, OWNER } from '../support/theatre'

onEachDatabase('at the front desk', (kind) => {
  const app = useApp(kind)
  /** ₹1,499 with ₹999 paid online. */
  const booked = async () => (await purchase(app, basicDraft(app.theatre))).bookingId
  const take = (id: string, amount: number, shown: number, staff = OWNER) =>
    takePayment(app.context, staff, id, {
      amount: rupees(amount),
      shown: rupees(shown),
      mode: 'upi',
      reference: 'UTR 412345678901',
    })
  const rows = async (id: string) =>
    (await storedBooking(app, id)).payments.map(({ mode, purpose, amount, note }) => [
      mode,
      purpose,
      amount / 100,
      note,
    ])

  test('what is due is taken once, by whom and how, and the books are right', async () => {
    const id = await booked()
    expect(await take(id, 500, 500)).toEqual({ ok: true, due: 0 })
    expect(await rows(id)).toEqual([
      ['online', 'advance', 999, ''],
      ['upi', 'balance', 500, 'UTR 412345678901'],
    ])
    expect((await storedBooking(app, id)).payments.at(-1)?.recordedBy).toBe(OWNER.id)
    expect(await take(id, 500, 500)).toMatchObject({
      ...{ ok: false, reason: 'due-changed' },
      message: 'It has been paid meanwhile, and nothing is due any more.',
    })
    expect(await take(id, 500, 0)).toMatchObject({ ok: false, reason: 'more-than-due' })
    expect((await storedBooking(app, id)).events).toContain('desk-payment')
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('the same press once more is taken once; another page of the same sum is told of it', async () => {
    const id = await booked()
    const page = async () => (await deskVisit(app.context, { kind: 'all' }, id))?.entry ?? ''
    const [first, stale] = [await page(), await page()]
    const press = (entry: string, shown: number, amount = 200) =>
      takePayment(app.context, OWNER, id, {
        ...{ amount: rupees(amount), shown: rupees(shown), mode: 'cash', reference: '', entry },
      })
    const twice = await Promise.all([press(first, 500), press(first, 500)])
    expect(twice).toEqual(Array(2).fill({ ok: true, due: rupees(300) }))
    expect(await press(stale, 500)).toMatchObject({ reason: 'due-changed' })
    expect(await rows(id)).toHaveLength(2)
    // as much once more is another payment, from a page that has seen the first
    expect(await press(await page(), 300)).toEqual({ ok: true, due: rupees(100) })
    expect(await press(first, 500)).toEqual({ ok: true, due: rupees(100) })
    expect(await rows(id)).toHaveLength(3)
    // an id that stands at another booking is no payment of this one
    const other = (await purchase(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] })))
      .bookingId
    const taken = await takePayment(app.context, OWNER, other, {
      ...{ amount: rupees(500), shown: rupees(500), mode: 'cash', reference: '', entry: first },
    })
    expect(taken).toEqual({ ok: true, due: 0 })
    expect(await rows(other)).toHaveLength(2)
  })

  test('pressed again with another sum, way or reference, or after it was struck out, is refused and entered no second time', async () => {
    const id = await booked()
    const entry = (await deskVisit(app.context, { kind: 'all' }, id))?.entry ?? ''
    const first = { amount: rupees(200), shown: rupees(500), mode: 'cash' as const, reference: 'Box 3', entry }
    const press = (changes: object = {}) => takePayment(app.context, OWNER, id, { ...first, ...changes })
    expect(await press()).toEqual({ ok: true, due: rupees(300) })
    for (const changes of [{ amount: rupees(300) }, { mode: 'upi' }, { reference: 'UTR 4711' }])
      expect(await press(changes)).toMatchObject({
        ok: false,
        reason: 'entered-already',
        message: expect.stringMatching(/^This form has entered ₹200 in cash already\. Look/),
      })
    expect(await press()).toEqual({ ok: true, due: rupees(300) })
    expect(await rows(id)).toHaveLength(2)
    expect(await strikeOutPayment(app.context, OWNER, id, entry, { tellCustomer: false })).toMatchObject({ ok: true })
    expect(await press()).toMatchObject({
      ok: false,
      reason: 'entered-already',
      message: expect.stringContaining('already, and it was struck out since.'),
    })
    expect(await rows(id)).toHaveLength(2)
    // a page that is drawn anew enters it
    const anew = (await deskVisit(app.context, { kind: 'all' }, id))?.entry ?? ''
    expect(await press({ entry: anew })).toEqual({ ok: true, due: rupees(300) })
  })

  test('on a page that has what is pressed at the door before the bill', async () => {
    serveHere(app.context)
    const [id, cookie] = [await booked(), await signedIn(app, OWNER)]
    const page = await drawnPage({ at: '/admin/bookings/view/:id', id, cookie })
    const heads = [...page.querySelectorAll('h2')].map(({ textContent }) => textContent ?? '')
    expect(heads.slice(0, 3)).toEqual(['Attendance', 'Payments', expect.stringMatching(/^Booking LUM-/)])
  })

  test('in parts, until nothing is due', async () => {
    const id = await booked()
    expect(await take(id, 200, 500)).toEqual({ ok: true, due: rupees(300) })
    expect(await take(id, 200, 500)).toMatchObject({
      reason: 'due-changed',
      message: 'Meanwhile ₹300 is due. Please look again.',
    })
    expect(await take(id, 301, 300)).toMatchObject({ reason: 'more-than-due', message: 'Only ₹300 is due' })
    expect(await take(id, 300, 300)).toEqual({ ok: true, due: 0 })
    expect((await rows(id)).slice(1).map(([, purpose, amount]) => [purpose, amount])).toEqual([
      ['advance', 200],
      ['balance', 300],
    ])
  })

  test('what went back since is due again', async () => {
    const id = await booked()
    const [row] = await app.context.db.select().from(payments).where(eq(payments.bookingId, id))
    await app.context.db.transaction(
      async (tx) => row && queueRefund(app.context, tx, row, { reason: 'Waited', amount: rupees(200) }),
    )
    await app.work()
    expect(await take(id, 300, 700)).toEqual({ ok: true, due: rupees(400) })
  })

  test('an edit that was begun before the payment does not take it back', async () => {
    const id = await booked()
    const begun = await findEditable(app.context, OWNER, id)
    if (!begun) throw new Error('The booking is gone.')
    await take(id, 500, 500)
    const edit = { ...begun.money, mode: 'cash' as const, note: '' }
    const saved = await updateBooking(app.context, OWNER, id, begun.version, begun.draft, edit)
    expect(saved).toMatchObject({ ok: false, reason: 'stale' })
    expect(await rows(id)).toHaveLength(2)
  })

  test('nothing is taken for a hold, or by another location', async () => {
    const hold = await holdSlot(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }))
    expect(await take(hold.bookingId, 500, 1_499)).toMatchObject({ reason: 'not-booked' })
    const id = await booked()
    const other = locationAdmin(app.theatre.otherLocationId)
    expect(await take(id, 500, 500, other)).toMatchObject({ reason: 'not-found' })
    expect(await rows(id)).toHaveLength(1)
  })

  test('a booking’s details are sent again, once a minute at most', async () => {
    const id = await booked()
    await app.work()
    app.mailbox.mails.length = 0
    const { customerEmail } = await storedBooking(app, id)
    expect(await sendDetails(app.context, OWNER, id)).toEqual({ ok: true, email: customerEmail })
    await sendDetails(app.context, OWNER, id)
    await app.work()
    expect(app.mailbox.mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Your booking Aurora, Koramangala/),
    ])
    app.clock.set('2027-03-01T06:32:00Z')
    await sendDetails(app.context, OWNER, id)
    expect(await mailsOf(app, 'details')).toBe(2)
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('a customer without an address is called instead', async () => {
    const customer = { name: 'Ravi', email: '', number: '9845012345' }
    const id = await bookByStaff(app, basicDraft(app.theatre, { customer }))
    expect(await sendDetails(app.context, OWNER, id)).toMatchObject({ reason: 'no-address' })
    const visit = await deskVisit(app.context, { kind: 'all' }, id)
    expect(visit?.contact).toMatchObject({
      call: 'tel:+919845012345',
      chat: expect.stringContaining('wa.me/919845012345'),
    })
    expect(visit?.upi).toBeNull()
    const upi = { ...app.context, business: { ...app.context.business, upi: 'lumiere@okbank' } }
    expect((await deskVisit(upi, { kind: 'all' }, id))?.upi).toContain('am=1499.00')
  })
})
