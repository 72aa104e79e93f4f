import { createHash } from 'node:crypto'
import { z } from 'zod'
import { newId } from '~/db/new-id'
import { LONGEST_READ } from '~/domain/text-limits'
import type { AppContext } from '~/platform/context.server'
import { deviceMayTry, forgetTries, tooManyTries } from '~/platform/rate-limit.server'
import { signedCookie } from '~/platform/signed-cookie.server'

const NAME = 'device'
const YEAR_SECONDS = 365 * 86_400
/** Accounts that one browser is known for: a desk's machine is shared. */
const MOST_ACCOUNTS = 12

const deviceSchema = z.object({
  id: z.string().max(LONGEST_READ.id),
  accounts: z.array(z.string().max(LONGEST_READ.id)).max(MOST_ACCOUNTS),
})
type Device = z.output<typeof deviceSchema>

const accountOf = (email: string) => createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')

/** The browser a request came from, as our signed cookie names it; undefined when it never signed in here. */
async function readDevice(request: Request): Promise<Device | undefined> {
  const cookies = request.headers.get('Cookie') ?? ''
  if (!cookies.includes(`${NAME}=`)) return undefined
  return deviceSchema.safeParse(await signedCookie(NAME, YEAR_SECONDS).parse(cookies)).data
}

/** `Set-Cookie` value by which a browser is known from now on as one that signed in to this account. */
export async function deviceCookie(request: Request, email: string): Promise<string> {
  const device = (await readDevice(request)) ?? { id: newId(), accounts: [] }
  const account = accountOf(email)
  const accounts = [account, ...device.accounts.filter((one) => one !== account)].slice(0, MOST_ACCOUNTS)
  return signedCookie(NAME, YEAR_SECONDS).serialize({ id: device.id, accounts })
}

/**
 * Counts a try at one of the doors that strangers can see. A browser that signed in to this account before has tries of
 * its own, which nobody else can use up; beyond these it is a stranger like any other.
 *
 * @returns a sentence for the visitor when it was too much, undefined otherwise
 */
export async function tooManyAtTheDoor(
  context: AppContext,
  request: Request,
  door: 'login' | 'reset',
  email: string,
): Promise<string | undefined> {
  const device = await readDevice(request)
  const known = device?.accounts.includes(accountOf(email))
  if (known && (await deviceMayTry(context, door, `${device?.id} ${accountOf(email)}`))) return undefined
  return tooManyTries(context, door, email)
}

/** Forgets the tries that went before a right password. */
export async function passedTheDoor(context: AppContext, request: Request, email: string): Promise<void> {
  const device = await readDevice(request)
  await forgetTries(context, 'login', email, device && `${device.id} ${accountOf(email)}`)
}
