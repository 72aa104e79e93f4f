import { timingSafeEqual } from 'node:crypto'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { takeLock } from '~/db/locks'
import { newId } from '~/db/new-id'
import { auditLog, staff } from '~/db/schema'
import { MINUTE_MS } from '~/domain/durations'
import type { Result } from '~/domain/result'
import { SAME_PRESS_MINUTES } from '~/domain/staff-account'
import { recordChange } from '~/features/back-office/audit.server'
import type { AppContext } from '~/platform/context.server'
import { tellOfAccount } from './account-news.server'
import { checkCredentials } from './credentials.server'
import { passedTheDoor, tooManyAtTheDoor } from './known-device.server'
import { type OwnPasswordRefusal, refusedOwnPassword } from './own-password.server'
import { IS_OWNER } from './owners.server'
import { hashPassword, weakPassword } from './password.server'
import { type Staff, staffMay } from './staff-session.server'
import { refusingTakenEmail } from './taken-email.server'

export const REGISTRATION_CLOSED = 'Registration is closed. Ask a super admin to register you.'

const CLOSED = { ok: false, reason: 'closed', message: REGISTRATION_CLOSED } as const

/** Who may register now: nobody, a signed-in super admin, or whoever comes first (with a token in production). */
export type RegistrationDoor = 'closed' | 'open' | 'setup-token'

/** A super admin, unless the code that is asked of them is still to be set up. */
const mayRegister = (actor: Staff | null): actor is Staff => actor !== null && staffMay(actor, 'manage-staff')

/** Registration makes a super admin; it is open on the first run and to a signed-in super admin (rule K2). */
export async function registrationDoor(context: AppContext, actor: Staff | null): Promise<RegistrationDoor> {
  if (mayRegister(actor)) return 'open'
  if (await superAdminExists(context.db)) return 'closed'
  const { APP_ENV, SETUP_TOKEN } = context.settings
  if (APP_ENV !== 'production') return 'open'
  return SETUP_TOKEN ? 'setup-token' : 'closed'
}

export interface Registration {
  name: string
  email: string
  password: string
  setupToken?: string
  /** Of the super admin who registers another one. */
  ownPassword?: string
}

/** Registers a super admin, in one transaction with the check that it may be done. */
export async function registerSuperAdmin(
  context: AppContext,
  actor: Staff | null,
  { name, email, password, setupToken = '', ownPassword }: Registration,
): Promise<Result<{ id: string }, 'closed' | 'wrong-token' | 'weak-password' | 'email-taken' | OwnPasswordRefusal>> {
  const asked = mayRegister(actor) ? actor : undefined
  const refused = asked && (await refusedOwnPassword(context, asked, ownPassword))
  if (refused) return refused
  const passwordHash = await hashPassword(password)
  return refusingTakenEmail(() =>
    context.db.transaction(async (tx) => {
      await takeLock(tx, 'firstAdmin')
      const door = await registrationDoor({ ...context, db: tx }, actor)
      if (door === 'closed') return CLOSED
      if (door === 'setup-token' && !isSetupToken(context, setupToken)) {
        return { ok: false, reason: 'wrong-token', message: 'That is not the setup token' }
      }
      const weak = weakPassword(context, password, { name, email })
      if (weak) return weak
      const id = newId()
      await tx.insert(staff).values({ id, name, email, passwordHash, role: 'super-admin' })
      const after = { Role: 'Super admin', Email: email }
      // the first one is registered by themselves
      await recordChange(context, tx, actor ?? { id, name }, { action: 'added', entity: 'Account', id, name, after })
      await tellOfAccount(context, tx, { account: { name, email }, deed: 'added', by: actor?.name ?? name })
      return { ok: true, id }
    }),
  )
}

/**
 * Whether the form of the very first registration was sent again, within minutes: with its address and password and, in production,
 * the setup token. Without scripts the answer to a second press is shown, and the first has registered them. Nobody is signed in by
 * it; passwords could be tried here, so each is counted and refused as a try to sign in. Any other time registration is closed.
 */
export async function registeredAgain(
  context: AppContext,
  request: Request,
  { email, password, setupToken = '' }: Registration,
): Promise<Result<object, 'closed' | 'too-many'>> {
  const first = await registeredLately(context)
  if (!first) return CLOSED
  const tooMany = await tooManyAtTheDoor(context, request, 'login', email)
  if (tooMany) return { ok: false, reason: 'too-many', message: tooMany }
  const account = await checkCredentials(context, email, password)
  const asked = context.settings.APP_ENV === 'production'
  if (account?.id !== first || (asked && !isSetupToken(context, setupToken))) return CLOSED
  await passedTheDoor(context, request, email)
  return { ok: true }
}

/** The account of whoever registered themselves a moment ago, being the first: that is done once, and the audit log names them. */
async function registeredLately({ db, clock }: AppContext): Promise<string | undefined> {
  const since = new Date(clock.now().getTime() - SAME_PRESS_MINUTES * MINUTE_MS)
  const [entry] = await db
    .select({ id: auditLog.entityId })
    .from(auditLog)
    .where(
      and(
        gt(auditLog.at, since),
        eq(auditLog.entity, 'Account'),
        eq(auditLog.action, 'added'),
        eq(auditLog.staffId, auditLog.entityId),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1)
  return entry?.id
}

async function superAdminExists(db: Database | Transaction): Promise<boolean> {
  const found = await db.query.staff.findFirst({
    columns: { id: true },
    where: IS_OWNER,
  })
  return found !== undefined
}

function isSetupToken({ settings }: AppContext, given: string): boolean {
  if (!settings.SETUP_TOKEN) return false
  const [a, b] = [Buffer.from(given), Buffer.from(settings.SETUP_TOKEN)]
  return a.length === b.length && timingSafeEqual(a, b)
}
