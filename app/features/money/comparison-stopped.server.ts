import type { Database } from '~/db/client.server'
import { type COMPARED_LISTS, comparedLists } from '~/db/schema'
import { HOUR_MS } from '~/domain/durations'
import type { AppContext } from '~/platform/context.server'

/** Two nights, and the time that a comparison takes. */
const STOPPED_MS = 50 * HOUR_MS

/**
 * Until when the provider's lists were last compared with the books to their end (rule P13); of one that never was, until when its first
 * night began to. Empty before it.
 */
export async function comparedUntil(db: Database): Promise<Partial<Record<(typeof COMPARED_LISTS)[number], Date>>> {
  const rows = await db.select().from(comparedLists)
  return Object.fromEntries(rows.map(({ list, until }) => [list, until]))
}

/** Since when the nightly comparison with the provider has not come to its end; undefined while it does. */
export async function comparisonStopped({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<Date | undefined> {
  const [oldest] = Object.values(await comparedUntil(db)).sort((one, other) => one.getTime() - other.getTime())
  return oldest && clock.now().getTime() - oldest.getTime() > STOPPED_MS ? oldest : undefined
}
