import { eq } from 'drizzle-orm'
import { staff } from '~/db/schema'
import type { Refused, Result } from '~/domain/result'
import { isSuperAdmin } from '~/domain/staff-role'
import type { AppContext } from '~/platform/context.server'
import { passedTheDoor, tooManyAtTheDoor } from './known-device.server'
import { passwordFits } from './password.server'
import { acceptCode, asksForCode } from './second-factor.server'
import { openProvenSession } from './staff-session.server'

export const CODE_NEEDED = 'Type the code of your authenticator app'
export const LOGIN_FAILED = 'Invalid email or password'
const WRONG: Refused<'wrong'> = { ok: false, reason: 'wrong', message: LOGIN_FAILED }

/** The password was right, and the account asks for a code as well. */
interface CodeNeeded extends Refused<'code-needed'> {
  account: typeof staff.$inferSelect
}

/**
 * Signs in with e-mail and password, and the code of whoever has set one up, so often and no more; answers the new session's
 * token.
 */
export async function openSessionFor(
  context: AppContext,
  request: Request,
  { email, password, code }: { email: string; password: string; code?: string },
): Promise<Result<{ token: string }, 'too-many' | 'wrong'> | CodeNeeded> {
  const tooMany = await tooManyAtTheDoor(context, request, 'login', email)
  if (tooMany) return { ok: false, reason: 'too-many', message: tooMany }
  const account = await checkCredentials(context, email, password)
  if (!account) return WRONG
  await passedTheDoor(context, request, email)
  if (asksForCode(account)) {
    if (!code) return { ok: false, reason: 'code-needed', message: CODE_NEEDED, account }
    const accepted = await acceptCode(context, account.id, code)
    if (!accepted.ok) return accepted
  }
  const token = await openProvenSession(context, account, request)
  return token ? { ok: true, token } : WRONG
}

/** Whose e-mail and password these are; undefined alike for a wrong password, an unknown and a disabled account. */
export async function checkCredentials(
  { db }: AppContext,
  email: string,
  password: string,
): Promise<typeof staff.$inferSelect | undefined> {
  const account = await db.query.staff.findFirst({ where: eq(staff.email, email) })
  const fits = await passwordFits(account?.passwordHash, password)
  const allowed = account?.active && (isSuperAdmin(account.role) || account.locationId)
  return fits && allowed ? account : undefined
}
