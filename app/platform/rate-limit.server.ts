import { createHash } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import { rateLimits } from '~/db/schema'
import type { AppContext } from './context.server'
import { currentRequest } from './request-watch.server'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * How often something may be tried within a window (milliseconds): by one person from one address, about one person from
 * anywhere (higher where a stranger could otherwise lock somebody out), and from one address, which many may share.
 */
const LIMITS = {
  login: { both: 10, person: 50, address: 60, window: 15 * MINUTE },
  register: { both: 10, person: 10, address: 20, window: HOUR },
  reset: { both: 5, person: 5, address: 20, window: HOUR },
  contact: { both: 5, person: 5, address: 15, window: HOUR },
  coupon: { both: 30, person: 30, address: 60, window: 10 * MINUTE },
  hold: { both: 10, person: 10, address: 40, window: 10 * MINUTE },
  /** What a client of the JSON API says about one order. */
  payment: { both: 30, person: 60, address: 120, window: 10 * MINUTE },
} as const satisfies Record<string, Record<'both' | 'person' | 'address' | 'window', number>>

export type LimitName = keyof typeof LIMITS

/**
 * Counts one try by `person` (an e-mail address, a phone number, a draft's id) and by the address its request came from.
 * Kept in the database: shared by every server, not forgotten by a restart; people and addresses are stored as hashes.
 * When it was too much, the answer under way also carries `Retry-After`.
 *
 * @returns a sentence for the visitor when it was too much, undefined otherwise
 */
export async function tooManyTries(context: AppContext, limit: LimitName, person: string): Promise<string | undefined> {
  const { window, ...allowed } = LIMITS[limit]
  const request = currentRequest()
  const keys = keysOf(limit, person, request?.address)
  const counted = await countTries(context, Object.values(keys), window)
  const waits = counted
    .filter(({ key, tries }) => tries > allowedFor(key) * context.settings.RATE_LIMIT_FACTOR)
    .map(({ endsAt }) => endsAt.getTime() - context.clock.now().getTime())
  if (!waits.length) return undefined
  const seconds = Math.max(1, Math.ceil(Math.max(...waits) / 1000))
  context.log.warn({ limit }, 'too many tries')
  if (request && !request.response.headersSent) request.response.setHeader('Retry-After', seconds)
  const minutes = Math.ceil(seconds / 60)
  return `Too many tries. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`

  function allowedFor(key: string): number {
    if (key === keys.address) return allowed.address
    return key === keys.person ? allowed.person : allowed.both
  }
}

/** Forgets a person's tries from this address: a right password was no attack. */
export async function forgetTries({ db }: AppContext, limit: LimitName, person: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, keysOf(limit, person, currentRequest()?.address).both))
}

/** Removes windows that are over; for the tidying job. */
export async function tidyRateLimits({ db, clock }: AppContext): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.endsAt, clock.now()))
}

function keysOf(limit: LimitName, person: string, address = 'nowhere') {
  const name = person.trim().toLowerCase()
  const hashed = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  return {
    both: hashed(limit, 'both', name, address),
    person: hashed(limit, 'person', name),
    address: hashed(limit, 'address', address),
  }
}

/** One statement, so that two servers cannot both count to the last allowed try. Keys in order, so that none deadlock. */
function countTries({ db, clock }: AppContext, keys: string[], window: number) {
  const now = clock.now()
  const endsAt = new Date(now.getTime() + window)
  const over = sql`${rateLimits.endsAt} <= ${now.toISOString()}`
  return db
    .insert(rateLimits)
    .values([...keys].sort().map((key) => ({ key, tries: 1, endsAt })))
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        tries: sql`case when ${over} then 1 else ${rateLimits.tries} + 1 end`,
        endsAt: sql`case when ${over} then excluded.ends_at else ${rateLimits.endsAt} end`,
      },
    })
    .returning()
}
