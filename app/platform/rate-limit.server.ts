import { createHash } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import { rateLimits } from '~/db/schema'
import type { AppContext } from './context.server'
import { currentRequest } from './request-watch.server'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How often something may be tried: by one person (an e-mail address, a phone number), and from one address. */
const LIMITS = {
  login: { each: 10, address: 60, window: 15 * MINUTE },
  register: { each: 10, address: 20, window: HOUR },
  reset: { each: 5, address: 20, window: HOUR },
  contact: { each: 5, address: 15, window: HOUR },
  coupon: { each: 30, address: 60, window: 10 * MINUTE },
  hold: { each: 10, address: 40, window: 10 * MINUTE },
} as const satisfies Record<string, { each: number; address: number; window: number }>

export type LimitName = keyof typeof LIMITS

/**
 * Counts one try by `person` and, when a request is being answered, by the address it came from. Refused when either has
 * had too many within the window; the answer then carries `Retry-After`. Kept in the database: shared by every server,
 * not forgotten by a restart. Addresses and people are stored as hashes only.
 *
 * @returns a sentence for the visitor when it is too much, undefined otherwise
 */
export async function tooManyTries(context: AppContext, limit: LimitName, person: string): Promise<string | undefined> {
  const { each, address, window } = LIMITS[limit]
  const request = currentRequest()
  const counts = [await countTry(context, `${limit}:person:${person.trim().toLowerCase()}`, window, each)]
  if (request) counts.push(await countTry(context, `${limit}:address:${request.address}`, window, address))
  const wait = Math.max(...counts)
  if (wait === 0) return undefined
  context.log.warn({ limit }, 'too many tries')
  if (request && !request.response.headersSent) request.response.setHeader('Retry-After', wait)
  const minutes = Math.ceil(wait / 60)
  return `Too many tries. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}

/** Forgets a person's tries: a right password is no attack. */
export async function forgetTries({ db }: AppContext, limit: LimitName, person: string): Promise<void> {
  await db
    .delete(rateLimits)
    .where(sql`${rateLimits.key} = ${hashed(`${limit}:person:${person.trim().toLowerCase()}`)}`)
}

/** Removes windows that are over; for the tidying job. */
export async function tidyRateLimits({ db, clock }: AppContext): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.endsAt, clock.now()))
}

/** One statement, so that two servers cannot both count to the last allowed try. Answers the seconds to wait, or 0. */
async function countTry({ db, clock, settings }: AppContext, name: string, window: number, allowed: number) {
  const now = clock.now()
  const endsAt = new Date(now.getTime() + window)
  const over = sql`${rateLimits.endsAt} <= ${now.toISOString()}`
  const [row] = await db
    .insert(rateLimits)
    .values({ key: hashed(name), tries: 1, endsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        tries: sql`case when ${over} then 1 else ${rateLimits.tries} + 1 end`,
        endsAt: sql`case when ${over} then ${endsAt.toISOString()}::timestamptz else ${rateLimits.endsAt} end`,
      },
    })
    .returning({ tries: rateLimits.tries, endsAt: rateLimits.endsAt })
  if (!row || row.tries <= allowed * settings.RATE_LIMIT_FACTOR) return 0
  return Math.max(1, Math.ceil((row.endsAt.getTime() - now.getTime()) / 1000))
}

const hashed = (name: string) => createHash('sha256').update(name).digest('base64url')
