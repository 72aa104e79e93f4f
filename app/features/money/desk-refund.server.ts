import { refundFault } from '~/domain/desk-refund'
import type { Paise } from '~/domain/money'
import type { Refused } from '~/domain/result'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import type { AppContext } from '~/platform/context.server'

/** Refuses to send back more than this member of staff may; asked wherever staff send money back. */
export function refusedRefund(
  { business }: Pick<AppContext, 'business'>,
  { role }: Pick<ActingStaff, 'role'>,
  amount: Paise,
): Refused<'beyond-desk'> | undefined {
  const message = refundFault(role, amount, business.deskRefundLimit)
  return message === undefined ? undefined : { ok: false, reason: 'beyond-desk', message }
}
