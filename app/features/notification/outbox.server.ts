import { and, count, desc, eq, gte, inArray, isNotNull, isNull, lt, max, min, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { newId } from '~/db/new-id'
import { outbox } from '~/db/schema'
import { MINUTE_MS } from '~/domain/durations'
import { isGivenUp, isLongAway, type LetterKind } from '~/domain/letters'
import type { AppContext } from '~/platform/context.server'
import { isRefusedForGood, isServerAway, type Mail } from '~/platform/mailer.server'
import type { NotNeeded, WAITS } from './letter.server'

/** Writes a letter when it is about to go, announced `at`; of one that has become pointless it says why, where somebody asks. */
export type Compose = (
  context: AppContext,
  payload: Record<string, string>,
  at: Date,
) => Composed | undefined | Promise<Composed | undefined>

export type Composed = WrittenMail | NotNeeded | typeof WAITS

/** A mail, and what is written down in one transaction with that it has gone; nothing of it while it was not taken. */
interface WrittenMail extends Mail {
  gone?: {
    /** Kept with what the letter was made of, for when it is sent once more. */
    payload: Record<string, string>
    write: (tx: Transaction) => Promise<unknown>
  }
}

/** Who writes what; handed in, so that the outbox knows nobody (`app/letters.server.ts`). */
export type Letters = Record<LetterKind, Compose>

interface Announcement {
  kind: LetterKind
  /** Of two announcements with the same key the second does nothing. */
  dedupeKey: string
  /** What the letter needs beyond what the database says then; kept until the letter is a month old. */
  payload: Record<string, string>
}

/** Puts a mail into the outbox in the caller's transaction; the same `dedupeKey` a second time does nothing. */
export async function announce(
  { clock, jobs }: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Transaction,
  letter: Announcement,
): Promise<void> {
  const id = newId()
  const added = await tx
    .insert(outbox)
    .values({ id, ...letter, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: outbox.id })
  if (added.length) await jobs.enqueue(tx, 'deliver-mail', { outboxId: id })
}

/** The same for a letter that tells of nothing that is written with it; a letter without its job would lie until the night. */
export const announceAlone = (
  context: Pick<AppContext, 'clock' | 'db' | 'jobs'>,
  letter: Announcement,
): Promise<void> => context.db.transaction((tx) => announce(context, tx, letter))

/** Whether a letter of this key was announced, sent or not. */
export const isAnnounced = async (tx: Transaction, dedupeKey: string): Promise<boolean> =>
  (await tx.$count(outbox, eq(outbox.dedupeKey, dedupeKey))) > 0

/**
 * Sends one mail of the outbox; throws when the mail server does not take it, so that the job comes again, unless it is given up
 * (rule L15). The row is claimed first, so that of two jobs one sends; the other looks again once the claim has run out.
 */
export async function deliverMail(context: AppContext, letters: Letters, outboxId: string): Promise<void> {
  const { business, clock, db, jobs, log, mailer } = context
  const row = await claimMail(db, outboxId)
  if (!row) {
    const waits = await db.$count(outbox, and(eq(outbox.id, outboxId), isNull(outbox.sentAt)))
    const after = new Date(clock.now().getTime() + CLAIM_MINUTES * MINUTE_MS)
    if (waits) await jobs.enqueue(db, 'deliver-mail', { outboxId }, after)
    return
  }
  const release = (outcome: Outcome, tx: Database | Transaction = db) =>
    tx
      .update(outbox)
      .set({ ...outcome, claimedAt: null })
      .where(eq(outbox.id, outboxId))
  let pointless: string | null = null
  let gone: WrittenMail['gone']
  try {
    const mail = await letters[row.kind](context, row.payload, row.createdAt)
    const messageId = `<${outboxId}@${new URL(business.appUrl).hostname}>`
    if (mail && 'waits' in mail) {
      await release({ lastError: row.lastError })
      await jobs.enqueue(db, 'deliver-mail', { outboxId }, new Date(clock.now().getTime() + MINUTE_MS))
      return
    }
    if (!mail || 'notNeeded' in mail) pointless = mail?.notNeeded ?? NOTHING_TO_SAY
    else {
      const { gone: afterwards, ...words } = mail
      await mailer.send({ ...words, messageId })
      gone = afterwards
    }
  } catch (error) {
    const lastError = error instanceof Error ? error.message.slice(0, 300) : 'unknown'
    if (!isRefusedForGood(error) || !isGivenUp(row, clock.now())) {
      const unreachedAt = isServerAway(error) ? clock.now() : null
      await release({ lastError, unreachedAt, unreachedSince: unreachedAt && (row.unreachedSince ?? unreachedAt) })
      throw error
    }
    await release({ sentAt: clock.now(), notNeeded: GIVEN_UP, lastError, ...REACHED })
    log.warn({ outboxId, kind: row.kind }, 'a letter is given up')
    return
  }
  const outcome = { sentAt: clock.now(), notNeeded: pointless, lastError: null, ...REACHED }
  if (gone) {
    const { payload, write } = gone
    const noted = db.transaction(async (tx) => {
      await write(tx)
      // added to what is there by then: it may have been forgotten meanwhile
      await release({ ...outcome, payload: sql`${outbox.payload} || ${JSON.stringify(payload)}::jsonb` }, tx)
    })
    await noted.catch(async (error) => {
      // it has gone, and must not go twice
      await release(outcome)
      log.error({ outboxId, kind: row.kind, err: error }, 'what a letter told could not be noted')
    })
  } else await release(outcome)
  if (pointless === null) await hurryUnreached(context)
}

type Outcome = Partial<
  Pick<typeof outbox.$inferInsert, 'sentAt' | 'notNeeded' | 'lastError' | 'unreachedAt' | 'unreachedSince'>
> & { payload?: SQL }

/** Of a letter that waits for no mail server. */
const REACHED = { unreachedAt: null, unreachedSince: null }

const NOTHING_TO_SAY = 'there was nothing to say any more'

/** A claim outlasts every patience of the mailer; after it, whoever claimed has crashed. Judged by the database's clock. */
const CLAIM_MINUTES = 10

const CLAIM_ENDED = sql`now() - make_interval(mins => ${CLAIM_MINUTES}::int)`

/**
 * Whether a letter about this booking is being sent, besides the one that is made of `payload`, that this one has to wait for. Letters that
 * say one of `waiting` wait as this one does: of two the one whose payload comes first is waited for, or neither would ever go.
 */
export const isAnotherGoing = async (
  db: Database,
  bookingId: string,
  payload: Record<string, string>,
  waiting: readonly string[],
): Promise<boolean> => {
  const own = sql`${JSON.stringify(payload)}::jsonb`
  const waitsToo = or(...waiting.map((name) => isNotNull(sql`${outbox.payload} ->> ${name}`)))
  const another = and(
    eq(sql`${outbox.payload} ->> 'bookingId'`, bookingId),
    ne(outbox.payload, own),
    sql`case when ${waitsToo} then ${outbox.payload} < ${own} else true end`,
  )
  return (await db.$count(outbox, and(another, isNull(outbox.sentAt), gte(outbox.claimedAt, CLAIM_ENDED)))) > 0
}

/** Takes a mail for sending; undefined when it has gone out, or somebody else is at it. */
async function claimMail(db: Database, outboxId: string) {
  const free = or(isNull(outbox.claimedAt), lt(outbox.claimedAt, CLAIM_ENDED))
  const [row] = await db
    .update(outbox)
    .set({ claimedAt: sql`now()`, attempts: sql`${outbox.attempts} + 1` })
    .where(and(eq(outbox.id, outboxId), isNull(outbox.sentAt), free))
    .returning()
  return row
}

/** What stands in `not_needed` of a letter that was given up; its last error stands beside it for as long as its content. */
export const GIVEN_UP = 'the mail server did not take it'

/** Puts mail back to work that was written before `before` and has not gone out. */
export async function resendOpenMail({ db, jobs }: AppContext, before: Date): Promise<void> {
  const open = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isNull(outbox.sentAt), lt(outbox.createdAt, before)))
  for (const { id } of open) await jobs.enqueue(db, 'deliver-mail', { outboxId: id })
}

/** Letters whose last try found no mail server. */
const UNREACHED = and(isNull(outbox.sentAt), isNotNull(outbox.unreachedAt))

const hurry = ({ jobs }: AppContext, db: Database | Transaction, letters: readonly { id: string }[]): Promise<void> =>
  jobs.hurry(
    db,
    'deliver-mail',
    letters.map(({ id }) => ({ outboxId: id })),
  )

/** So many letters follow one that was taken: a server that takes one and is away again is not asked for all of them each time. */
const FOLLOW = 10

/**
 * The mail server has just taken a letter: what it did not while it was away goes now, the oldest first, not when each would have been
 * tried again. Each that goes lets others follow, so that soon all have gone.
 */
const hurryUnreached = (context: AppContext): Promise<void> =>
  context.db.transaction(async (tx) => {
    const oldest = tx.select({ id: outbox.id }).from(outbox).where(UNREACHED).orderBy(outbox.createdAt).limit(FOLLOW)
    const open = await tx.update(outbox).set(REACHED).where(inArray(outbox.id, oldest)).returning({ id: outbox.id })
    if (open.length) await hurry(context, tx, open)
  })

/** Tries one letter when the mail server was not found and has not been looked for lately; of what waits for it (rule L17). */
export async function lookForMailServer(context: AppContext): Promise<void> {
  const { db, clock } = context
  const { tried } = await heldUp(db)
  if (!tried || !isLongAway(tried, clock.now())) return
  const oldest = await db.select({ id: outbox.id }).from(outbox).where(UNREACHED).orderBy(outbox.createdAt).limit(1)
  await hurry(context, db, oldest)
}

/**
 * What staff are told of letters that wait for the mail server (rule L17): how many, since when, and what it last said; undefined while
 * there is nothing to tell.
 */
export async function lettersHeldUp({ db, clock }: Pick<AppContext, 'db' | 'clock'>) {
  const { letters, since } = await heldUp(db)
  if (!since || !isLongAway(since, clock.now())) return undefined
  const [last] = await db
    .select({ answer: outbox.lastError })
    .from(outbox)
    .where(UNREACHED)
    .orderBy(desc(outbox.unreachedAt))
    .limit(1)
  return { count: letters, since, answer: last?.answer ?? '' }
}

async function heldUp(db: Database) {
  const [found] = await db
    .select({ letters: count(), since: min(outbox.unreachedSince), tried: max(outbox.unreachedAt) })
    .from(outbox)
    .where(UNREACHED)
  return found ?? { letters: 0, since: null, tried: null }
}
