import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { locations, payments, tillClosings } from '~/db/schema'
import { rupees, toRupeeNumber } from '~/domain/money'
import type { Scope } from '~/domain/staff-role'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { exportPayments } from '~/features/booking-pages/booking-files.server'
import { closeDay } from '~/features/money/close-till.server'
import { reconcilePayments } from '~/features/money/reconcile-payments.server'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import { exportTill, tillDay } from '~/features/money/till.server'
import { useApp } from '../support/app'
import { csvLines } from '../support/csv-lines'
import { onEachDatabase } from '../support/database'
import { moneyPage } from '../support/open-money'
import { bookAtDesk, purchase, takeCash } from '../support/purchase'
import { atCeleste, basicDraft, date, OWNER } from '../support/theatre'

const ALL: Scope = { kind: 'all' }
const [MONDAY, TUESDAY, WEDNESDAY] = [date('2027-03-01'), date('2027-03-02'), date('2027-03-03')]

/** What amounts come to at each place by its name; what is of none has an empty one. */
function byPlace(rows: readonly (readonly [place: string, amount: number])[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [place, amount] of rows) sums[place] = (sums[place] ?? 0) + amount
  return sums
}

/** A comma between two cells, not in the quotes of one. */
const COMMA = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/

/** The same of a file's lines. */
async function sumsOfFile(file: AsyncIterable<string>) {
  const [head = [], ...rows] = (await csvLines(file)).map((line) => line.split(COMMA))
  const [place, amount] = [head.indexOf('Location'), head.indexOf('Amount')]
  return byPlace(rows.map((row) => [row[place] ?? '', Number(row[amount])]))
}

onEachDatabase('the till and the file of payments', (kind) => {
  const app = useApp(kind)
  const { press, seen } = moneyPage(app)

  /** Three days at two places, with all that moves a sum from one day or place to another. */
  async function threeDays() {
    const { context, clock, theatre } = app
    const moved = await purchase(app, basicDraft(theatre))
    await takeCash(app, moved.bookingId, 200, 500)
    const stays = await bookAtDesk(app, basicDraft(theatre, atCeleste(theatre)), 999)
    // one in the morning: of the evening before, but where the till was closed at midnight
    clock.set('2027-03-01T19:30:00Z')
    await takeCash(app, moved.bookingId, 100, 300)
    await takeCash(app, stays.bookingId, 150, 500)
    const indiranagar = { id: theatre.otherLocationId, name: 'Indiranagar' }
    const counted = { date: MONDAY, openingFloat: rupees(0), counted: rupees(0), reason: 'Not counted' }
    expect(await closeDay(context, OWNER, indiranagar, counted)).toMatchObject({ ok: true })
    await context.db.update(tillClosings).set({ endsHour: 0 })

    clock.set('2027-03-02T06:30:00Z')
    const begun = await findEditable(context, OWNER, moved.bookingId)
    if (!begun) throw new Error('The booking is gone.')
    const edit = { ...begun.money, mode: 'cash' as const, note: '', movedFor: 'family' as const }
    const draft = { ...begun.draft, ...atCeleste(theatre), date: date('2027-03-20') }
    expect(await updateBooking(context, OWNER, moved.bookingId, begun.version, draft, edit)).toMatchObject({ ok: true })
    await takeCash(app, moved.bookingId, 200, 200)
    const order = app.emulator.ledger.createOrder({ amount: 30_000, currency: 'INR', receipt: 'elsewhere' })
    app.emulator.pay(order.id, 'upi', 'success')
    clock.advanceMinutes(90)
    await reconcilePayments(context)
    await app.work()
    const [stray] = (await seen()).payments
    expect(await press({ intent: 'send-back', id: stray?.id ?? '' })).toMatchObject({ ok: true })

    // what belongs to no booking went out a day after it came in
    clock.set('2027-03-03T06:30:00Z')
    await app.work()
    await cancelByStaff(context, OWNER, moved.bookingId, { reason: 'Ill', refund: 'full' })
    await app.work()
    const [wrong] = await context.db
      .select()
      .from(payments)
      .where(eq(payments.amount, rupees(150)))
    expect(await strikeOutPayment(context, OWNER, stays.bookingId, wrong?.id ?? '')).toMatchObject({ ok: true })
    await context.db
      .update(locations)
      .set({ name: 'Koramangala 5th Block' })
      .where(eq(locations.id, theatre.locationId))
  }

  test('come to the same at each place, on each day and on all of them', async () => {
    await threeDays()
    const { context, theatre } = app
    const filed = (from: typeof MONDAY, to: typeof MONDAY) =>
      sumsOfFile(exportPayments(context, ALL, { dateOf: 'paid-on', from, to }))
    const days = []
    for (const day of [MONDAY, TUESDAY, WEDNESDAY]) {
      const { movements } = await tillDay(context, ALL, undefined, day)
      const sums = byPlace(movements.map(({ location, amount }) => [location ?? '', toRupeeNumber(amount)]))
      expect([day, await filed(day, day)]).toEqual([day, sums])
      expect([day, await sumsOfFile(exportTill(context, ALL, undefined, day))]).toEqual([day, sums])
      // and the page of each place says what it is said to have among all
      for (const { id, name } of [
        { id: theatre.locationId, name: 'Koramangala 5th Block' },
        { id: theatre.otherLocationId, name: 'Indiranagar' },
      ])
        expect([day, name, (await tillDay(context, ALL, { id, name }, day)).net]).toEqual([
          day,
          name,
          rupees(sums[name] ?? 0),
        ])
      days.push(sums)
    }
    expect(days).toEqual([
      { 'Koramangala 5th Block': 1_299, Indiranagar: 999 },
      { Indiranagar: 350, '': 300 },
      { Indiranagar: -1_149, '': -300 },
    ])
    expect(await filed(MONDAY, WEDNESDAY)).toEqual(byPlace(days.flatMap(Object.entries)))
  })
})
