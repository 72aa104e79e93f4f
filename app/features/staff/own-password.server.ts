import { eq } from 'drizzle-orm'
import { staff } from '~/db/schema'
import type { Refused } from '~/domain/result'
import type { AppContext } from '~/platform/context.server'
import { forgetTries, tooManyTries } from '~/platform/rate-limit.server'
import { passwordFits } from './password.server'
import type { Staff } from './staff-session.server'

export type OwnPasswordRefusal = 'own-password' | 'own-password-tries'

export const OWN_PASSWORD_MISSING = 'Please type your own password: an account changes with this'

/**
 * Asks a member of staff for their own password again, before an account is made, changed or closed: a session that was
 * left open, or stolen, must not be enough. Undefined when it is right.
 */
export async function refusedOwnPassword(
  context: AppContext,
  actor: Pick<Staff, 'id' | 'sessionId'>,
  typed: string | undefined,
): Promise<Refused<OwnPasswordRefusal> | undefined> {
  const refuse = (message: string, reason: OwnPasswordRefusal = 'own-password') =>
    ({ ok: false, reason, message }) as const
  if (!typed) return refuse(OWN_PASSWORD_MISSING)
  const tooMany = await tooManyTries(context, 'ownPassword', actor.sessionId)
  if (tooMany) return refuse(tooMany, 'own-password-tries')
  const account = await context.db.query.staff.findFirst({ where: eq(staff.id, actor.id) })
  if (!(await passwordFits(account?.passwordHash, typed))) return refuse('That is not your password')
  await forgetTries(context, 'ownPassword', actor.sessionId)
  return undefined
}
