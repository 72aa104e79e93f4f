import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { staff } from '~/db/schema'
import { LONGEST_READ } from '~/domain/text-limits'
import type { AppContext } from '~/platform/context.server'
import { signedCookie } from '~/platform/signed-cookie.server'
import { passwordMark } from './password.server'

const NAME = 'halfSignedIn'
const LIFE_MINUTES = 10
const LIFE_SECONDS = LIFE_MINUTES * 60

/** What the login says to whom the code was asked of, and is no more; or never was, since the browser keeps nothing that is over. */
export const BEGIN_AGAIN = `Please log in again: after the password there are ${LIFE_MINUTES} minutes for the code.`

const cookie = () => signedCookie(NAME, LIFE_SECONDS)
const kept = z.object({ id: z.string().max(LONGEST_READ.id), mark: z.string().max(LONGEST_READ.id), until: z.number() })

/** `Set-Cookie` value by which a browser that gave the right password may give the code. */
export const halfSignedInCookie = (
  { clock }: AppContext,
  { id, passwordHash }: Pick<typeof staff.$inferSelect, 'id' | 'passwordHash'>,
): Promise<string> =>
  cookie().serialize({ id, mark: passwordMark(passwordHash), until: clock.now().getTime() + LIFE_SECONDS * 1000 })

/** `Set-Cookie` value that forgets it. */
export const forgetHalfSignedIn = (): Promise<string> => cookie().serialize('', { maxAge: 0 })

/** Whose password was given right a moment ago in this browser; undefined when nobody's. */
export async function halfSignedIn(
  { db, clock }: AppContext,
  request: Request,
): Promise<typeof staff.$inferSelect | undefined> {
  const found = kept.safeParse(await cookie().parse(request.headers.get('Cookie')))
  if (!found.success || found.data.until <= clock.now().getTime()) return undefined
  const account = await db.query.staff.findFirst({ where: eq(staff.id, found.data.id) })
  return account?.active && passwordMark(account.passwordHash) === found.data.mark ? account : undefined
}
