import { and, eq, lt } from 'drizzle-orm'
import { idempotencyKeys } from '~/db/schema'
import { DAY_MS } from '~/domain/durations'
import type { AppContext } from './context.server'

/** For how long a key stands for the body that came with it first. */
const KEPT_MS = DAY_MS

/**
 * Claims a client's idempotency key for a body; both come as hashes (rule A8). `first`: nobody had used the key. `fits`: the key
 * stands for this body, so that the first answer may be given again. `since`: names this claim, which ends with the key's time.
 */
export async function holdKey(
  { db, clock }: AppContext,
  key: string,
  body: string,
): Promise<{ first: boolean; fits: boolean; since: number }> {
  const now = clock.now()
  await db.delete(idempotencyKeys).where(and(eq(idempotencyKeys.key, key), lt(idempotencyKeys.endsAt, now)))
  const endsAt = new Date(now.getTime() + KEPT_MS)
  const held = await db.insert(idempotencyKeys).values({ key, body, endsAt }).onConflictDoNothing().returning()
  if (held.length) return { first: true, fits: true, since: endsAt.getTime() }
  const found = await db.query.idempotencyKeys.findFirst({ where: eq(idempotencyKeys.key, key) })
  return { first: false, fits: !found || found.body === body, since: (found?.endsAt ?? endsAt).getTime() }
}

/** Frees a key, so that it may stand for another body. */
export async function freeKey({ db }: AppContext, key: string): Promise<void> {
  await db.delete(idempotencyKeys).where(eq(idempotencyKeys.key, key))
}

/** Removes keys whose time is over; for the tidying job. */
export async function tidyIdempotencyKeys({ db, clock }: AppContext): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.endsAt, clock.now()))
}
