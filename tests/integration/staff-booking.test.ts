import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, blockedDates, bookings, customers, packages } from '~/db/schema'
import { formatRupees, type Paise, paise, rupees } from '~/domain/money'
import type { DeskMode } from '~/domain/payment-mode'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { type BookingEdit, findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { holdByStaff, placeStaffBooking } from '~/features/booking/staff-booking.server'
import { takePayment } from '~/features/money/take-payment.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { holdSlot, pressPay, storedBooking } from '../support/purchase'
import { atCeleste, basicDraft, date, frontDesk, fullDraft, locationAdmin, OWNER, VISIT } from '../support/theatre'

type Money = Parameters<typeof placeStaffBooking>[3]

onEachDatabase('a booking by staff', (kind) => {
  const app = useApp(kind)
  const cash = (advance: number): Money => ({ advance: rupees(advance), mode: 'cash', note: '' })
  const place = (draft: Parameters<typeof placeStaffBooking>[2], money = cash(0), staff: ActingStaff = OWNER) =>
    placeStaffBooking(app.context, staff, draft, money)

  test('is booked at once, with the advance in the ledger, an audit entry and a mail', async () => {
    const placed = await place(fullDraft(app.theatre), { ...cash(1_000), note: 'Wheelchair' })
    const bookingId = placed.ok ? placed.bookingId : ''
    expect(await storedBooking(app, bookingId)).toMatchObject({
      status: 'booked',
      source: 'staff',
      createdBy: OWNER.id,
      note: 'Wheelchair',
      total: rupees(4_436),
      payments: [{ mode: 'cash', purpose: 'advance', status: 'captured', amount: rupees(1_000), recordedBy: OWNER.id }],
      attempts: [],
      events: ['staff'],
    })
    expect(await app.context.db.select().from(auditLog).orderBy(auditLog.id)).toMatchObject([
      { action: 'added', entity: 'Booking', entityId: bookingId, staffName: OWNER.name },
    ])
    expect(app.emulator.ledger.orders.size).toBe(0)
    await app.work()
    expect(app.mailbox.mails[0]?.text).toContain('Paid ₹1,000')
  })

  test('needs no Gmail address, no terms and no Basic in the last hour', async () => {
    app.clock.set('2027-03-12T13:00:00Z')
    const customer = { name: 'Walk In', email: '', number: '9845000001' }
    const draft = fullDraft(app.theatre, { customer, termsAccepted: false })
    expect(await place(draft)).toMatchObject({ ok: true })
    await app.work()
    expect(app.mailbox.mails).toEqual([])
  })

  test('may take a slot of the last hour in a room that sells nothing to visitors then', async () => {
    const { basic } = app.theatre.aurora
    await app.context.db.update(packages).set({ name: 'Silver' }).where(eq(packages.id, basic))
    app.clock.set('2027-03-12T13:00:00Z')
    expect(await pressPay(app, basicDraft(app.theatre))).toMatchObject({ ok: false })
    expect(await place(basicDraft(app.theatre))).toMatchObject({ ok: true })
  })

  test('may take a closed date and one beyond the horizon', async () => {
    await app.context.db.insert(blockedDates).values({ date: VISIT, reason: 'Call us' })
    expect(await pressPay(app, basicDraft(app.theatre))).toMatchObject({ reason: 'date-closed' })
    expect(await place(basicDraft(app.theatre))).toMatchObject({ ok: true })
    expect(await place(basicDraft(app.theatre, { date: date('2028-06-01') }))).toMatchObject({ ok: true })
    const today = date('2027-03-01')
    await app.context.db.insert(blockedDates).values({ date: today, reason: 'Call us' })
    expect(await place(basicDraft(app.theatre, { date: today })), 'a day that is not over').toMatchObject({ ok: true })
  })

  describe('is refused', () => {
    test('for a slot that is held, booked or started, and for a past date', async () => {
      await holdSlot(app, basicDraft(app.theatre))
      expect(await place(basicDraft(app.theatre))).toMatchObject({ ok: false, reason: 'slot-taken' })
      expect(await place(basicDraft(app.theatre, { date: date('2027-02-28') }))).toMatchObject({
        reason: 'date-closed',
      })
      app.clock.set('2027-03-12T13:30:00Z')
      expect(await place(basicDraft(app.theatre))).toMatchObject({ ok: false, reason: 'slot-started' })
    })

    test('for an advance above the total, with nothing written', async () => {
      expect(await place(basicDraft(app.theatre), cash(1_500))).toMatchObject({ reason: 'advance-above-total' })
      expect(await app.context.db.$count(bookings)).toBe(0)
      expect(await app.context.db.$count(customers)).toBe(0)
    })

    test('at another location than the location admin’s own', async () => {
      const admin = locationAdmin(app.theatre.locationId)
      expect(await place(basicDraft(app.theatre, atCeleste(app.theatre)), cash(0), admin)).toMatchObject({
        reason: 'out-of-scope',
      })
      expect(await place(basicDraft(app.theatre), cash(0), admin)).toMatchObject({ ok: true })
    })

    test('while something is missing', async () => {
      expect(await place(basicDraft(app.theatre, { customer: undefined }))).toMatchObject({
        reason: 'incomplete',
        step: 'customer-details',
      })
    })
  })

  test('pressed twice is one booking with one payment', async () => {
    const draft = basicDraft(app.theatre)
    const [one, two] = await Promise.all([place(draft, cash(500)), place(draft, cash(500))])
    expect(one).toMatchObject({ ok: true })
    expect(two).toEqual(one)
    expect((await storedBooking(app, one.ok ? one.bookingId : '')).payments).toHaveLength(1)
  })

  test('is not made of a hold of the same attempt, or of another content: both are refused', async () => {
    const draft = fullDraft(app.theatre)
    const hold = () => holdByStaff(app.context, OWNER, draft, { deadline: 'two-hours', sum: 'advance', note: '' })
    const held = await hold()
    const bookingId = held.ok ? held.bookingId : ''
    const { code } = await storedBooking(app, bookingId)
    expect(await hold()).toEqual(held)
    expect(await place(draft, cash(500))).toMatchObject({
      ok: false,
      reason: 'placed-already',
      message: `Already held as ${code}, not as it stands here: enter there what is new, or take the money`,
    })
    expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'pending', payments: [] })

    const other = basicDraft(app.theatre, { attemptId: 'attempt-other', ...atCeleste(app.theatre) })
    expect(await place(other)).toMatchObject({ ok: true })
    expect(await place({ ...other, date: date('2027-03-13') })).toMatchObject({ reason: 'placed-already' })
  })

  test('sent again with other money or another note is refused, since it is not what was saved', async () => {
    const draft = basicDraft(app.theatre)
    const upi = (reference: string): Money => ({ ...cash(500), mode: 'upi', reference })
    const first = await place(draft, upi('4321'))
    const bookingId = first.ok ? first.bookingId : ''
    const { code } = await storedBooking(app, bookingId)
    const message = `Already booked as ${code}, not as it stands here: enter there what is new`
    const others = [
      upi('4322'),
      { ...upi('4321'), advance: rupees(600) },
      cash(500),
      cash(0),
      { ...upi('4321'), note: 'Window' },
    ]
    app.clock.advanceMinutes(5)
    for (const money of others) expect(await place(draft, money)).toMatchObject({ reason: 'placed-already', message })
    // what came since is not of the form that is sent again
    const taking = { amount: rupees(100), shown: rupees(999), mode: 'cash' as const, reference: '' }
    expect(await takePayment(app.context, OWNER, bookingId, taking)).toMatchObject({ ok: true })
    expect(await place(draft, upi('4321'))).toEqual(first)

    const none = basicDraft(app.theatre, { attemptId: 'attempt-none', ...atCeleste(app.theatre) })
    const free = await place(none, cash(0))
    expect(await place(none, { ...upi('unused'), advance: rupees(0) })).toEqual(free)
    expect(await place(none, cash(500))).toMatchObject({ reason: 'placed-already' })
    expect((await storedBooking(app, free.ok ? free.bookingId : '')).payments).toEqual([])
  })

  test('a hold that is sent again with another time, sum or note is refused; the same one is found minutes later too', async () => {
    const draft = basicDraft(app.theatre)
    type Hold = Parameters<typeof holdByStaff>[3]
    const hold = (changes: Partial<Hold> = {}) =>
      holdByStaff(app.context, OWNER, draft, { deadline: 'two-hours', sum: 'advance', note: '', ...changes })
    const first = await hold()
    app.clock.advanceMinutes(5)
    expect(await hold()).toEqual(first)
    for (const changes of [
      { deadline: 'half-hour' },
      { sum: 'full' },
      { note: 'Calls back' },
    ] satisfies Partial<Hold>[])
      expect(await hold(changes)).toMatchObject({ reason: 'placed-already' })
  })

  test('after a hold of the same attempt that was deleted is one booking however often it is pressed', async () => {
    const draft = basicDraft(app.theatre)
    const held = await holdByStaff(app.context, OWNER, draft, { deadline: 'two-hours', sum: 'advance', note: '' })
    await cancelByStaff(app.context, OWNER, held.ok ? held.bookingId : '', { reason: 'Pays here', refund: 'full' })
    const placed = await place(draft, cash(500))
    expect(placed).toMatchObject({ ok: true })
    expect(await place(draft, cash(500))).toEqual(placed)
  })

  test('whose cash is struck out in an edit is within what the front desk may send back', async () => {
    const placed = await place(fullDraft(app.theatre), cash(4_000))
    const bookingId = placed.ok ? placed.bookingId : ''
    const begun = await findEditable(app.context, OWNER, bookingId)
    if (!begun) throw new Error('The booking is gone.')
    const desk = frontDesk(app.theatre.locationId)
    const limited = { ...app.context, business: { ...app.context.business, deskRefundLimit: rupees(1_000) } }
    const strike = async (advance: number) => {
      const { version } = await storedBooking(app, bookingId)
      return updateBooking(limited, desk, bookingId, version, begun.draft, cash(advance))
    }
    expect(await strike(0)).toMatchObject({ ok: false, reason: 'beyond-desk' })
    expect(await storedBooking(app, bookingId)).toMatchObject({ received: rupees(4_000) })
    expect(await strike(3_500)).toMatchObject({ ok: true })
    // several presses come to no more than one may
    expect(await strike(2_900)).toMatchObject({ ok: false, reason: 'beyond-desk' })
    expect(await strike(3_000)).toMatchObject({ ok: true })
    expect(await strike(2_999)).toMatchObject({ ok: false, reason: 'beyond-desk' })
  })

  test('whose cash becomes UPI in an edit is struck out of the till, and the desk may do so within its sum only', async () => {
    const placed = await place(fullDraft(app.theatre))
    const bookingId = placed.ok ? placed.bookingId : ''
    const desk = frontDesk(app.theatre.locationId)
    const limited = { ...app.context, business: { ...app.context.business, deskRefundLimit: rupees(1_000) } }
    const { total } = await storedBooking(app, bookingId)
    const take = (amount: Paise, shown: Paise, mode: DeskMode) =>
      takePayment(app.context, desk, bookingId, { amount, shown, mode, reference: '' })
    const edit = async (money: Partial<BookingEdit>, staff = desk) => {
      const open = await findEditable(app.context, OWNER, bookingId)
      if (!open) throw new Error('The booking is gone.')
      const given = { ...open.money, mode: 'upi' as const, reference: 'made up', note: '', ...money }
      return updateBooking(limited, staff, bookingId, open.version, open.draft, given)
    }
    const byMode = async () => {
      const { payments } = await storedBooking(app, bookingId)
      const counted = payments.filter(({ voidedAt }) => !voidedAt)
      return Object.fromEntries(counted.map(({ mode, amount }) => [mode, amount / 100]))
    }
    expect(await take(rupees(800), total, 'cash')).toMatchObject({ ok: true })
    // an honest slip, up to the sum
    expect(await edit({ advance: rupees(799) })).toMatchObject({ ok: true })
    expect(await byMode()).toEqual({ upi: 799 })
    expect(await take(paise(total - rupees(799)), paise(total - rupees(799)), 'cash')).toMatchObject({ ok: true })
    app.clock.advanceMinutes(24 * 60)
    const before = await storedBooking(app, bookingId)
    for (const money of [
      { advance: total, fullPayment: false },
      { advance: paise(total - rupees(1)), fullPayment: false },
      { advance: total, fullPayment: false, mode: 'card' as const },
    ]) {
      expect(await edit(money)).toMatchObject({ ok: false, reason: 'beyond-desk' })
      expect(await storedBooking(app, bookingId)).toEqual(before)
    }
    // beside what completed the payment there is no room for it at all
    expect(await edit({ advance: total, fullPayment: true })).toMatchObject({ reason: 'advance-above-total' })
    expect(await storedBooking(app, bookingId)).toEqual(before)
    expect(await edit({ advance: total, fullPayment: false }, OWNER)).toMatchObject({ ok: true })
    expect(await byMode()).toEqual({ upi: total / 100 - 799 })
    const [logged] = await app.context.db.select().from(auditLog).orderBy(desc(auditLog.at), desc(auditLog.id)).limit(1)
    expect(JSON.stringify(logged)).toContain(`${formatRupees(paise(total - rupees(799)))} in cash`)
  })

  test('takes the slot of a hold that ran out', async () => {
    await holdSlot(app, basicDraft(app.theatre))
    app.clock.advanceMinutes(15)
    expect(await place(basicDraft(app.theatre))).toMatchObject({ ok: true })
  })

  test('brings a known customer up to date', async () => {
    const number = '9845000002'
    await place(basicDraft(app.theatre, { customer: { name: 'Old Name', email: 'old@gmail.com', number } }))
    const customer = { name: 'New Name', email: '', number }
    await place(basicDraft(app.theatre, { customer, ...atCeleste(app.theatre) }))
    expect(await app.context.db.select().from(customers).where(eq(customers.number, number))).toMatchObject([
      { name: 'New Name', email: 'old@gmail.com' },
    ])
  })
})
