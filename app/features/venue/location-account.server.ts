import { and, eq, isNotNull, ne } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { staff } from '~/db/schema'
import type { SavedBeside } from '~/domain/changes'
import { isAnotherPerson } from '~/domain/staff-account'
import { recordChange } from '~/features/back-office/audit.server'
import { nextVersion } from '~/features/back-office/save.server'
import { tellOfAccount } from '~/features/staff/account-news.server'
import { handOver } from '~/features/staff/handed-over.server'
import { inviteWhoWaits } from '~/features/staff/invitation.server'
import { passwordFits } from '~/features/staff/password.server'
import { forgetSecondFactor } from '~/features/staff/second-factor.server'
import { endSessions, type Staff } from '~/features/staff/staff-session.server'
import { EMAIL_IN_USE } from '~/features/staff/taken-email.server'
import type { AppContext } from '~/platform/context.server'
import { accountOf, type LocationRecord, type LocationValues } from './location-values.server'

/** Whose account a location's form was filled from, and of which version; '' and 0 where there is none (rule K14). */
export const adminReadOf = ({ admin }: Pick<LocationRecord, 'admin'>): SavedBeside =>
  admin ? { id: admin.id, version: admin.version } : { id: '', version: 0 }

/** Whether the first admin is still whom a location's form was filled from, and as then; what the form does not say is not compared. */
export function isAsRead(record: LocationRecord, { adminId, adminVersion }: LocationValues): boolean {
  const { id, version } = adminReadOf(record)
  return (adminId === undefined || adminId === id) && (adminVersion === undefined || adminVersion === version)
}

/** Whether a location's form names its first admin as the account does. */
export function sameAccount({ admin }: LocationRecord, values: LocationValues): boolean {
  const { name, email, number } = accountOf(values)
  return name === (admin?.name ?? '') && email === (admin?.email ?? '') && number === (admin?.number ?? '')
}

/** Whether a location's first admin has an account with this password. */
export async function hasPassword(tx: Transaction, admin: LocationRecord['admin'], password: string): Promise<boolean> {
  const account = admin && (await tx.query.staff.findFirst({ where: eq(staff.id, admin.id) }))
  return passwordFits(account?.passwordHash, password)
}

/**
 * Saves the account of a location's first admin, or makes it where there is none and a password is given. What leads into it
 * anew, its address or password, ends its sessions save the one that saves, and is told to its addresses. Another name with another
 * address is another person: the password, unless a new one is given, and the code of the former one end.
 *
 * @throws EMAIL_IN_USE
 */
export async function saveAccount(
  context: AppContext,
  tx: Transaction,
  actor: Staff,
  { before, values, passwordHash }: { before: LocationRecord; values: LocationValues; passwordHash?: string },
): Promise<void> {
  const account = accountOf(values)
  const { admin, location } = before
  if (!admin) {
    if (!passwordHash) return
    await openAccount(tx, { ...account, passwordHash, locationId: location.id })
    await tellOfAccount(context, tx, { account, deed: 'added', by: actor.name })
    return
  }
  // whoever has the account open elsewhere is not told of a change that is none
  if (sameAccount(before, values) && !passwordHash) return
  // locked, so that a link that is used at this moment is used before or not at all
  const own = eq(staff.id, admin.id)
  const [waiting] = await tx
    .select()
    .from(staff)
    .where(and(own, isNotNull(staff.invitedAt)))
    .for('update')
  await tx
    .update(staff)
    .set({ ...account, ...(passwordHash && { passwordHash, invitedAt: null }), ...nextVersion(staff) })
    .where(own)
  const moved = account.email !== admin.email
  const what = [...(moved ? ['email address'] : []), ...(passwordHash ? ['password'] : [])].join(' and ')
  if (!what) return
  await endSessions(tx, admin.id, context.clock.now(), actor.sessionId)
  // an address that an invitation went to astray has nobody's account, and hears nothing of the right one
  const formerEmail = moved && !waiting ? admin.email : undefined
  const handed = admin.id !== actor.id && isAnotherPerson(admin, account)
  if (handed && passwordHash) await forgetSecondFactor(tx, admin.id)
  if (handed && !passwordHash) await handOver(context, tx, admin.id)
  const invited = (handed || waiting !== undefined) && !passwordHash
  await tellOfAccount(context, tx, { account, deed: 'changed', what, formerEmail, invited, by: actor.name })
  if (invited) await inviteWhoWaits(context, tx, { staffId: admin.id, by: actor.name })
}

/**
 * Makes the account of a location's first admin. An address whose account was closed with its location may be used again:
 * that account opens anew, its sessions having ended then, and with no code but one that is set up anew.
 *
 * @throws EMAIL_IN_USE
 */
export async function openAccount(
  tx: Transaction,
  account: ReturnType<typeof accountOf> & { passwordHash: string; locationId: string },
): Promise<void> {
  const opened = await tx
    .insert(staff)
    .values({ ...account, role: 'location-admin' })
    .onConflictDoUpdate({
      target: staff.email,
      set: { ...account, active: true, invitedAt: null, ...nextVersion(staff) },
      setWhere: and(eq(staff.active, false), eq(staff.role, 'location-admin')),
    })
    .returning({ id: staff.id })
  const [row] = opened
  if (!row) throw EMAIL_IN_USE
  await forgetSecondFactor(tx, row.id)
}

/** How many people could sign in for this location: deleting it closes their accounts. */
export const openAccounts = ({ db }: AppContext, locationId: string): Promise<number> =>
  db.$count(staff, openAccountOf(locationId))

const openAccountOf = (locationId: string) =>
  and(eq(staff.locationId, locationId), ne(staff.role, 'super-admin'), eq(staff.active, true))

/** Closes the accounts of whoever could sign in for a location, ends their sessions, tells them and notes each. */
export async function closeAccounts(
  context: AppContext,
  tx: Transaction,
  actor: Staff,
  locationId: string,
  now: Date,
): Promise<void> {
  const disabled = await tx
    .update(staff)
    .set({ active: false, ...nextVersion(staff) })
    .where(openAccountOf(locationId))
    .returning({ id: staff.id, name: staff.name, email: staff.email })
  for (const account of disabled) {
    await endSessions(tx, account.id, now)
    await tellOfAccount(context, tx, { account, deed: 'closed', by: actor.name })
    const { id, name } = account
    const was = { before: { Account: 'open' }, after: { Account: 'closed' } }
    await recordChange(context, tx, actor, { action: 'updated', entity: 'Account', id, name, locationId, ...was })
  }
}
