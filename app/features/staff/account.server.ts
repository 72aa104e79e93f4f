import { and, eq, gt, sql } from 'drizzle-orm'
import { auditLog, staff } from '~/db/schema'
import { formatInstant } from '~/domain/calendar'
import { MINUTE_MS } from '~/domain/durations'
import type { Result } from '~/domain/result'
import { SAME_PRESS_MINUTES } from '~/domain/staff-account'
import { recordChange } from '~/features/back-office/audit.server'
import { nextVersion } from '~/features/back-office/save.server'
import type { AppContext } from '~/platform/context.server'
import { forgetTries, tooManyTries } from '~/platform/rate-limit.server'
import { tellOfAccount } from './account-news.server'
import { OWN_PASSWORD_WRONG, type OwnPasswordRefusal, proveOwnPassword, SAME_PASSWORD } from './own-password.server'
import { hashPassword, passwordFits, weakPassword } from './password.server'
import {
  endSessions,
  findSessionSince,
  liveSessions,
  lockAccount,
  openSession,
  type Staff,
  sessionStands,
} from './staff-session.server'

/** One's own sessions in words; the one that asks is marked. */
export async function ownSessions(context: AppContext, actor: Staff) {
  const when = (at: Date) => formatInstant(at, context.business.timeZone)
  return (await liveSessions(context, actor.id)).map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
    id,
    device: deviceOf(userAgent),
    address,
    signedIn: when(createdAt),
    lastSeen: when(lastSeenAt),
    current: id === actor.sessionId,
  }))
}

/** By what a browser calls itself. The first that is found counts: Edge says that it is Chrome too, and Android that it is Linux. */
const BROWSERS = { Edg: 'Edge', OPR: 'Opera', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari' }
const SYSTEMS = {
  ...{ Android: 'Android', iPhone: 'iPhone', iPad: 'iPad' },
  ...{ Windows: 'Windows', 'Mac OS X': 'macOS', Linux: 'Linux' },
}

/** Browser and system, as far as the browser says. */
function deviceOf(userAgent: string): string {
  const browser = Object.entries(BROWSERS).find(([sign]) => userAgent.includes(`${sign}/`))?.[1]
  const system = Object.entries(SYSTEMS).find(([sign]) => userAgent.includes(sign))?.[1]
  return [browser, system].filter(Boolean).join(' on ') || 'Unknown device'
}

/** Ends one's own sessions, except the one that asks. */
export const endOtherSessions = ({ db, clock }: AppContext, actor: Staff): Promise<void> =>
  db.transaction((tx) => endSessions(tx, actor.id, clock.now(), actor.sessionId))

type ChangeRefusal = OwnPasswordRefusal | 'weak-password' | 'same-password' | 'signed-out'

/**
 * Changes one's own password to another one. Every session ends, and the one that asks gets a new token. Refused where, while the new password was
 * made ready, that session was ended or the account got another password: it may be another person's since.
 *
 * @returns the token of the new session
 */
export async function changePassword(
  context: AppContext,
  actor: Staff,
  request: Request,
  { current, password }: { current: string; password: string },
): Promise<Result<{ token: string }, ChangeRefusal>> {
  const { db, clock } = context
  const proven = await proveOwnPassword(context, actor, current)
  if (!proven.ok) return proven
  if (password === current) return SAME_PASSWORD
  const weak = weakPassword(context, password, actor)
  if (weak) return weak
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const within = { ...context, db: tx }
    const account = await lockAccount(tx, actor.id)
    if (!account?.active || !(await sessionStands(within, actor.sessionId))) return SIGNED_OUT
    if (account.passwordHash !== proven.passwordHash) return OWN_PASSWORD_WRONG
    await tx
      .update(staff)
      .set({ passwordHash, invitedAt: null, ...nextVersion(staff) })
      .where(eq(staff.id, actor.id))
    await endSessions(tx, actor.id, clock.now())
    const { id, name, locationId } = actor
    const after = { Password: CHANGED }
    await recordChange(context, tx, actor, { action: 'updated', entity: 'Account', id, name, locationId, after })
    await tellOfAccount(context, tx, { account: actor, deed: 'changed', what: 'password', by: name })
    return { ok: true, token: await openSession(within, actor.id, request) }
  })
}

const SIGNED_OUT = { ok: false, reason: 'signed-out', message: 'You have been signed out.' } as const

/**
 * Whether the form that changed one's own password was sent again: minutes ago its person changed it, and the account has the one that
 * is typed as the new one. Without scripts the answer to a second press is shown, which comes with the session that the first one ended.
 * Nobody is signed in by it; passwords could be tried here, so each is counted as a try with one's own.
 */
export async function changedAgain(context: AppContext, request: Request, password: string): Promise<boolean> {
  const { db, clock } = context
  const since = new Date(clock.now().getTime() - SAME_PRESS_MINUTES * MINUTE_MS)
  const session = await findSessionSince(context, request, since)
  if (!session) return false
  const ofAccount = and(eq(auditLog.entity, 'Account'), eq(auditLog.entityId, session.staffId), gt(auditLog.at, since))
  const byThemselves = and(
    eq(auditLog.staffId, session.staffId),
    sql`${auditLog.changes} -> 'Password' ->> 1 = ${CHANGED}`,
  )
  if (!(await db.$count(auditLog, and(ofAccount, byThemselves)))) return false
  if (await tooManyTries(context, 'ownPassword', session.id)) return false
  const account = await db.query.staff.findFirst({ where: and(eq(staff.id, session.staffId), eq(staff.active, true)) })
  if (!(await passwordFits(account?.passwordHash, password))) return false
  await forgetTries(context, 'ownPassword', session.id)
  return true
}

/** What the audit log says of a password that its own person changed. */
const CHANGED = 'changed'
