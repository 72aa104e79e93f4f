import { eq } from 'drizzle-orm'
import { staff } from '~/db/schema'
import { formatInstant } from '~/domain/calendar'
import type { Result } from '~/domain/result'
import { recordChange } from '~/features/back-office/audit.server'
import { nextVersion } from '~/features/back-office/save.server'
import type { AppContext } from '~/platform/context.server'
import { tellOfAccount } from './account-news.server'
import { type OwnPasswordRefusal, refusedOwnPassword } from './own-password.server'
import { hashPassword, weakPassword } from './password.server'
import { endSessions, liveSessions, openSession, type Staff } from './staff-session.server'

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

/**
 * Changes one's own password. Every session ends, and the one that asks gets a new token.
 *
 * @returns the token of the new session
 */
export async function changePassword(
  context: AppContext,
  actor: Staff,
  request: Request,
  { current, password }: { current: string; password: string },
): Promise<Result<{ token: string }, OwnPasswordRefusal | 'weak-password'>> {
  const { db, clock } = context
  const refused = await refusedOwnPassword(context, actor, current)
  if (refused) return refused
  const weak = weakPassword(context, password, actor)
  if (weak) return weak
  const passwordHash = await hashPassword(password)
  const token = await db.transaction(async (tx) => {
    await tx
      .update(staff)
      .set({ passwordHash, invitedAt: null, ...nextVersion(staff) })
      .where(eq(staff.id, actor.id))
    await endSessions(tx, actor.id, clock.now())
    const { id, name, locationId } = actor
    const after = { Password: 'changed' }
    await recordChange(context, tx, actor, { action: 'updated', entity: 'Account', id, name, locationId, after })
    await tellOfAccount(context, tx, { account: actor, deed: 'changed', what: 'password', by: name })
    return openSession({ ...context, db: tx }, actor.id, request)
  })
  return { ok: true, token }
}
