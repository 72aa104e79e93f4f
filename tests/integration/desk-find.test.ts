import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings, moneyCases } from '~/db/schema'
import { countsAs } from '~/domain/booking-status'
import { deskDate } from '~/domain/desk-day'
import { inFindOrder } from '~/domain/find-order'
import { rupees } from '~/domain/money'
import type { Scope } from '~/domain/staff-role'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { exportBookings, exportPayments } from '~/features/booking-pages/booking-files.server'
import type { BookingFilter } from '~/features/booking-pages/booking-queries.server'
import { listBookings, listWholeBookings } from '~/features/booking-pages/bookings.server'
import { deskFind } from '~/features/front-desk/desk-find.server'
import { reconcilePayments } from '~/features/money/reconcile-payments.server'
import { assignPayment, sendBack } from '~/features/money/settle-money.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { takePayment } from '~/features/money/take-payment.server'
import { exportTill } from '~/features/money/till.server'
import { serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { askedMoney } from '../support/asked-money'
import { csvLines } from '../support/csv-lines'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { bookAtDesk, holdSlot, openOrder, purchase, storedBooking } from '../support/purchase'
import { atCeleste, basicDraft, date, OWNER } from '../support/theatre'

const ALL: Scope = { kind: 'all' }

onEachDatabase('what the front desk finds', (kind) => {
  const app = useApp(kind)
  const person = (name: string, number: string) => ({ customer: { name, email: 'someone@gmail.com', number } })
  const names = async (text: string, scope: Scope = ALL) =>
    (await deskFind(app.context, scope, text)).bookings.map(({ name }) => name)

  test('finds a booking by code, name or phone, within its scope, and no more than eight', async () => {
    await purchase(app, basicDraft(app.theatre, person('Asha Bhat', '9845000001')))
    await purchase(app, basicDraft(app.theatre, { ...atCeleste(app.theatre), ...person('Chitra', '9845000003') }))
    const { bookings: found, today } = await deskFind(app.context, ALL, ' asha ')
    expect(today).toBe('2027-03-01')
    expect(found).toEqual([
      expect.objectContaining({ name: 'Asha Bhat', number: '9845000001', status: 'booked', visit: expect.any(String) }),
    ])
    expect(await names(found[0]?.code ?? '')).toEqual(['Asha Bhat'])
    expect(await names('+91 98450 00003')).toEqual(['Chitra'])
    const own: Scope = { kind: 'location', locationId: app.theatre.locationId }
    expect(await names('984500', own)).toEqual(['Asha Bhat'])
    expect(await names('as')).toEqual([])
    expect(await names('')).toEqual([])

    for (let day = 10; day < 20; day++)
      await bookAtDesk(app, basicDraft(app.theatre, { ...person('Divya', '9845000004'), date: date(`2027-04-${day}`) }))
    expect(await names('divya')).toHaveLength(8)
  })

  test('finds today’s visits first, then the coming and the past ones, in the order of the rule, with what is due', async () => {
    const { slots } = app.theatre.aurora
    const asha = person('Asha Bhat', '9845000001')
    const book = async (day: string, time: '10:00' | '13:00' | '19:00' = '19:00') =>
      (await bookAtDesk(app, basicDraft(app.theatre, { ...asha, date: date(day), slotId: slots[time] }))).bookingId
    const cancel = async (id: string) => {
      expect(await cancelByStaff(app.context, OWNER, id, { reason: 'Ill', refund: 'none' })).toMatchObject({ ok: true })
    }
    // booked in no order of the visits; the clock is set on to the day that is today
    const past = await book('2027-03-02')
    const morning = await book('2027-03-05', '10:00')
    await book('2027-03-20')
    await book('2027-03-05')
    const earlier = await book('2027-03-03')
    await book('2027-03-06', '10:00')
    const off = await book('2027-03-05', '13:00')
    await cancel(off)
    await cancel(await book('2027-03-06'))
    await cancel(await book('2027-03-04'))
    app.clock.advanceMinutes(4 * 24 * 60 + 120)
    await app.context.db.update(bookings).set({ attendance: 'no-show' }).where(eq(bookings.id, past))

    const found = (await deskFind(app.context, ALL, '9845000001')).bookings
    const rows = await app.context.db.select().from(bookings)
    const byRule = rows
      .map((row) => ({
        ...{ id: row.id, day: deskDate('Asia/Kolkata', row.during.from), during: row.during },
        status: countsAs(row),
      }))
      .sort(inFindOrder(date('2027-03-05'), app.context.clock.now()))
    expect(found.map(({ id }) => id)).toEqual(byRule.slice(0, 8).map(({ id }) => id))
    expect(found[1]?.id).toBe(morning)
    expect(found.map(({ visit, status, due }) => [visit.slice(0, 5), status, due > 0])).toEqual([
      // the evening, and then the morning, which is over
      ['05/03', 'booked', true],
      ['05/03', 'booked', true],
      ['05/03', 'cancelled', false],
      ['06/03', 'booked', true],
      ['20/03', 'booked', true],
      ['06/03', 'cancelled', false],
      ['03/03', 'booked', true],
      // who did not come owes the desk nothing
      ['02/03', 'booked', false],
    ])
    expect(found.at(-2)?.id).toBe(earlier)
    // the limit cuts after the order
    await book('2027-03-30')
    await book('2027-03-31')
    expect((await names('9845000001')).length).toBe(8)
    expect((await deskFind(app.context, ALL, '9845000001')).bookings.map(({ visit }) => visit.slice(0, 5))).toEqual([
      ...['05/03', '05/03', '05/03', '06/03', '20/03', '30/03', '31/03', '06/03'],
    ])
  })

  test('finds a hold by code, name or phone while it keeps its slot, and says until when, as list, file and API do', async () => {
    const { slots } = app.theatre.aurora
    const asha = person('Asha Bhat', '9845000001')
    // one that staff hold for two hours, and one of somebody who is paying right now
    const held = await askedMoney(app).hold({}, { ...basicDraft(app.theatre, asha), attemptId: 'attempt-held' })
    const bela = person('Bela', '9845000002')
    await holdSlot(app, basicDraft(app.theatre, { ...bela, slotId: slots['10:00'] }))
    await purchase(app, basicDraft(app.theatre, { ...person('Asha Rao', '9845000003'), slotId: slots['13:00'] }))
    const { code } = await storedBooking(app, held.id)
    for (const text of [code, 'Asha Bhat', '98450 00001']) expect(await names(text), text).toEqual(['Asha Bhat'])
    expect((await deskFind(app.context, ALL, 'asha')).bookings).toMatchObject([
      { name: 'Asha Rao', status: 'booked', heldUntil: null },
      { name: 'Asha Bhat', status: 'pending', heldUntil: '2:00 PM', due: 0 },
    ])
    expect((await deskFind(app.context, ALL, '9845000002')).bookings).toMatchObject([{ heldUntil: '12:15 PM' }])
    const celeste: Scope = { kind: 'location', locationId: app.theatre.otherLocationId }
    expect(await names('asha', celeste)).toEqual([])

    const everywhere = async (filter: BookingFilter) => {
      const list = (await listBookings(app.context, ALL, filter)).bookings
      const file = (await csvLines(exportBookings(app.context, ALL, filter))).slice(1)
      const api = (await listWholeBookings(app.context, ALL, filter)).bookings
      const listed = list.map(({ customer }) => customer.name)
      expect(file.map((line) => line.split(',')[3])).toEqual(listed)
      expect(api.map(({ customerName }) => customerName)).toEqual(listed)
      return list.map(({ customer, heldUntil }) => [customer.name, heldUntil])
    }
    const found = await everywhere({ search: 'asha' })
    expect(found.sort()).toEqual([
      ['Asha Bhat', '2:00 PM'],
      ['Asha Rao', null],
    ])
    expect(await everywhere({ search: 'asha', status: 'booked' })).toEqual([['Asha Rao', null]])
    serveHere(app.context)
    const row = async (query: string) => {
      const page = await drawnPage({ at: '/admin/bookings', query, cookie: await signedIn(app, OWNER) })
      return page.querySelector('tbody')?.textContent ?? ''
    }
    expect(await row('?search=bhat')).toContain('held until 2:00 PM')

    // of everything the list is what stands or stood, as it was
    expect(await everywhere({})).toEqual([['Asha Rao', null]])

    // a hold that has run out keeps nothing, also while nothing has written that down
    app.clock.set('2027-03-01T06:45:00Z')
    expect([await names('bela'), await names('Asha Bhat')]).toEqual([[], ['Asha Bhat']])
    app.clock.set('2027-03-01T08:30:00Z')
    expect(await names('asha')).toEqual(['Asha Rao'])
    expect(await everywhere({ search: 'bhat' })).toEqual([])
    expect(await everywhere({ search: 'bhat', status: 'pending' })).toEqual([['Asha Bhat', null]])
  })

  test('finds money without a home by the bank’s number or the provider’s name, within its scope, with what became of it', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre, person('Asha Bhat', '9845000001')))
    const elsewhere = basicDraft(app.theatre, { ...atCeleste(app.theatre), ...person('Chitra', '9845000003') })
    const { orderId } = await openOrder(app, elsewhere)
    const unfitting = app.emulator.ledger.misfit(orderId, { amount: 12_300 })
    await applyGatewayTruth(app.context, orderId)
    const order = app.emulator.ledger.createOrder({ amount: 30_000, currency: 'INR', receipt: 'elsewhere' })
    const stray = app.emulator.pay(order.id, 'upi', 'success')
    app.clock.advanceMinutes(90)
    await reconcilePayments(app.context)
    await app.work()
    const cases = async (text: string | null | undefined, scope: Scope = ALL) =>
      (await deskFind(app.context, scope, text ?? '')).cases.map(({ title, detail }) => [title, detail])
    const { rrn } = stray.acquirer_data
    const open = ['₹300: A payment that no booking knows', 'waits for somebody, 01/03/2027, 1:30 PM']
    for (const text of [rrn, `RRN ${rrn?.slice(0, 4)} ${rrn?.slice(4)}`, stray.id])
      expect([text, await cases(text)]).toEqual([text, [open]])
    const here: Scope = { kind: 'location', locationId: app.theatre.locationId }
    const there: Scope = { kind: 'location', locationId: app.theatre.otherLocationId }
    // what belongs to no booking is the owner's; what was meant for a booking is of its location, as that booking
    expect([await cases(rrn, here), await cases(unfitting.id, here)]).toEqual([[], []])
    const misfit = unfitting.acquirer_data.rrn ?? ''
    expect(await cases(misfit, there)).toMatchObject([
      ['₹123: A payment that does not fit its order', expect.any(String)],
    ])
    expect([await names(misfit, there), await names(misfit, here)]).toEqual([['Chitra'], []])

    // once it is in a booking, that booking is what is found
    const [row] = await app.context.db.select().from(moneyCases).where(eq(moneyCases.reference, stray.id))
    const { code } = await storedBooking(app, bookingId)
    expect(await assignPayment(app.context, OWNER, row?.id ?? '', code)).toMatchObject({ ok: true })
    expect([await cases(rrn), await names(rrn ?? '')]).toEqual([[], ['Asha Bhat']])
    const [second] = await app.context.db.select().from(moneyCases).where(eq(moneyCases.reference, unfitting.id))
    expect(await sendBack(app.context, OWNER, second?.id ?? '')).toMatchObject({ ok: true })
    expect((await cases(misfit))[0]?.[1]).toMatch(/^LUM-\w+, sent back, 01\/03\/2027/)
  })

  test('finds it by what a bank, the provider or the desk calls its money, also where it never came to stand', async () => {
    const { bookingId, payment } = await purchase(app, basicDraft(app.theatre, person('Asha Bhat', '9845000001')))
    const taking = { amount: rupees(200), shown: rupees(500), mode: 'upi', reference: 'UTR 4321 9876 5012' } as const
    await takePayment(app.context, OWNER, bookingId, taking)
    await takePayment(app.context, OWNER, bookingId, { ...taking, shown: rupees(300), mode: 'cash', reference: '' })
    const elsewhere = basicDraft(app.theatre, { ...atCeleste(app.theatre), ...person('Chitra', '9845000005') })
    const { orderId } = await openOrder(app, elsewhere)
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Ill', refund: 'full' })
    await app.work()
    const { refunds, payments } = await storedBooking(app, bookingId)
    const online = payments.find(({ mode }) => mode === 'online')
    const refund = refunds.find(({ mode }) => mode === 'online')
    for (const text of [
      ...['432198765012', '4321 9876 5012', 'utr: 432198765012', '98765012', 'UTR 4321.9876', '5012'],
      ...[payment.id, ` ${payment.id}`, online?.bankReference, online?.providerPaymentId, refund?.providerRefundId],
    ])
      expect([text, await names(text ?? '')]).toEqual([text, ['Asha Bhat']])
    expect(await names(orderId)).toEqual(['Chitra'])
    const own: Scope = { kind: 'location', locationId: app.theatre.locationId }
    expect([await names(orderId, own), await names('432198765012', own)]).toEqual([[], ['Asha Bhat']])
    expect(await names('432198765013')).toEqual([])

    // and the files name what the bank's list names
    for (const filter of [{}, { search: '432198765012' }, { dateOf: 'paid-on' as const, from: date('2027-03-01') }]) {
      const [head = '', ...rows] = (await csvLines(exportPayments(app.context, ALL, filter))).map((row) =>
        row.split(','),
      )
      const at = head.indexOf('Reference')
      const named = rows.filter((row) => row[3] === 'payment').map((row) => row[at])
      expect(named).toEqual([online?.bankReference, 'UTR 4321 9876 5012', ''])
    }
    const till = await csvLines(exportTill(app.context, ALL, undefined, date('2027-03-01')))
    expect(till.find((row) => row.includes(',upi,'))).toMatch(/,UTR 4321 9876 5012,2027-03-01$/)
    expect((await csvLines(exportBookings(app.context, ALL, { search: orderId }))).slice(1)).toHaveLength(1)

    // what is written as no bank writes it is found as it was typed, and brings nothing else along
    const upi = basicDraft(app.theatre, { date: date('2027-03-20'), ...person('Divya', '9845000004') })
    const { bookingId: other } = await purchase(app, upi)
    await takePayment(app.context, OWNER, other, { ...taking, reference: 'AXIS/9845000003@ybl' })
    expect([await names('axis/98450', own), await names('9845000003@ybl')]).toEqual([['Divya'], ['Divya']])
    expect(await names('9845000003')).toEqual(['Divya'])
  })
})
