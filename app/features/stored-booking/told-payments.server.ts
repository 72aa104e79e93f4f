import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { payments } from '~/db/schema'
import { isReceived } from '~/domain/ledger'
import { type Paise, ZERO } from '~/domain/money'
import { type ToldPayment, toldInPlace } from '~/domain/told-money'
import { lockStoredBooking, type StoredBooking } from './stored-booking.server'

type PaymentRow = StoredBooking['payments'][number]

/** Writes down how much of some payments their customer knows; for all that is asked of payments nothing of them has changed by it. */
async function saveTold(tx: Transaction, rows: readonly Pick<ToldPayment, 'id' | 'told'>[]): Promise<void> {
  for (const { id, told } of rows)
    await tx
      .update(payments)
      .set({ told, updatedAt: sql`${payments.updatedAt}` })
      .where(eq(payments.id, id))
}

/** Staff have struck a payment out, and its customer is not written to of it: no later letter takes it back. */
export const strikeWithoutWord = (tx: Transaction, payment: string): Promise<void> =>
  saveTold(tx, [{ id: payment, told: ZERO }])

/**
 * An edit has struck payments out and entered some in their place, which stand for what was told of them; unless its customer is written to
 * of it, no later letter takes back what is left. Answers those that were entered.
 */
export async function editTold(
  tx: Transaction,
  struck: readonly PaymentRow[],
  entered: readonly PaymentRow[],
  tellCustomer: boolean,
): Promise<PaymentRow[]> {
  const moved = new Map(toldInPlace(struck, entered).map((row) => [row.id, row]))
  await saveTold(
    tx,
    tellCustomer ? [...moved.values()] : [...moved.values(), ...struck.map(({ id }) => ({ id, told: ZERO }))],
  )
  return entered.map((row) => moved.get(row.id) ?? row)
}

/**
 * A letter has gone, written when these were a booking's payments: its customer knows those that counted; of those that were struck out
 * they know no more where it `takesBack`. What an edit has entered meanwhile stands for what it struck out, as in `editTold`.
 */
export async function noteTold(
  tx: Transaction,
  bookingId: string,
  written: readonly PaymentRow[],
  { takesBack }: { takesBack: boolean },
): Promise<void> {
  const known = new Map(written.map((row) => [row.id, row]))
  const rows = (await lockStoredBooking(tx, bookingId))?.payments ?? []
  const told = new Map(rows.map((row) => [row.id, toldThen(row, known.get(row.id))]))
  const asTold = (row: PaymentRow) => ({ ...row, told: told.get(row.id) ?? row.told })
  // in the order in which they came, so that what is entered in the place of one is looked at after it
  for (const struck of rows.filter(({ voidedAt }) => voidedAt)) {
    const entered = rows.filter((row) => !known.has(row.id) && isEnteredAt(row, struck.voidedAt))
    for (const row of toldInPlace([asTold(struck)], entered.map(asTold))) told.set(row.id, row.told)
  }
  await saveTold(tx, rows.filter((row) => told.get(row.id) !== row.told).map(asTold))

  function toldThen(row: PaymentRow, then: PaymentRow | undefined): Paise {
    if (then && cameIn(then)) return row.amount
    return then && takesBack ? ZERO : row.told
  }
}

const cameIn = ({ status, voidedAt }: PaymentRow): boolean => isReceived({ status, voided: voidedAt !== null })

/** Whether a payment was entered by the edit that struck others out at that moment: what one edit does has one. */
const isEnteredAt = ({ mode, receivedAt }: PaymentRow, at: Date | null): boolean =>
  mode !== 'online' && receivedAt.getTime() === at?.getTime()
