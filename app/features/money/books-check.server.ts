import { desc, lt, sql } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { rowsOf } from '~/db/rows-of'
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

/** What is wrong in the books: how much, how often each rule is broken, and the first findings of each. */
interface BooksCheck {
  all: number
  counts: Partial<Record<InvariantName, number>>
  wrong: WrongInBooks[]
}

/**
 * All books, as they are at one instant, however long that takes: what is wrong, by rule, `most` findings of each. Changes
 * nothing. On the day on which every booking is wrong no more of them are fetched either.
 */
export const checkAllBooks = (
  { client, clock }: Pick<AppContext, 'client' | 'clock'>,
  most: number,
): Promise<BooksCheck> => client.patiently((db) => lookAtBooks({ db, clock }, most))

/** Every single finding, within the time that this connection has for a statement. */
export const checkBooks = async (context: Pick<AppContext, 'db' | 'clock'>): Promise<WrongInBooks[]> =>
  (await lookAtBooks(context, Number.MAX_SAFE_INTEGER)).wrong

interface Row {
  invariant: InvariantName
  booking_id: string | null
  subject: string
  detail: string
  of_rule: number
}

async function lookAtBooks({ db, clock }: Pick<AppContext, 'db' | 'clock'>, most: number): Promise<BooksCheck> {
  const rows = rowsOf<Row>(
    await db.execute(sql`
      select invariant, booking_id, subject, detail, of_rule from (
        select found.*, (count(*) over (partition by invariant))::int as of_rule,
          row_number() over (partition by invariant order by subject, detail) as nth
        from (${booksSql(clock.now())}) found
      ) numbered where nth <= ${most} order by invariant, nth`),
  )
  const counts = Object.fromEntries(rows.map(({ invariant, of_rule }) => [invariant, of_rule]))
  return {
    ...{ all: sumOf(counts), counts },
    wrong: rows.map(({ invariant, booking_id: bookingId, subject, detail }) => ({
      ...{ invariant, bookingId, subject, detail },
      words: INVARIANTS[invariant].words,
    })),
  }
}

/** The nightly look: its result is kept for the figures and for the money page. */
export async function recordBooksCheck(context: Pick<AppContext, 'client' | 'db' | 'clock' | 'log'>): Promise<void> {
  const { db, clock, log } = context
  const { counts, wrong } = await checkAllBooks(context, MOST_KEPT)
  const findings = wrong.map(({ words: _, ...finding }): BooksFinding => finding)
  const at = clock.now()
  await db.insert(booksChecks).values({ at, wrong: counts, findings })
  await db.delete(booksChecks).where(lt(booksChecks.at, new Date(at.getTime() - KEPT_MS)))
  if (wrong.length) log.error({ wrong: counts }, 'the books are not right')
}

/** When the books were last looked at in the night, how much was wrong, and what of it was kept; undefined before the first night. */
export async function lastBooksCheck(
  db: Database,
): Promise<{ at: Date; all: number; wrong: WrongInBooks[] } | undefined> {
  const [last] = await db.select().from(booksChecks).orderBy(desc(booksChecks.at)).limit(1)
  if (!last) return undefined
  // what an older version of the program looked for may have gone
  const isKnown = (name: string): name is InvariantName => name in INVARIANTS
  const wrong = last.findings.flatMap(({ invariant, ...finding }) =>
    isKnown(invariant) ? [{ ...finding, invariant, words: INVARIANTS[invariant].words }] : [],
  )
  const counts = Object.fromEntries(Object.entries(last.wrong).filter(([name]) => isKnown(name)))
  return { at: last.at, all: sumOf(counts), wrong }
}

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)
