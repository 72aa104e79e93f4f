import { eq } from 'drizzle-orm'
import { staff } from '~/db/schema'
import type { Result } from '~/domain/result'
import type { AppContext } from '~/platform/context.server'
import { passedTheDoor, tooManyAtTheDoor } from './known-device.server'
import { passwordFits } from './password.server'
import { openSession } from './staff-session.server'

export const LOGIN_FAILED = 'Invalid email or password'

/** Signs in with e-mail and password, so often and no more; answers the new session's token. */
export async function openSessionFor(
  context: AppContext,
  request: Request,
  { email, password }: { email: string; password: string },
): Promise<Result<{ token: string }, 'too-many' | 'wrong'>> {
  const tooMany = await tooManyAtTheDoor(context, request, 'login', email)
  if (tooMany) return { ok: false, reason: 'too-many', message: tooMany }
  const member = await checkCredentials(context, email, password)
  if (!member) return { ok: false, reason: 'wrong', message: LOGIN_FAILED }
  await passedTheDoor(context, request, email)
  return { ok: true, token: await openSession(context, member.id, request) }
}

/** Whose e-mail and password these are; undefined alike for a wrong password, an unknown and a disabled account. */
export async function checkCredentials(
  { db }: AppContext,
  email: string,
  password: string,
): Promise<typeof staff.$inferSelect | undefined> {
  const member = await db.query.staff.findFirst({ where: eq(staff.email, email) })
  const fits = await passwordFits(member?.passwordHash, password)
  const allowed = member?.active && (member.role === 'super-admin' || member.locationId)
  return fits && allowed ? member : undefined
}
