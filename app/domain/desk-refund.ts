import { formatRupees, type Paise } from './money'
import { roleMay, type StaffRole } from './staff-role'

/** Why somebody may not send so much back with one press; undefined when they may (rule K19). */
export function refundFault(role: StaffRole, amount: Paise, deskLimit: Paise): string | undefined {
  if (roleMay(role, 'refund-any-sum') || amount <= deskLimit) return undefined
  return `The front desk sends back ${formatRupees(deskLimit)} at most. Please ask an admin of the location.`
}
