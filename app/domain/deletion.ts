import type { Attendance, BookingSource, BookingStatus } from './booking-status'
import { isStaffHold } from './hold'
import { formatRupees, type Paise, ZERO } from './money'
import type { InstantRange } from './slots'

/** What staff would delete: a hold of theirs or of a customer who pays, or a visit by how far it is. */
export type Deletion = 'hold' | 'held-online' | 'visit' | 'begun' | 'over'

/** As what a booking or hold would be deleted now. */
export function deletionOf(
  { status, source, during }: { status: BookingStatus; source: BookingSource; during: InstantRange },
  now: Date,
): Deletion {
  if (status === 'pending') return isStaffHold({ status, source }) ? 'hold' : 'held-online'
  if (during.to <= now) return 'over'
  return during.from <= now ? 'begun' : 'visit'
}

/** What the policy says is about visits to come, and of no other deletion. */
export const isUnderPolicy = (deletion: Deletion): boolean => deletion !== 'begun' && deletion !== 'over'

/**
 * What deleting it writes off (rule K19): what is still due of a visit that has begun. Of one to come nothing: who does not come owes no
 * more.
 */
export const writtenOffBy = (deletion: Deletion, remaining: Paise): Paise =>
  isUnderPolicy(deletion) ? ZERO : remaining

interface Deleted {
  attendance: Attendance
  /** What it writes off. */
  written?: Paise
  /** Where its customer is written to; empty where no address is known. */
  mail: string
}

/** What deleting it does (rules K6, E26), for whoever is about to. */
export function deletionWords(deletion: Deletion, { attendance, written = ZERO, mail }: Deleted): string {
  const told = mail ? 'the customer is told' : 'nobody tells the customer, of whom no e-mail address is known'
  const came = attendance === 'arrived' ? ', and its guests came' : ''
  const unpaid =
    written > 0 ? ` ${formatRupees(written)} of it is still due, and nobody will be asked for it any more.` : ''
  const outOfIncome = `If you Delete this booking its visit is taken out of the income of booked visits and ${told}. The booking stays in the list as cancelled.${unpaid}`
  switch (deletion) {
    case 'hold':
      return `The slot is free again and ${told}. The hold leaves the list.`
    case 'held-online':
      return 'The slot is free again. The customer, who has not paid yet, is not told. The hold leaves the list.'
    case 'visit':
      return `If you Delete this booking its slot is free again and ${told}. The booking stays in the list as cancelled.`
    case 'begun':
      return `The visit has begun${came}: nobody else can have its slot. ${outOfIncome}`
    case 'over':
      return `The visit is over${came}. ${outOfIncome}`
  }
}
