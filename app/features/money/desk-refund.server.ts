import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { bookings } from '~/db/schema'
import { refundFault, type Struck } from '~/domain/desk-refund'
import { type Paise, ZERO } from '~/domain/money'
import type { Refused } from '~/domain/result'
import { roleMay } from '~/domain/staff-role'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import type { AppContext } from '~/platform/context.server'

/**
 * Refuses to send back more of a booking than this member of staff may, with what the front desk has sent back of it before; asked
 * wherever staff send money back, while the booking is locked. `struck` is what of the amount an edit strikes out.
 */
export function refusedRefund(
  { business }: Pick<AppContext, 'business'>,
  { role }: Pick<ActingStaff, 'role'>,
  amount: Paise,
  { deskReturned }: { deskReturned: Paise } = { deskReturned: ZERO },
  struck: readonly Struck[] = [],
): Refused<'beyond-desk'> | undefined {
  const message = refundFault(role, amount, business.deskRefundLimit, deskReturned, struck)
  return message === undefined ? undefined : { ok: false, reason: 'beyond-desk', message }
}

/** Counts what the front desk sends back of a booking, so that several presses come to no more than one may. */
export async function noteDeskRefund(
  tx: Transaction,
  { role }: Pick<ActingStaff, 'role'>,
  bookingId: string,
  amount: Paise,
): Promise<void> {
  if (roleMay(role, 'refund-any-sum') || amount === 0) return
  const deskReturned = sql`${bookings.deskReturned} + ${amount}`
  await tx.update(bookings).set({ deskReturned }).where(eq(bookings.id, bookingId))
}
