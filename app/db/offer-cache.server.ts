import { sql } from 'drizzle-orm'
import type { Database, Transaction } from './client.server'
import { offerChanges } from './schema'

type Reader = Database | Transaction

/** How many answers are cached, of the newest revisions; a visitor can ask for any number of rooms that do not exist. */
const MOST = 500

const answers = new Map<string, unknown>()
const asking = new WeakMap<Reader, Promise<string>>()
/** What names the state of what is on offer, over the rows of `offer_changes`; null where there are none. */
export const REVISION = sql<string | null>`sum(${offerChanges.stamp})::text`

/**
 * Caches what `load` answers about what is on offer until something of that changes: the database raises its revision in the
 * transaction of every change (drizzle/0023, 0043), whoever makes it, and each call reads the revision first. So every server
 * sees a change with the next request, and nobody what is not committed. The answer is shared, hence frozen.
 */
export function cachedWhileOnOffer<Args extends readonly (string | undefined)[], Answer>(
  name: string,
  load: (db: Reader, ...args: Args) => Promise<Answer>,
): (db: Reader, ...args: Args) => Promise<Answer> {
  return async (db, ...args) => {
    // read before the data: what is committed in between is cached under the older revision, for which nobody asks again
    const key = JSON.stringify([await offerRevision(db), name, ...args])
    if (answers.has(key)) return answers.get(key) as Answer
    const answer = deepFreeze(await load(db, ...args))
    if (answers.size >= MOST) for (const old of [...answers.keys()].slice(0, MOST / 2)) answers.delete(old)
    answers.set(key, answer)
    return answer
  }
}

/**
 * Names the state of what is on offer: the sum of random numbers, one from each change that the reader can see, so that no
 * two states are called the same. Who asks in the same moment shares one answer, never one that was asked for before.
 */
export function offerRevision(db: Reader): Promise<string> {
  const shared = asking.get(db)
  if (shared) return shared
  const asked = Promise.resolve().then(async () => {
    asking.delete(db)
    const [row] = await db.select({ revision: REVISION }).from(offerChanges)
    return row?.revision ?? NONE
  })
  asking.set(db, asked)
  return asked
}

/**
 * The same database for one request whose first statement brought the revision along (`REVISION`): it is not asked for again, and
 * what is read there is what was on offer when that statement was answered, or later.
 */
export function knowingRevision(db: Database, revision: string | null): Database {
  const reader: Database = Object.create(db)
  asking.set(reader, Promise.resolve(revision ?? NONE))
  return reader
}

const NONE = 'none'

/** Makes one row of the changes that were noted so far; their sum, the revision, stays. */
export async function foldOfferChanges(db: Database): Promise<void> {
  await db.execute(sql`
    with gone as (delete from offer_changes returning stamp)
    insert into offer_changes (stamp) select sum(stamp) from gone having count(*) > 0`)
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}
