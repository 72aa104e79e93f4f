import { timingSafeEqual } from 'node:crypto'
import type { Database, Transaction } from '~/db/client.server'
import { takeLock } from '~/db/locks'
import { newId } from '~/db/new-id'
import { staff } from '~/db/schema'
import type { Result } from '~/domain/result'
import { recordChange } from '~/features/back-office/audit.server'
import type { AppContext } from '~/platform/context.server'
import { tellOfAccount } from './account-news.server'
import { type OwnPasswordRefusal, refusedOwnPassword } from './own-password.server'
import { OPEN_SUPER_ADMIN } from './owners.server'
import { hashPassword, weakPassword } from './password.server'
import { type Staff, staffMay } from './staff-session.server'
import { refusingTakenEmail } from './taken-email.server'

export const REGISTRATION_CLOSED = 'Registration is closed. Ask a super admin to register you.'

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
      if (door === 'closed') return { ok: false, reason: 'closed', message: REGISTRATION_CLOSED }
      if (door === 'setup-token' && !sameText(setupToken, context.settings.SETUP_TOKEN ?? '')) {
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

async function superAdminExists(db: Database | Transaction): Promise<boolean> {
  const found = await db.query.staff.findFirst({
    columns: { id: true },
    where: OPEN_SUPER_ADMIN,
  })
  return found !== undefined
}

function sameText(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
