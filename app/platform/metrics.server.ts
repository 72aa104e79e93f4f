import { and, count, desc, eq, inArray, isNull, min, sql } from 'drizzle-orm'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { DatabaseClient } from '~/db/client.server'
import { rowsOf } from '~/db/migrate.server'
import { bookings, booksChecks, OPEN_REFUND, outbox, paymentAttempts, refunds, webhookInbox } from '~/db/schema'
import type { Clock } from './clock.server'

export interface Metrics {
  contentType: string
  /** Counts an answered request by its route's pattern. */
  requestDone(request: { method: string; route: string; status: number; seconds: number }): void
  /** Everything in Prometheus's text format; what lives in the database is asked there at that moment. */
  text(): Promise<string>
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The figures an operator watches. Those from the database are the same whichever server is asked. */
export function createMetrics({ db }: DatabaseClient, clock: Clock): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to the end of the answer',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  })
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const byStatus = gauge('bookings', 'Bookings by status; pending ones are holds', ['status'])
  const oldest = gauge('payment_oldest_pending_seconds', 'Age of the oldest payment attempt that is still open')
  const jobs = gauge('jobs', 'Jobs by queue and state', ['queue', 'state'])
  const unsent = gauge('mails_unsent', 'Mails written and not yet sent')
  const inbox = gauge('webhooks_open', 'Webhooks received and not yet applied')
  const wrong = gauge('books_wrong', 'What the last nightly look at the books found, by broken rule', ['invariant'])
  const checked = gauge(
    'books_checked_timestamp_seconds',
    'When the books were last looked at; 0 before the first night',
  )
  const owed = gauge('refunds_open', 'Refunds not yet confirmed by the provider')

  async function ask(): Promise<void> {
    const statuses = await db.select({ status: bookings.status, rows: count() }).from(bookings).groupBy(bookings.status)
    byStatus.reset()
    for (const { status, rows } of statuses) byStatus.set({ status }, rows)
    const [open] = await db
      .select({ since: min(paymentAttempts.createdAt) })
      .from(paymentAttempts)
      .where(inArray(paymentAttempts.status, ['created', 'ordered']))
    oldest.set(open?.since ? Math.max(0, (clock.now().getTime() - open.since.getTime()) / 1000) : 0)
    const queues = rowsOf<{ name: string; state: string; rows: number }>(
      await db.execute(sql`select name, state::text as state, count(*)::int as rows from pgboss.job group by 1, 2`),
    )
    jobs.reset()
    for (const { name, state, rows } of queues) jobs.set({ queue: name, state }, rows)
    unsent.set(await db.$count(outbox, isNull(outbox.sentAt)))
    inbox.set(await db.$count(webhookInbox, isNull(webhookInbox.doneAt)))
    const [books] = await db.select().from(booksChecks).orderBy(desc(booksChecks.at)).limit(1)
    wrong.reset()
    for (const [invariant, rows] of Object.entries(books?.wrong ?? {})) wrong.set({ invariant }, rows)
    checked.set(books ? books.at.getTime() / 1000 : 0)
    owed.set(await db.$count(refunds, and(OPEN_REFUND, eq(refunds.mode, 'online'))))
  }

  return {
    contentType: registry.contentType,
    requestDone({ method, route, status, seconds: taken }) {
      requests.inc({ method, route, status })
      seconds.observe({ route }, taken)
    },
    async text() {
      await ask()
      return registry.metrics()
    },
  }
}
