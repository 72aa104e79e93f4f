import { and, eq, lt } from 'drizzle-orm'
import { idempotencyKeys } from '~/db/schema'
import type { AppContext } from './context.server'

/** For how long a name stands for what was asked with it first. */
const KEPT_MS = 24 * 60 * 60_000

/**
 * Notes what a client's name for an attempt stands for; both are hashes. `first` says that nobody had used the name, and
 * `fits` whether it stands for this body.
 */
export async function holdKey(
  { db, clock }: AppContext,
  key: string,
  body: string,
): Promise<{ first: boolean; fits: boolean }> {
  const now = clock.now()
  await db.delete(idempotencyKeys).where(and(eq(idempotencyKeys.key, key), lt(idempotencyKeys.endsAt, now)))
  const endsAt = new Date(now.getTime() + KEPT_MS)
  const held = await db.insert(idempotencyKeys).values({ key, body, endsAt }).onConflictDoNothing().returning()
  if (held.length) return { first: true, fits: true }
  const found = await db.query.idempotencyKeys.findFirst({ where: eq(idempotencyKeys.key, key) })
  return { first: false, fits: !found || found.body === body }
}

/** Frees a name, so that it may stand for something else. */
export async function freeKey({ db }: AppContext, key: string): Promise<void> {
  await db.delete(idempotencyKeys).where(eq(idempotencyKeys.key, key))
}

/** Removes names whose time is over; for the tidying job. */
export async function tidyIdempotencyKeys({ db, clock }: AppContext): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.endsAt, clock.now()))
}
