import { eq } from 'drizzle-orm'
import { staff } from '~/db/schema'
import type { Refused, Result } from '~/domain/result'
import type { AppContext } from '~/platform/context.server'
import { forgetTries, tooManyTries } from '~/platform/rate-limit.server'
import { passwordFits } from './password.server'
import type { Staff } from './staff-session.server'

export type OwnPasswordRefusal = 'own-password' | 'own-password-tries'

export const OWN_PASSWORD_MISSING = 'Please type your own password: an account changes with this'
export const OWN_PASSWORD_WRONG: Refused<'own-password'> = {
  ok: false,
  reason: 'own-password',
  message: 'That is not your password',
}

/** Nothing would change by it: the sessions would end, and everybody would be told of a new one. */
export const SAME_PASSWORD: Refused<'same-password'> = {
  ok: false,
  reason: 'same-password',
  message: 'That is your password already: choose another one',
}

/**
 * Asks a member of staff for their own password again, before an account is made, changed or closed: a session that was
 * left open, or stolen, must not be enough. Undefined when it is right.
 */
export async function refusedOwnPassword(
  context: AppContext,
  actor: Pick<Staff, 'id' | 'sessionId'>,
  typed: string | undefined,
): Promise<Refused<OwnPasswordRefusal> | undefined> {
  const proven = await proveOwnPassword(context, actor, typed)
  return proven.ok ? undefined : proven
}

/** The same, and answers the hash that was proven, for a change which must find it still there. */
export async function proveOwnPassword(
  context: AppContext,
  actor: Pick<Staff, 'id' | 'sessionId'>,
  typed: string | undefined,
): Promise<Result<{ passwordHash: string }, OwnPasswordRefusal>> {
  if (!typed) return { ok: false, reason: 'own-password', message: OWN_PASSWORD_MISSING }
  const tooMany = await tooManyTries(context, 'ownPassword', actor.sessionId)
  if (tooMany) return { ok: false, reason: 'own-password-tries', message: tooMany }
  const account = await context.db.query.staff.findFirst({ where: eq(staff.id, actor.id) })
  const fits = await passwordFits(account?.passwordHash, typed)
  if (!account || !fits) return OWN_PASSWORD_WRONG
  await forgetTries(context, 'ownPassword', actor.sessionId)
  return { ok: true, passwordHash: account.passwordHash }
}
