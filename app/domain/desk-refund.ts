import { formatRupees, type Paise, paise, ZERO } from './money'
import { roleMay, type StaffRole } from './staff-role'

/** Why somebody may not send so much of a booking back, beside what the desk sent `before`; undefined when they may (rule K19). */
export function refundFault(
  role: StaffRole,
  amount: Paise,
  deskLimit: Paise,
  before: Paise = ZERO,
): string | undefined {
  if (roleMay(role, 'refund-any-sum') || amount === 0 || paise(before + amount) <= deskLimit) return undefined
  const known = before > 0 ? `, and ${formatRupees(before)} went back already` : ''
  return `The front desk sends back ${formatRupees(deskLimit)} at most of a booking${known}. Please ask an admin of the location.`
}
