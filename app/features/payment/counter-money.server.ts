import { eq, inArray } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { type bookings, payments, refunds } from '~/db/schema'
import { type LedgerState, ledgerOf } from '~/domain/ledger'
import { formatRupees, type Paise, paise, sum } from '~/domain/money'
import type { Refused } from '~/domain/result'

export type CounterMode = 'cash' | 'upi' | 'card'
export type CounterRefusal = 'advance-above-total' | 'advance-below-received'

/** What staff say about a booking's money: `advance` is all that was received besides the completing payment. */
export interface CounterMoney {
  advance: Paise
  /** The "payment completed" tick: set, taken away, or (undefined) as it was. */
  fullPayment?: boolean
  /** How money that is new came in. */
  mode: CounterMode
}

type BookingRow = typeof bookings.$inferSelect
type PaymentRow = typeof payments.$inferSelect
type RefundRow = typeof refunds.$inferSelect

const counts = ({ voidedAt, status }: PaymentRow) =>
  voidedAt === null && (status === 'captured' || status === 'refunded')
const atCounter = ({ mode }: PaymentRow) => mode !== 'online'
const completes = (row: PaymentRow) => row.purpose === 'balance' && atCounter(row)
const totalOf = (rows: readonly PaymentRow[]): Paise => sum(rows.map(({ amount }) => amount))

/** What the "payment completed" tick has recorded. */
export const completingOf = (rows: readonly PaymentRow[]): Paise => totalOf(rows.filter(counts).filter(completes))

/** Where a booking's money stands, from its rows. */
export const ledgerOfRows = (
  booking: Pick<BookingRow, 'total' | 'status'>,
  rows: readonly PaymentRow[],
  back: readonly RefundRow[],
): LedgerState =>
  ledgerOf(
    booking,
    rows.map(({ amount, status, voidedAt }) => ({ amount, status, voided: voidedAt !== null })),
    back,
  )

/** The money fields of the edit form as they stand: what was received, and whether a completing payment was recorded. */
export function counterMoneyOf(
  booking: Pick<BookingRow, 'total' | 'status'>,
  rows: readonly PaymentRow[],
  back: readonly RefundRow[],
): { advance: Paise; fullPayment: boolean } {
  const counted = rows.filter(counts)
  return {
    advance: totalOf(counted.filter((row) => !completes(row))),
    fullPayment: ledgerOfRows(booking, rows, back).state === 'paid',
  }
}

/**
 * Makes the ledger say what staff say, by new rows and voided ones, never by changing one (decisions.md Money): a higher
 * advance adds a row, a lower one voids what was taken at the counter, the tick adds a completing payment, un-ticking
 * voids it. Money that came online can only be refunded.
 */
export async function settleCounterMoney(
  tx: Transaction,
  booking: Pick<BookingRow, 'id' | 'total' | 'status'>,
  { advance, fullPayment, mode }: CounterMoney,
  staff: { id: string },
  now: Date,
): Promise<Refused<CounterRefusal> | undefined> {
  const { rows, back } = await readLedger(tx, booking.id)
  const counted = rows.filter(counts)
  const others = counted.filter((row) => !completes(row))
  const received = totalOf(others)
  if (advance > booking.total && advance > received) {
    const message = `Advance can be at most the total, ${formatRupees(booking.total)}`
    return { ok: false, reason: 'advance-above-total', message }
  }
  const add = (amount: Paise, purpose: 'advance' | 'balance') =>
    tx.insert(payments).values({
      bookingId: booking.id,
      mode,
      status: 'captured',
      purpose,
      amount,
      recordedBy: staff.id,
      receivedAt: now,
    })
  const cancel = async (gone: readonly PaymentRow[]) => {
    const ids = gone.map(({ id }) => id)
    if (!ids.length) return
    await tx.update(payments).set({ voidedAt: now, voidedBy: staff.id }).where(inArray(payments.id, ids))
  }
  if (advance < received) {
    // what was given back in part stays as it is
    const loose = others.filter((row) => atCounter(row) && !back.some(({ paymentId }) => paymentId === row.id))
    const fixed = paise(received - totalOf(loose))
    if (advance < fixed) {
      const message = `${formatRupees(fixed)} has been received already; money is given back by a refund`
      return { ok: false, reason: 'advance-below-received', message }
    }
    await cancel(loose)
    if (advance > fixed) await add(paise(advance - fixed), 'advance')
  }
  if (advance > received) await add(paise(advance - received), 'advance')
  if (fullPayment === false) await cancel(counted.filter(completes))
  const after = await readLedger(tx, booking.id)
  const { remaining } = ledgerOfRows(booking, after.rows, after.back)
  if (fullPayment && remaining > 0) await add(remaining, 'balance')
  return undefined
}

async function readLedger(tx: Transaction, bookingId: string) {
  const rows = await tx.select().from(payments).where(eq(payments.bookingId, bookingId))
  const back = await tx.select().from(refunds).where(eq(refunds.bookingId, bookingId))
  return { rows, back }
}
