import type { Transaction } from '~/db/client.server'
import { planDeskMoney } from '~/domain/desk-money'
import { type Struck, struckOut } from '~/domain/desk-refund'
import { type Paise, paise, sum } from '~/domain/money'
import { sumsOf } from '~/domain/refund-parts'
import { untoldOf } from '~/domain/told-money'
import { countedPayments, type DeskMoney, settleDeskMoney } from '~/features/money/desk-money.server'
import { refusedRefund } from '~/features/money/desk-refund.server'
import { owedOf, takeTasksBack, tasksTakenBack } from '~/features/money/return-owed.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { findStoredBooking, type StoredBooking } from '~/features/stored-booking/stored-booking.server'
import { editTold } from '~/features/stored-booking/told-payments.server'
import type { AppContext } from '~/platform/context.server'
import { returnChanged } from './cancel-booking.server'
import { RolledBack } from './staff-booking.server'

/** What staff say of a booking's money when they save an edit. */
export interface EditMoney extends DeskMoney {
  /** What the page said would go back. */
  shownReturn?: Paise
}

/**
 * Makes the ledger say what staff say, and judges what leaves by it: what is owed at the new total, and what is struck out of the
 * desk's money, which leaves the books as a refund does. Answers the booking as it is then, how much of what goes back is this edit's own
 * doing, and how much of what waited to be handed over it needs now; nothing is sent yet.
 *
 * @throws RolledBack when staff may not do that, or were shown another sum
 */
export async function settleEdit(
  context: AppContext,
  tx: Transaction,
  staff: ActingStaff,
  stored: StoredBooking,
  total: Paise,
  { shownReturn, ...money }: EditMoney,
): Promise<{ saved: StoredBooking; struck: Struck[]; own: Paise; needed: Paise }> {
  const { id, status } = stored
  const { taken, uncounted } = await takeTasksBack(context, tx, { ...stored, total }, staff.name)
  const unpaid = await settleDeskMoney(tx, { id, total, status }, money, staff, context.clock.now())
  if (unpaid) throw new RolledBack({ ...unpaid, step: 'payment' })
  const saved = await findStoredBooking(tx, id)
  if (!saved) throw new Error('A booking that was locked is gone.')
  const owed = sumsOf(owedOf(saved))
  if (shownReturn !== undefined && shownReturn !== owed.all)
    throw new RolledBack({ ...returnChanged(owed), step: 'payment' })
  const struck = struckOut(rowsOf(stored), rowsOf(saved))
  // what somebody else had begun and waited to be handed over leaves no second time; the desk's own is counted anew
  const own = paise(Math.max(0, owed.all - (taken - uncounted)))
  const beyond = refusedRefund(context, staff, sum([own, ...amountsOf(struck)]), saved, struck)
  if (beyond) throw new RolledBack({ ...beyond, step: 'payment' })
  return { saved, struck, own, needed: paise(Math.max(0, taken - owed.all)) }
}

/**
 * What would have been received if an edit were saved at that total, as `settleEdit` does it: what completed the payment stays, unless its
 * tick was taken away, and so does what went back of it. Where that is refused, what was typed.
 */
export function receivedAfter(stored: StoredBooking, total: Paise, money: DeskMoney, now: Date): Paise {
  const taken = tasksTakenBack({ ...stored, total })
  const rows = countedPayments(
    stored.payments,
    stored.refunds.filter((one) => !taken.includes(one)),
  )
  const plan = planDeskMoney(total, rows, money, now)
  if (!plan.ok) return money.advance
  const kept = rows.filter(({ payment }) => !plan.voided.includes(payment))
  return sum([...kept, ...plan.added].map(({ amount }) => amount))
}

/**
 * What an edit makes of the money that was received, for the letters that tell of it: what is entered is thanked for where its customer has
 * not heard of all of it, under whatever name.
 */
export async function moneySaid(tx: Transaction, before: StoredBooking, after: StoredBooking, tellCustomer: boolean) {
  const known = new Map(before.payments.map((one) => [one.id, one]))
  const struckNow = after.payments.filter(({ id, voidedAt }) => voidedAt && known.get(id)?.voidedAt === null)
  const added = after.payments.filter(({ id }) => !known.has(id))
  const entered = await editTold(tx, struckNow, added, tellCustomer)
  const paymentIds = entered.map(({ id }) => id)
  return {
    received: untoldOf(entered) > 0 ? { paymentIds, inPlace: struckNow.length > 0 } : undefined,
    less: paise(Math.max(0, before.received - after.received)),
  }
}

/** What each of the struck rows was worth. */
export const amountsOf = (struck: readonly Struck[]): Paise[] => struck.map(({ amount }) => amount)

/** What is struck out of the money of each place, as an edit makes `after` of `before`; by the location's id. */
export function struckByPlace(before: StoredBooking, after: StoredBooking): { locationId: string; struck: Struck[] }[] {
  const at = (booking: StoredBooking, place: string) => {
    const payments = booking.payments.filter(({ locationId }) => (locationId ?? booking.locationId) === place)
    return rowsOf({ payments })
  }
  const places = new Set([before.locationId, ...before.payments.map(({ locationId }) => locationId)])
  return [...places]
    .filter((place) => place !== null)
    .map((locationId) => ({ locationId, struck: struckOut(at(before, locationId), at(after, locationId)) }))
}

const rowsOf = ({ payments }: Pick<StoredBooking, 'payments'>) =>
  payments.map(({ amount, mode, voidedAt }) => ({ amount, mode, voided: voidedAt !== null }))
