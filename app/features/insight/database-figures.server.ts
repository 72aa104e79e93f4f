import { and, count, desc, eq, inArray, isNull, min, sql } from 'drizzle-orm'
import { rowsOf } from '~/db/rows-of'
import { bookings, booksChecks, OPEN_REFUND, outbox, paymentAttempts, refunds, webhookInbox } from '~/db/schema'
import { comparedUntil } from '~/features/money/comparison-stopped.server'
import type { AppContext } from '~/platform/context.server'
import type { Figure } from '~/platform/metrics.server'

/** What an operator watches of the database: the same whichever server is asked. */
export async function databaseFigures({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<Figure[]> {
  const statuses = await db.select({ status: bookings.status, rows: count() }).from(bookings).groupBy(bookings.status)
  const [open] = await db
    .select({ since: min(paymentAttempts.createdAt) })
    .from(paymentAttempts)
    .where(inArray(paymentAttempts.status, ['created', 'ordered']))
  const oldest = open?.since ? Math.max(0, (clock.now().getTime() - open.since.getTime()) / 1000) : 0
  const queues = rowsOf<{ name: string; state: string; rows: number }>(
    await db.execute(sql`select name, state::text as state, count(*)::int as rows from pgboss.job group by 1, 2`),
  )
  const unsent = await db.$count(outbox, isNull(outbox.sentAt))
  const inbox = await db.$count(webhookInbox, isNull(webhookInbox.doneAt))
  const [books] = await db.select().from(booksChecks).orderBy(desc(booksChecks.at)).limit(1)
  const compared = await comparedUntil(db)
  const owed = await db.$count(refunds, and(OPEN_REFUND, eq(refunds.mode, 'online')))
  return [
    {
      name: 'bookings',
      help: 'Bookings by status; pending ones are holds',
      labelNames: ['status'],
      values: statuses.map(({ status, rows }) => ({ labels: { status }, value: rows })),
    },
    one('payment_oldest_pending_seconds', 'Age of the oldest payment attempt that is still open', oldest),
    {
      name: 'jobs',
      help: 'Jobs by queue and state',
      labelNames: ['queue', 'state'],
      values: queues.map(({ name, state, rows }) => ({ labels: { queue: name, state }, value: rows })),
    },
    one('mails_unsent', 'Mails written and not yet sent', unsent),
    one('webhooks_open', 'Webhooks received and not yet applied', inbox),
    {
      name: 'books_wrong',
      help: 'What the last nightly look at the books found, by broken rule',
      labelNames: ['invariant'],
      values: Object.entries(books?.wrong ?? {}).map(([invariant, rows]) => ({ labels: { invariant }, value: rows })),
    },
    one(
      'books_checked_timestamp_seconds',
      'When the books were last looked at; 0 before the first night',
      books ? books.at.getTime() / 1000 : 0,
    ),
    {
      name: 'provider_compared_timestamp_seconds',
      help: 'Until when the provider’s lists were last compared with the books to their end; none before the first night',
      labelNames: ['list'],
      values: Object.entries(compared).map(([list, until]) => ({ labels: { list }, value: until.getTime() / 1000 })),
    },
    one('refunds_open', 'Refunds not yet confirmed by the provider', owed),
  ]
}

const one = (name: string, help: string, value: number): Figure => ({ name, help, values: [{ value }] })
