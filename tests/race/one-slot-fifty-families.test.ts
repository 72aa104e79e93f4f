import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '~/db/client.server'
import { LOCKS } from '~/db/locks'
import { bookings, refunds, screenSlots } from '~/db/schema'
import { inScreenTransaction } from '~/db/transaction.server'
import { rupees } from '~/domain/money'
import { findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { placeStaffBooking } from '~/features/booking/staff-booking.server'
import { startPayment } from '~/features/money/checkout.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { useApp } from '../support/app'
import { addressOf, onPostgres } from '../support/database'
import { closedGate } from '../support/gate'
import {
  comeBack,
  holdSlot,
  mailsOf,
  openOrder,
  pressPay,
  purchase,
  sendWebhook,
  storedBooking,
} from '../support/purchase'
import { from } from '../support/request-from'
import { atCeleste, basicDraft, date, OWNER, time, VISIT } from '../support/theatre'

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

onPostgres('many people at once', () => {
  const app = useApp('postgres')

  const blocking = () =>
    app.context.db.select({ id: bookings.id }).from(bookings).where(sql`${bookings.status} in ('pending', 'booked')`)

  test('of fifty families who want one slot exactly one gets it, the others are told', async () => {
    const answers = await Promise.all(times(50, () => pressPay(app, basicDraft(app.theatre))))
    const reasons = answers.map((answer) => (answer.ok ? 'held' : answer.reason))
    expect(reasons.filter((one) => one === 'held')).toHaveLength(1)
    expect(reasons.filter((one) => one === 'slot-taken')).toHaveLength(49)
    expect(await blocking()).toHaveLength(1)
  })

  test('fifty families over all slots of two screens fill every slot once', async () => {
    const { aurora } = app.theatre
    const starts = Object.keys(aurora.slots)
    const wishes = times(50, (index) => {
      const start = starts[index % starts.length] ?? ''
      return index % 2 ? { slotId: aurora.slots[start] } : atCeleste(app.theatre, start)
    })
    const answers = await Promise.all(wishes.map((wish) => pressPay(app, basicDraft(app.theatre, wish))))
    const held = new Set(wishes.map(({ slotId }) => slotId)).size
    expect(answers.filter(({ ok }) => ok)).toHaveLength(held)
    expect(await blocking()).toHaveLength(held)
  })

  test('overlapping slots that start at different times are sold once', async () => {
    const { id: screenId } = app.theatre.aurora
    const overlapping = times(8, (index) => ({
      id: `overlap-${index}`,
      screenId,
      from: time(`0${index + 1}:00`),
      to: time('09:30'),
    }))
    await app.context.db.insert(screenSlots).values(overlapping)
    const answers = await Promise.all(
      overlapping.map(({ id }) => pressPay(app, basicDraft(app.theatre, { slotId: id }))),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('a slot past midnight and the next day’s first slot are not both sold', async () => {
    const { id: screenId, slots } = app.theatre.aurora
    await app.context.db.insert(screenSlots).values({ id: 'early', screenId, from: time('00:00'), to: time('02:00') })
    const night = { slotId: slots['22:30'] }
    const early = { slotId: 'early', date: date('2027-03-13') }
    const answers = await Promise.all(
      times(20, (index) => pressPay(app, basicDraft(app.theatre, index % 2 ? night : early))),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  /** Another server on the same database: it does not queue behind the first one's own visitors. */
  async function secondServer() {
    const client = await openDatabase({ url: await addressOf(app.context.client) })
    return { ...app, context: { ...app.context, client, db: client.db } }
  }

  /** How many wait for the lock of a screen. */
  const waiting = () =>
    app.context.db.$count(
      sql`pg_locks where locktype = 'advisory' and not granted
          and classid = ${LOCKS.screen.number} and database = (select oid from pg_database where datname = current_database())`,
    )

  test('two screens do not wait for each other', async () => {
    const gate = closedGate()
    const other = await secondServer()
    const begun = closedGate()
    const busy = inScreenTransaction(app.context.db, app.theatre.aurora.id, () => {
      begun.open()
      return gate.opened
    })
    await begun.opened
    const elsewhere = await pressPay(other, basicDraft(app.theatre, atCeleste(app.theatre)))
    expect(elsewhere).toMatchObject({ ok: true })
    expect(await waiting()).toBe(0)
    const here = pressPay(other, basicDraft(app.theatre))
    await expect.poll(waiting).toBe(1)
    gate.open()
    await busy
    expect(await here).toMatchObject({ ok: true })
    await other.context.client.close()
  })

  test('two servers on one database sell a slot once', async () => {
    const other = await secondServer()
    const answers = await Promise.all(times(20, (index) => pressPay(index % 2 ? app : other, basicDraft(app.theatre))))
    await other.context.client.close()
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('twenty presses of one attempt are one hold, and five of its orders one order', async () => {
    const draft = basicDraft(app.theatre)
    const answers = await Promise.all(times(20, () => pressPay(app, draft)))
    expect(new Set(answers.map((answer) => answer.ok && answer.bookingId)).size).toBe(1)
    const [first] = answers
    const attemptId = first?.ok ? (first.attemptId ?? '') : ''
    const orders = await Promise.all(times(5, () => startPayment(app.context, attemptId)))
    expect(new Set(orders.map((order) => order.ok && order.orderId)).size).toBe(1)
    expect(app.emulator.ledger.orders.size).toBe(1)
  })

  test('one attempt on two screens at once ends with one hold', async () => {
    const draft = basicDraft(app.theatre)
    await Promise.all([pressPay(app, draft), pressPay(app, { ...draft, ...atCeleste(app.theatre) })])
    expect(await blocking()).toHaveLength(1)
  })

  test('one attempt of staff’s on two screens at once ends with one booking, and the other is told', async () => {
    const money = { advance: rupees(0), mode: 'cash' as const, note: '' }
    for (let round = 0; round < 5; round++) {
      const draft = basicDraft(app.theatre, { date: date(`2027-03-${15 + round}`) })
      const there = { ...draft, ...atCeleste(app.theatre) }
      const answers = await Promise.all([draft, there].map((one) => placeStaffBooking(app.context, OWNER, one, money)))
      expect(answers.map((answer) => (answer.ok ? 'placed' : answer.reason)).sort()).toEqual([
        'placed',
        'placed-already',
      ])
      expect(await blocking()).toHaveLength(round + 1)
    }
  })

  test('a network never holds more than four slots', async () => {
    const starts = Object.keys(app.theatre.aurora.slots)
    const wishes = starts.flatMap((start) => [
      { slotId: app.theatre.aurora.slots[start] },
      atCeleste(app.theatre, start),
    ])
    const answers = await Promise.all(
      wishes.map((wish) => from('203.0.113.7', () => pressPay(app, basicDraft(app.theatre, wish)))),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(4)
    expect(answers.filter((one) => !one.ok && one.reason === 'too-many-holds')).toHaveLength(4)
  })

  test('browser, three webhooks and the poller at once make one booking and one mail', async () => {
    const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
    const payment = app.emulator.pay(orderId, 'upi', 'success')
    await Promise.all([
      comeBack(app, payment),
      ...times(3, () => sendWebhook(app, 'order.paid', payment, { eventId: 'evt_thrice' })),
      sendWebhook(app, 'payment.captured', payment),
      ...times(3, () => applyGatewayTruth(app.context, orderId)),
    ])
    await Promise.all([app.work(), app.work()])
    const { status, payments, events } = await storedBooking(app, bookingId)
    expect(status).toBe('booked')
    expect(payments).toHaveLength(1)
    expect(events).toEqual(['held', 'payment-received', 'paid'])
    expect(await mailsOf(app, 'confirmation')).toBe(1)
    expect(app.mailbox.mails).toHaveLength(1)
  })

  test('money at the moment the hold ends and somebody else wants the slot: one party, no money lost', async () => {
    for (let round = 0; round < 8; round++) {
      const day = { date: date(`2027-04-0${round + 1}`) }
      const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre, day))
      app.emulator.pay(orderId, 'upi', 'success')
      app.clock.advanceMinutes(15)
      const [settled, other] = await Promise.all([
        applyGatewayTruth(app.context, orderId),
        pressPay(app, basicDraft(app.theatre, day)),
        tidyHolds(app.context),
      ])
      const { status } = await storedBooking(app, bookingId)
      const back = await app.context.db.select().from(refunds).where(eq(refunds.bookingId, bookingId))
      expect(settled.ok).toBe(true)
      expect({ status, other: other.ok, back: back.length }).toEqual(
        other.ok ? { status: 'expired', other: true, back: 1 } : { status: 'booked', other: false, back: 0 },
      )
    }
  })

  test('two of the staff move bookings into one slot: one of them is refused', async () => {
    const { slots } = app.theatre.aurora
    const ids = await Promise.all(
      [slots['10:00'], slots['13:00']].map(
        async (slotId) => (await purchase(app, basicDraft(app.theatre, { slotId }))).bookingId,
      ),
    )
    const answers = await Promise.all(
      ids.map(async (id) => {
        const open = await findEditable(app.context, OWNER, id)
        if (!open) throw new Error('The booking cannot be opened.')
        const draft = { ...open.draft, slotId: slots['19:00'] }
        const edit = { ...open.money, mode: 'cash', note: '', movedFor: 'business' } as const
        return updateBooking(app.context, OWNER, id, open.version, draft, edit)
      }),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: 'slot-taken' })
  })

  test('two saves of one version: one of them is refused as stale', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const open = await findEditable(app.context, OWNER, bookingId)
    if (!open) throw new Error('The booking cannot be opened.')
    const answers = await Promise.all(
      ['Ananya', 'Diya'].map((celebrantName) =>
        updateBooking(
          app.context,
          OWNER,
          bookingId,
          open.version,
          { ...open.draft, celebrantName },
          {
            ...open.money,
            fullPayment: true,
            mode: 'cash',
            note: '',
          },
        ),
      ),
    )
    expect(answers.map((answer) => (answer.ok ? 'saved' : answer.reason)).sort()).toEqual(['saved', 'stale'])
    expect((await storedBooking(app, bookingId)).payments).toHaveLength(2)
  })

  test('staff at the front desk and families online want one slot: one party', async () => {
    const money = { advance: rupees(0), mode: 'cash' as const, note: '' }
    const answers = await Promise.all(
      times(20, (index) =>
        index % 2
          ? pressPay(app, basicDraft(app.theatre))
          : placeStaffBooking(app.context, OWNER, basicDraft(app.theatre), money),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('holds that ran out are taken over by one of many', async () => {
    await holdSlot(app, basicDraft(app.theatre))
    app.clock.advanceMinutes(15)
    const [answers] = await Promise.all([
      Promise.all(times(20, () => pressPay(app, basicDraft(app.theatre)))),
      ...times(5, () => tidyHolds(app.context)),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const rows = await app.context.db.select().from(bookings).where(eq(bookings.visitDate, VISIT))
    expect(rows.map(({ status }) => status).sort()).toEqual(['expired', 'pending'])
  })
})
