import { eq, inArray } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { type bookings, payments, refunds } from '~/db/schema'
import { type CountedPayment, type DeskRefusal, type MoneyForm, planDeskMoney } from '~/domain/desk-money'
import { isReceived, type LedgerState, ledgerOf } from '~/domain/ledger'
import { type Paise, sum, ZERO } from '~/domain/money'
import type { DeskMode } from '~/domain/payment-mode'
import { refundableOf } from '~/domain/refund-life'
import type { Refused } from '~/domain/result'

/** What staff say about a booking's money: `advance` is all that was received besides the completing payment. */
export interface DeskMoney extends MoneyForm {
  /** How money that is new came in, and what a smaller advance leaves of a payment. */
  mode: DeskMode
  /** Nobody said how it came: what a smaller advance leaves stays in the way, and under the reference, of its payment. */
  modeUnsaid?: boolean
  /** By what it is found again, as the number of a UPI payment. */
  reference?: string
}

type BookingRow = typeof bookings.$inferSelect
type PaymentRow = typeof payments.$inferSelect
type RefundRow = typeof refunds.$inferSelect

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

/** The payments that were received and are not struck out. */
export const receivedOf = <Row extends Pick<PaymentRow, 'status' | 'voidedAt'>>(rows: readonly Row[]): Row[] =>
  rows.filter(({ status, voidedAt }) => isReceived({ status, voided: voidedAt !== null }))

/** The payments of a booking that count, each with what of it has not gone back and is not on its way. */
export function countedPayments(rows: readonly PaymentRow[], back: readonly RefundRow[]): CountedPayment[] {
  return receivedOf(rows).map(({ id, mode, purpose, amount, fee, receivedAt }) => {
    const own = back.filter(({ paymentId }) => paymentId === id)
    const online = mode === 'online'
    return {
      payment: id,
      online,
      completes: purpose === 'balance' && !online,
      receivedAt,
      amount,
      held: refundableOf(amount, own),
      fee: fee ?? ZERO,
    }
  })
}

/** The money fields of the edit form as they stand: what was received, and whether a completing payment was recorded. */
export function deskMoneyOf(
  booking: Pick<BookingRow, 'total' | 'status'>,
  rows: readonly PaymentRow[],
  back: readonly RefundRow[],
): { advance: Paise; fullPayment: boolean } {
  const others = countedPayments(rows, back).filter(({ completes }) => !completes)
  return {
    advance: sum(others.map(({ amount }) => amount)),
    fullPayment: ledgerOfRows(booking, rows, back).state === 'paid',
  }
}

/** Makes the ledger say what staff say, as `planDeskMoney` has it. */
export async function settleDeskMoney(
  tx: Transaction,
  booking: Pick<BookingRow, 'id' | 'total' | 'status'>,
  { mode, modeUnsaid, reference = '', entry, ...form }: DeskMoney & { entry?: string },
  staff: { id: string },
  now: Date,
): Promise<Refused<DeskRefusal> | undefined> {
  const rows = await tx.select().from(payments).where(eq(payments.bookingId, booking.id))
  const back = await tx.select().from(refunds).where(eq(refunds.bookingId, booking.id))
  const plan = planDeskMoney(booking.total, countedPayments(rows, back), form, now)
  if (!plan.ok) return plan
  const { voided, added } = plan
  await tx.update(payments).set({ voidedAt: now, voidedBy: staff.id }).where(inArray(payments.id, voided))
  if (added.length) {
    const received = {
      ...{ bookingId: booking.id, mode, status: 'captured' as const, note: reference },
      ...{ recordedBy: staff.id, receivedAt: now },
    }
    const named = entry && !(await tx.$count(payments, eq(payments.id, entry))) ? { id: entry } : {}
    const values = added.map(({ rest, ...row }, nth) => {
      const left = rows.find(({ id }) => id === rest)
      const way = left && modeUnsaid ? { mode: left.mode, note: left.note } : {}
      // what is left of a payment stays in the till of its place (rule M25), also when the booking has gone to another one
      const locationId = left?.locationId ?? null
      return { ...received, ...row, ...way, locationId, ...(nth === 0 && named) }
    })
    await tx.insert(payments).values(values)
  }
  return undefined
}
