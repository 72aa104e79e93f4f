import { DAY_MS } from '~/domain/durations'
import { PLAN_DAYS } from '~/domain/shared-plan'
import { links } from '~/links'
import { signedCookie } from '~/platform/signed-cookie.server'

const LIFE_SECONDS = (PLAN_DAYS * DAY_MS) / 1000

/** One for each plan, so that a browser has as many as it made; sent to the addresses of plans alone. */
const cookie = (token: string) => signedCookie(`plan-${token}`, LIFE_SECONDS, `${links.sharePlan()}/`)

/** `Set-Cookie` value by which this browser is its owner's as long as a plan can be looked at (rule B32). */
export const planKeyCookie = (token: string, key: string): Promise<string> => cookie(token).serialize(key)

/** The key that this browser keeps of a plan; undefined when it has none. */
export async function keptPlanKey(request: Request, token: string): Promise<string | undefined> {
  const value: unknown = await cookie(token).parse(request.headers.get('Cookie'))
  return typeof value === 'string' && value ? value : undefined
}
