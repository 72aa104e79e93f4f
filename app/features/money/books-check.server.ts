import { desc, lt } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { rowsOf } from '~/db/migrate.server'
import { type BooksFinding, booksChecks } from '~/db/schema'
import { DAY_MS } from '~/domain/durations'
import type { AppContext } from '~/platform/context.server'
import { booksSql, INVARIANTS, type InvariantName } from './books-invariants.server'

/** How long a night's result is kept. */
const KEPT_MS = 90 * DAY_MS
/** How many findings of one rule are kept word by word, so that many of one do not hide another. */
const MOST_KEPT = 200

/** One thing that is wrong in the books, with the rule it breaks. */
export interface WrongInBooks extends BooksFinding {
  invariant: InvariantName
  /** The rule's own words. */
  words: string
}

/** All books, as they are at one instant, however long that takes: what is wrong, by rule. Changes nothing. */
export const checkAllBooks = ({ client, clock }: Pick<AppContext, 'client' | 'clock'>): Promise<WrongInBooks[]> =>
  client.patiently((db) => checkBooks({ db, clock }))

/** The same within the time that this connection has for a statement. */
export async function checkBooks({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<WrongInBooks[]> {
  const rows = rowsOf<{ invariant: InvariantName; booking_id: string | null; subject: string; detail: string }>(
    await db.execute(booksSql(clock.now())),
  )
  return rows.map(({ booking_id: bookingId, ...row }) => ({
    ...row,
    bookingId,
    words: INVARIANTS[row.invariant].words,
  }))
}

/** The nightly look: its result is kept for the figures and for the money page. */
export async function recordBooksCheck(context: Pick<AppContext, 'client' | 'db' | 'clock' | 'log'>): Promise<void> {
  const { db, clock, log } = context
  const wrong = await checkAllBooks(context)
  const counts: Record<string, number> = {}
  const findings: BooksFinding[] = []
  for (const { words: _, ...finding } of wrong) {
    const count = (counts[finding.invariant] ?? 0) + 1
    counts[finding.invariant] = count
    if (count <= MOST_KEPT) findings.push(finding)
  }
  const at = clock.now()
  await db.insert(booksChecks).values({ at, wrong: counts, findings })
  await db.delete(booksChecks).where(lt(booksChecks.at, new Date(at.getTime() - KEPT_MS)))
  if (wrong.length) log.error({ wrong: counts }, 'the books are not right')
}

/** When the books were last looked at in the night, and what was wrong; undefined before the first night. */
export async function lastBooksCheck(db: Database): Promise<{ at: Date; wrong: WrongInBooks[] } | undefined> {
  const [last] = await db.select().from(booksChecks).orderBy(desc(booksChecks.at)).limit(1)
  // what an older version of the program looked for may have gone
  const isKnown = (one: BooksFinding): one is BooksFinding & { invariant: InvariantName } => one.invariant in INVARIANTS
  const known = last?.findings.filter(isKnown)
  return (
    last && {
      at: last.at,
      wrong: (known ?? []).map((finding) => ({ ...finding, words: INVARIANTS[finding.invariant].words })),
    }
  )
}
