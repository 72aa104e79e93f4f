import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { rowsOf } from '~/db/migrate.server'
import type { BookingStatus } from '~/domain/booking-status'
import type { Draft } from '~/domain/draft'
import { booksSql } from '~/features/money/books-invariants.server'
import { jobHandlers } from '~/jobs.server'
import { type AppContext, assembleContext } from '~/platform/context.server'
import type { Queue } from '~/platform/jobs.server'
import { createRazorpayGateway } from '~/platform/razorpay.server'
import { action as webhook } from '~/routes/payment/webhook'
import type { Payment } from '~sandbox/razorpay/ledger'
import { KEYS, openApp, type TestApp } from '../app'
import type { DatabaseKind } from '../database'
import { openTheatre, type Theatre } from '../theatre'

export const START = '2027-03-01T06:30:00Z'
const MINUTE_MS = 60_000

/** The faults of the table in docs/payments.md and what is counted of each. */
export const FAULTS = Array.from({ length: 18 }, (_, at) => `F${at + 1}`)

/** Somebody who wants a room, and what they know of it. */
export interface Family {
  draft: Draft
  bookingId: string
  linkToken: string
  attemptId: string
  orderId: string
  /** Dismissed the window while a payment was open. */
  dismissed: boolean
  /** How often the browser came back with a signature. */
  returns: number
}

/** What people were told, and may rely on. */
export interface Model {
  families: Family[]
  /** Bookings that somebody knows to stand, and those that were cancelled after it. */
  stands: Set<string>
  cancelled: Set<string>
}

/** What breaks a promise; its message is the finding. */
export class Broken extends Error {}

interface Look {
  wrong: string[]
  statuses: Map<string, BookingStatus>
}

/** The real thing: features over a database, the emulator over HTTP, webhooks over HTTP, jobs from the queue. */
export class World {
  context: AppContext
  theatre = {} as Theatre
  /** How often each fault has struck, over all histories. */
  readonly reached = new Map<string, number>()
  /** While true, our webhook address answers 503. */
  down = false
  private seenEvents = new Set<string>()
  private seenKinds = new Map<string, string[]>()
  private tables: string[] = []
  private seen: { key: string; look: Look } | undefined
  private constructor(
    readonly app: TestApp,
    private endpoint: Server,
    readonly patient: AppContext['gateway'],
    readonly impatient: AppContext['gateway'],
  ) {
    this.context = { ...app.context, gateway: patient }
  }

  static async open(kind: DatabaseKind): Promise<World> {
    const app = await openApp(kind, START)
    await app.context.jobs.prepare()
    const gateway = (timeoutMs?: number) =>
      createRazorpayGateway({
        keyId: KEYS.keyId,
        keySecret: KEYS.keySecret,
        webhookSecrets: [KEYS.webhookSecret, KEYS.oldWebhookSecret],
        apiBase: app.emulator.url,
        scriptUrl: `${app.emulator.url}/v1/checkout.js`,
        backOffMs: 1,
        ...(timeoutMs && { timeoutMs }),
      })
    const endpoint = createServer()
    await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
    const world = new World(app, endpoint, gateway(), gateway(60))
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/api/webhooks/razorpay`
    app.emulator.webhooks.addEndpoint(url)
    endpoint.on('request', async (request, response) => {
      const body = await buffer(request)
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const status = await world.takeWebhook(url, body, headers).catch(() => 500)
      response.writeHead(status).end()
    })
    world.useContext()
    return world
  }

  get db() {
    return this.context.db
  }
  get emulator() {
    return this.app.emulator
  }
  get ledger() {
    return this.app.emulator.ledger
  }
  now = () => this.app.clock.now()
  reach = (fault: string) => this.reached.set(fault, (this.reached.get(fault) ?? 0) + 1)

  /** Routes look for the running server's context here. */
  private useContext(): void {
    Reflect.set(globalThis, Symbol.for('lumiere.context'), this.context)
  }

  /** Another process on the same database: whatever the last one had in its memory is gone. */
  async restart(): Promise<void> {
    const waiting = await this.rows<{ open: number }>(
      sql`select count(*)::int as open from webhook_inbox where done_at is null`,
    )
    if (waiting[0]?.open) this.reach('F16')
    const { settings, client, mailer } = this.context
    const next = await assembleContext(settings, client, this.app.clock)
    // the queue's own tables are the same; making a new worker for them would cost more than everything else
    this.context = { ...next, jobs: this.app.context.jobs, gateway: this.patient }
    mailer.close()
    this.useContext()
  }

  /** Takes what the emulator sends as the route would, and notes which faults it shows. */
  private async takeWebhook(url: string, body: Buffer, headers: Record<string, string>): Promise<number> {
    if (this.down) {
      this.reach('F16')
      return 503
    }
    const answer = await webhook({
      request: new Request(url, { method: 'POST', body: new Uint8Array(body), headers }),
      params: {},
      context: {},
    })
    if (answer.status === 401 || answer.status === 413) this.reach('F7')
    if (answer.status !== 200) return answer.status
    const { event, created_at: at, payload } = JSON.parse(body.toString())
    const id = headers['x-razorpay-event-id'] ?? ''
    if (this.seenEvents.has(id)) this.reach('F5')
    this.seenEvents.add(id)
    const payment: string = payload.payment?.entity.id ?? ''
    const before = this.seenKinds.get(payment) ?? []
    this.seenKinds.set(payment, [...before, event])
    if (event === 'payment.authorized' && before.includes('payment.captured')) this.reach('F6')
    if (event === 'payment.captured' && before.includes('payment.failed')) this.reach('F6')
    if (this.now().getTime() - at * 1_000 >= 10 * MINUTE_MS) this.reach('F4')
    return 200
  }

  /** Begins anew: empty books, the same theatre, the emulator's first ids, noon on a Monday. */
  async reset(history: number): Promise<void> {
    if (!this.tables.length || history % 100 === 0) {
      await this.app.database.clear()
      this.theatre = await openTheatre(this.db)
      await this.prepareBooks()
      const kept = Object.keys(await this.filled())
      const all = await this.rows<{ name: string }>(
        sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
            where schemaname = 'public' or (schemaname = 'pgboss' and tablename in ('job', 'archive'))`,
      )
      this.tables = all.map(({ name }) => name).filter((name) => !kept.includes(name))
    } else {
      // quicker than emptying every table; nothing that the theatre itself stands on is touched
      const statements = this.tables.map((name) => `delete from ${name};`).join(' ')
      await this.context.client.runScript(
        `set session_replication_role = replica; ${statements} set session_replication_role = origin;`,
      )
    }
    this.app.clock.set(START)
    this.countStrikes()
    this.emulator.reset()
    this.emulator.behaviour.webhooks = history % 2 ? 'at-once' : 'never'
    this.app.mailbox.mails.length = 0
    this.seenEvents.clear()
    this.seenKinds.clear()
    this.down = false
  }

  /** Adds up the strikes of wire faults before the emulator forgets them. */
  countStrikes(): void {
    for (const [name, times] of Object.entries(this.emulator.strikes())) {
      const fault = name.split(' ')[0] ?? ''
      this.reached.set(fault, (this.reached.get(fault) ?? 0) + times)
    }
  }

  private async filled(): Promise<Record<string, true>> {
    const names = [
      'cities',
      'locations',
      'screens',
      'screen_slots',
      'packages',
      'package_prices',
      'catalogue_items',
      'coupons',
    ]
    return Object.fromEntries(names.map((name) => [`public.${name}`, true]))
  }

  async rows<Row>(query: SQL): Promise<Row[]> {
    return rowsOf<Row>(await this.db.execute(query))
  }

  /** The check and the queue as functions: planning them anew after every step would cost more than all the rest. */
  private async prepareBooks(): Promise<void> {
    const { sql: text } = new PgDialect().sqlToQuery(booksSql(this.now()))
    const body = text.replaceAll(/\$\d+/g, 'looked_at')
    const asFunction = (head: string, work: string) => `create or replace function ${head} language plpgsql
      set plan_cache_mode = force_generic_plan as $$ #variable_conflict use_column
      begin ${work}; end $$;`
    await this.context.client.runScript(`
      ${asFunction(
        'books_look(looked_at text) returns table (invariant text, booking_id text, subject text, detail text)',
        `return query select wrong.invariant::text, wrong.booking_id::text, wrong.subject::text, wrong.detail::text
         from (${body}) wrong union all select 'status', id, status::text, '' from bookings`,
      )}
      ${asFunction(
        'jobs_due(looked_at timestamptz, mail boolean) returns table (id uuid, name text, data jsonb)',
        `return query select id, name, data from pgboss.job
         where state in ('created', 'retry') and (mail or name <> 'deliver-mail')
           and start_after <= greatest(looked_at, now()) order by created_on, id`,
      )}
      ${asFunction('jobs_done(done uuid[]) returns void', 'delete from pgboss.job where id = any(done)')}`)
  }

  /** What is wrong now, and every booking's status, in one statement. */
  async look(): Promise<Look> {
    // the number of the next transaction that writes: while it and the clock stand, nothing can have changed
    const [next] = await this.rows<{ xid: string }>(sql`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`)
    const key = `${next?.xid} ${this.now().getTime()}`
    if (this.seen?.key !== key) this.seen = { key, look: await this.lookAnew() }
    return this.seen.look
  }

  private async lookAnew(): Promise<Look> {
    const rows = await this.rows<{ invariant: string; booking_id: string; subject: string; detail: string }>(
      sql`select * from books_look(${this.now().toISOString()})`,
    )
    const statuses = rows.filter(({ invariant }) => invariant === 'status')
    return {
      wrong: rows
        .filter(({ invariant }) => invariant !== 'status')
        .map(({ invariant, subject, detail }) => `${invariant}: ${subject} ${detail}`),
      statuses: new Map(statuses.map((row) => [row.booking_id, row.subject as BookingStatus])),
    }
  }

  /**
   * Works off the jobs that are due on the simulated clock, each once; one that fails waits for the next time. Mail is left
   * to the end of a history: it goes over a real socket, and nothing waits for it.
   */
  async work({ mail = false } = {}): Promise<void> {
    const handlers = jobHandlers(this.context)
    const at = this.now().toISOString()
    const tried = new Set<string>()
    for (;;) {
      const due = await this.rows<{ id: string; name: Queue; data: never }>(
        sql`select * from jobs_due(${at}::timestamptz, ${mail})`,
      )
      const fresh = due.filter(({ id }) => !tried.has(id))
      if (!fresh.length) return
      const done: string[] = []
      for (const { id, name, data } of fresh) {
        tried.add(id)
        await handlers[name](data).then(
          () => done.push(id),
          () => {},
        )
      }
      if (done.length) await this.db.execute(sql`select jobs_done(${`{${done.join(',')}}`}::uuid[])`)
    }
  }

  /** The job of every minute. */
  async minute(): Promise<void> {
    await jobHandlers(this.context)['tidy-up']({})
    await this.work()
  }

  async night(): Promise<void> {
    const handlers = jobHandlers(this.context)
    await handlers.reconcile({})
    await handlers['resume-work']({})
    await this.work({ mail: true })
  }

  /** Time goes on as it does while the server runs: with what falls due at the provider, and with our job of the minute. */
  async pass(minutes: number): Promise<void> {
    this.app.clock.advanceMinutes(minutes)
    await this.emulator.advance(0)
    await this.minute()
  }

  payment = (id: string): Payment => this.ledger.payment(id)
  close = async () => {
    await new Promise((resolve) => this.endpoint.close(resolve))
    this.context.mailer.close()
    await this.app.close()
  }
}
