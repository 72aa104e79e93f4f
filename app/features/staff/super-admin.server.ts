import { eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { newId } from '~/db/new-id'
import { locations, staff } from '~/db/schema'
import { type Described, differences } from '~/domain/changes'
import { emailFault, normalizeEmail } from '~/domain/email-address'
import type { Result } from '~/domain/result'
import { changedWords, staffNameFault } from '~/domain/staff-account'
import { ROLE_NAMES } from '~/domain/staff-role'
import { oneLine } from '~/domain/visible-text'
import { recordChange } from '~/features/back-office/audit.server'
import { nextVersion } from '~/features/back-office/save.server'
import type { AppContext } from '~/platform/context.server'
import { tellOfAccount } from './account-news.server'
import { hashPassword, weakPassword } from './password.server'
import { switchOff } from './second-factor.server'
import { endSessions } from './staff-session.server'

/** Whom the audit log names for what was done from the server's command line. */
const COMMAND_LINE = { id: 'command-line', name: 'Command line' }

/**
 * Switches off signing in with a code for an account; where it is off already nothing happens, and nobody is told again. For the
 * server's command line: it asks for no permission.
 */
export async function endCodeOf(
  context: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  typed: string,
): Promise<Result<{ done: 'off' | 'off-already' }, 'email'>> {
  const email = normalizeEmail(typed)
  return context.db.transaction(async (tx) => {
    const account = await tx.query.staff.findFirst({ where: eq(staff.email, email) })
    if (!account) return { ok: false, reason: 'email', message: `There is no account with the address ${email}.` }
    const wasOn = await switchOff(context, tx, account, { actor: COMMAND_LINE, words: COMMAND_LINE_WORDS })
    return { ok: true, done: wasOn ? 'off' : 'off-already' }
  })
}

const COMMAND_LINE_WORDS = 'Somebody at the server’s command line'

interface Grant {
  email: string
  password: string
  /** Needed for a new account; an account that is there keeps its name without one. */
  name?: string
}

/**
 * Makes the account with this e-mail address an active super admin with this password, and creates it when there is
 * none. Everybody who was signed in with it is signed out. For the server's command line: it asks for no permission.
 */
export async function grantSuperAdmin(
  context: Pick<AppContext, 'db' | 'clock' | 'jobs'> & { business: { name: string } },
  { email: typed, password, name }: Grant,
): Promise<Result<{ done: 'added' | 'updated' }, 'email' | 'weak-password' | 'name'>> {
  const email = normalizeEmail(typed)
  const wrongEmail = emailFault(email)
  if (wrongEmail) return { ok: false, reason: 'email', message: wrongEmail }
  return context.db.transaction(async (tx) => {
    const known = await tx.query.staff.findFirst({ where: eq(staff.email, email) })
    const called = oneLine(name ?? '') || known?.name || ''
    const wrongName = staffNameFault(called)
    if (wrongName) return { ok: false, reason: 'name', message: wrongName }
    const weak = weakPassword(context, password, { name: called, email })
    if (weak) return weak
    const passwordHash = await hashPassword(password)
    const id = known?.id ?? newId()
    const account = {
      name: called,
      passwordHash,
      invitedAt: null,
      role: 'super-admin',
      locationId: null,
      active: true,
    } as const
    if (known) {
      await tx
        .update(staff)
        .set({ ...account, ...nextVersion(staff) })
        .where(eq(staff.id, id))
      await endSessions(tx, id, context.clock.now())
    } else await tx.insert(staff).values({ ...account, id, email })
    const done = known ? 'updated' : 'added'
    const was = known && { ...(await described(tx, known)), Email: email }
    const is = { ...(await described(tx, account)), Email: email }
    const after = { ...is, Password: 'set at the command line' }
    const entry = { action: done, entity: 'Account', id, name: called, before: was, after } as const
    await recordChange(context, tx, COMMAND_LINE, entry)
    await tellOfAccount(context, tx, {
      account: { name: called, email },
      deed: known ? (known.active ? 'changed' : 'opened') : 'added',
      what: ['password', known && changedWords(known, { ...account, email })].filter(Boolean).join(', '),
      changes: was && differences(was, is),
      by: COMMAND_LINE_WORDS,
    })
    return { ok: true, done }
  })
}

/** What the audit log and the letters say of an account, as they do where the owner changes it. */
async function described(
  tx: Transaction,
  { name, role, locationId, active }: Pick<typeof staff.$inferSelect, 'name' | 'role' | 'locationId' | 'active'>,
): Promise<Described> {
  const place = locationId
    ? await tx.query.locations.findFirst({ columns: { name: true }, where: eq(locations.id, locationId) })
    : undefined
  return {
    Name: name,
    Role: ROLE_NAMES[role],
    Location: place?.name ?? '',
    Account: active ? 'open' : 'closed',
  }
}
