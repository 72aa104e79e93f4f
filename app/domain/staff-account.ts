import { NAME_MAX, PHONE_FAULT } from './customer-details'
import { isSuperAdmin, type StaffRole } from './staff-role'
import { isBlank } from './visible-text'

/** How long a mailed link works: one for a forgotten password in minutes (rule L7), that of an invitation in days (rule K18). */
export const RESET_MINUTES = 30
export const INVITATION_DAYS = 3
/** So many minutes after a form set somebody's password, the same form sent once more is the same press again (rules L7, K2, K9). */
export const SAME_PRESS_MINUTES = 5

/** What is wrong with a staff member's name (rule K10); undefined when nothing is. */
export function staffNameFault(name: string): string | undefined {
  if (isBlank(name)) return 'Name is required'
  return name.trim().length > NAME_MAX ? `Name can have at most ${NAME_MAX} characters` : undefined
}

/** What is wrong with a phone number given as its digits. */
export const phoneFault = (digits: string): string | undefined => (/^\d{10}$/.test(digits) ? undefined : PHONE_FAULT)

/** What somebody is, and where: a super admin works at no location of their own, everybody else at one. */
export interface Place {
  role: StaffRole
  locationId: string | null
}

/** What is wrong with a role at a place; undefined when nothing is (rule K18). */
export function placeFault({ role, locationId }: Place): string | undefined {
  if (isSuperAdmin(role)) return locationId ? 'A super admin belongs to no location' : undefined
  return locationId ? undefined : 'Choose the location they work at'
}

/** What of an account asks for one's own password again when it changes, in words; empty when nothing of it does. */
export function changedWords(before: Place & { email: string }, after: Place & { email: string }): string {
  const changed = [
    before.email !== after.email && 'email address',
    before.role !== after.role && 'role',
    before.locationId !== after.locationId && 'location',
  ].filter(Boolean)
  return changed.join(changed.length > 2 ? ', ' : ' and ')
}

/**
 * Whether an account is another person's from now on: their first name, without titles and initials, and their address both are others
 * (rule K18). One of them alone is put right, or changes in a life.
 */
export function isAnotherPerson(before: Named, after: Named): boolean {
  const first = (name: string) => {
    const words = name.toLowerCase().split(/[\s.]+/)
    return words.find((word) => word.length > 1 && !TITLES.has(word)) ?? words.join(' ')
  }
  return before.email !== after.email && first(before.name) !== first(after.name)
}

interface Named {
  name: string
  email: string
}

/** What stands before a name and is nobody's. */
const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'shri', 'sri', 'smt', 'kum'])

/** What disabling an account, or opening it again, means for its person, who may only have been invited so far (rule K18). */
export function accountQuestion({ active, invited }: { active: boolean; invited: boolean }): string {
  if (invited) {
    return active
      ? 'Their invitation ends, and they cannot sign in. They and the owners are told by mail.'
      : 'They have no password yet: a new invitation goes to them. The owners are told by mail.'
  }
  return active
    ? 'They are signed out at once and cannot sign in any more. They and the owners are told by mail.'
    : 'They can sign in again with the password they had. They and the owners are told by mail.'
}

/** What switching off the code of somebody who lost phone and recovery codes means for them (rule K20). */
export function codeQuestion({ required }: { required: boolean }): string {
  const then = required
    ? 'Their password alone lets them in, to set up another in place of the one they lost, before anything else opens.'
    : 'Their password alone opens their account then.'
  return `First make sure that it is they who ask for it. ${then} They are signed out, and they and the owners are told by mail.`
}
