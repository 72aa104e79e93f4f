import { createHash } from 'node:crypto'
import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { rowsOf } from '~/db/rows-of'
import { rateLimits } from '~/db/schema'
import { HOUR_MS, MINUTE_MS } from '~/domain/durations'
import type { AppContext } from './context.server'
import { networkOf } from './network.server'
import { currentRequest } from './request-watch.server'

interface Limit {
  /** Tries about one person from one network. */
  both: number
  /** Tries from one network, which many may share. */
  network: number
  /** Tries about one person from anywhere before every further one is answered slowly. */
  person: number
  /** Tries about one person that a single network has left from then on. */
  slowed: number
  /** Milliseconds that tries are counted for. */
  window: number
}

/** How often something may be tried. A network is refused; a person never is, since strangers could shut their door. */
const LIMITS = {
  login: { both: 10, person: 50, slowed: 3, network: 60, window: 15 * MINUTE_MS },
  /** One's own password, asked again; the person is the session. */
  ownPassword: { both: 10, person: 10, slowed: 10, network: 60, window: 15 * MINUTE_MS },
  register: { both: 10, person: 10, slowed: 3, network: 20, window: HOUR_MS },
  reset: { both: 5, person: 5, slowed: 2, network: 20, window: HOUR_MS },
  contact: { both: 5, person: 5, slowed: 2, network: 15, window: HOUR_MS },
  find: { both: 5, person: 10, slowed: 2, network: 20, window: HOUR_MS },
  plan: { both: 10, person: 20, slowed: 5, network: 30, window: HOUR_MS },
  coupon: { both: 30, person: 30, slowed: 10, network: 60, window: 10 * MINUTE_MS },
  hold: { both: 10, person: 10, slowed: 5, network: 40, window: 10 * MINUTE_MS },
  /** What is said about one order without a signature, by a page or a client of the JSON API. */
  payment: { both: 30, person: 60, slowed: 10, network: 120, window: 10 * MINUTE_MS },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS
/** What tries are counted at; a code is asked of whoever gave the right password, and counted for the account alone. */
type Door = LimitName | 'secondFactor'

/** Tries at one door from a browser that signed in there before, or at one account's second factor. */
const DEVICE_LIMIT = { tries: 10, window: 15 * MINUTE_MS }

const FIRST_PAUSE = 500
const LONGEST_PAUSE = 5_000
/** After this many slowed tries the pause has doubled. */
const DOUBLING = 10

/** How long the answer waits to the n-th try beyond what a person may have from anywhere; milliseconds. */
export const pauseBefore = (beyond: number): number =>
  beyond <= 0 ? 0 : Math.min(LONGEST_PAUSE, Math.round(FIRST_PAUSE * 2 ** ((beyond - 1) / DOUBLING)))

/**
 * Counts one try about `person` (an e-mail address, a phone number, a draft's id) and by the network its request came from.
 * A network that tried too often is refused, and these tries count for nobody else. A person about whom too much was tried
 * from everywhere is refused to nobody: each try is answered after a growing pause, and a single network has fewer left.
 * Kept in the database: shared by every server, not forgotten by a restart; people and networks are stored as hashes. With
 * a refusal the answer under way also carries `Retry-After`.
 *
 * @returns a sentence for the visitor when it was too much, undefined otherwise
 */
export async function tooManyTries(context: AppContext, limit: LimitName, person: string): Promise<string | undefined> {
  const allowed = LIMITS[limit]
  const factor = context.settings.RATE_LIMIT_FACTOR
  const { overUntil, anywhere } = await countAll(context, keysOf(limit, person), allowed)
  if (overUntil !== null) return refusal(context, limit, Number(overUntil))
  const pause = pauseBefore(Number(anywhere) - allowed.person * factor)
  if (pause) {
    context.log.warn({ limit, pause }, 'tries are slowed down')
    await context.clock.pause(pause)
  }
  return undefined
}

function refusal({ clock, log }: AppContext, limit: Door, until: number): string {
  const seconds = Math.max(1, Math.ceil((until - clock.now().getTime()) / 1000))
  log.warn({ limit }, 'too many tries')
  const response = currentRequest()?.response
  if (response && !response.headersSent) response.setHeader('Retry-After', seconds)
  const minutes = Math.ceil(seconds / 60)
  return `Too many tries. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}

/** Counts one try by a browser that is known at this door; answers whether that was within its own allowance. */
export async function deviceMayTry(context: AppContext, limit: LimitName, device: string): Promise<boolean> {
  return (await countAlone(context, limit, device)) === undefined
}

/** Counts one try with a code at an account, by whoever knows its password; answers as `tooManyTries` does. */
export async function tooManyCodes(context: AppContext, account: string): Promise<string | undefined> {
  const until = await countAlone(context, 'secondFactor', account)
  return until && refusal(context, 'secondFactor', until.getTime())
}

/** Counts one try of a single browser or account; until when there are no more, when it was one too many. */
async function countAlone(context: AppContext, door: Door, whose: string): Promise<Date | undefined> {
  const counted = await countTry(context, deviceKey(door, whose), DEVICE_LIMIT.window)
  const over = (counted?.tries ?? 0) > DEVICE_LIMIT.tries * context.settings.RATE_LIMIT_FACTOR
  return over ? counted?.endsAt : undefined
}

/** Forgets a person's tries from this network and this browser: a right password was no attack. */
export async function forgetTries({ db }: AppContext, limit: Door, person: string, device = ''): Promise<void> {
  const keys = keysOf(limit, person)
  await db.delete(rateLimits).where(inArray(rateLimits.key, [keys.both, deviceKey(limit, device)]))
  await db
    .update(rateLimits)
    .set({ tries: sql`greatest(${rateLimits.tries} - 1, 0)` })
    .where(eq(rateLimits.key, keys.person))
}

/** Forgets every try that was counted, everybody's: for whoever has the server's command line. */
export async function forgetAllTries(db: Database): Promise<number> {
  return (await db.delete(rateLimits).returning({ key: rateLimits.key })).length
}

/** Removes windows that are over; for the tidying job. */
export async function tidyRateLimits({ db, clock }: AppContext): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.endsAt, clock.now()))
}

const hashed = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
const deviceKey = (limit: Door, device: string) => hashed(limit, 'device', device)

function keysOf(limit: Door, person: string) {
  const name = person.trim().toLowerCase()
  const network = networkOf(currentRequest()?.address ?? 'nowhere')
  return {
    both: hashed(limit, 'both', name, network),
    person: hashed(limit, 'person', name),
    network: hashed(limit, 'network', network),
  }
}

/**
 * Counts a try of a person at a network, and, unless that is refused, the person's own. One statement, so that two servers cannot
 * both count to the last allowed try. Keys in order, the person's last, so that none deadlock.
 *
 * @returns until when it is refused (unix milliseconds), or how often the person was tried from anywhere
 */
async function countAll(
  context: AppContext,
  keys: ReturnType<typeof keysOf>,
  allowed: Limit,
): Promise<{ overUntil: string | null; anywhere: number | null }> {
  const { db, clock, settings } = context
  const most = (tries: number) => sql`${tries * settings.RATE_LIMIT_FACTOR}::numeric`
  const { set, endsAt } = counting(clock.now(), allowed.window)
  const [counted] = rowsOf<{ overUntil: string | null; anywhere: number | null }>(
    await db.execute(sql`
      with before as (
        select coalesce(max(tries), 0) as tries from rate_limits
        where key = ${keys.person} and ends_at > ${clock.now().toISOString()}
      ), counted as (
        insert into rate_limits (key, tries, ends_at)
        select key, 1, ${endsAt.toISOString()}::timestamptz from unnest(array[${keys.both}, ${keys.network}]) as key order by key
        on conflict (key) do update set tries = ${set.tries}, ends_at = ${set.endsAt}
        returning key, tries, ends_at
      ), over as (
        select ends_at from counted
        where tries > case
          when key = ${keys.network} then ${most(allowed.network)}
          when (select tries from before) >= ${most(allowed.person)} then ${most(allowed.slowed)}
          else ${most(allowed.both)}
        end
      ), anywhere as (
        insert into rate_limits (key, tries, ends_at)
        select ${keys.person}, 1, ${endsAt.toISOString()}::timestamptz where not exists (select from over)
        on conflict (key) do update set tries = ${set.tries}, ends_at = ${set.endsAt}
        returning tries
      )
      select (select extract(epoch from max(ends_at)) * 1000 from over) as "overUntil", (select tries from anywhere) as anywhere`),
  )
  return counted ?? { overUntil: null, anywhere: null }
}

/** What a further try makes of a row: one more, or the first of a new window. */
function counting(now: Date, window: number) {
  const over = sql`${rateLimits.endsAt} <= ${now.toISOString()}`
  const set = {
    tries: sql`case when ${over} then 1 else ${rateLimits.tries} + 1 end`,
    endsAt: sql`case when ${over} then excluded.ends_at else ${rateLimits.endsAt} end`,
  }
  return { set, endsAt: new Date(now.getTime() + window) }
}

/** Counts one try under a key; one statement, as above. */
async function countTry({ db, clock }: AppContext, key: string, window: number) {
  const { set, endsAt } = counting(clock.now(), window)
  const [counted] = await db
    .insert(rateLimits)
    .values({ key, tries: 1, endsAt })
    .onConflictDoUpdate({ target: rateLimits.key, set })
    .returning()
  return counted
}
