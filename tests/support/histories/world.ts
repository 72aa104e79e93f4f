import { type SQL, sql } from 'drizzle-orm'
import { type DatabaseClient, openDatabase } from '~/db/client.server'
import { staff } from '~/db/schema'
import { jobHandlers } from '~/jobs.server'
import { type AppContext, assembleContext } from '~/platform/context.server'
import type { Queue } from '~/platform/queues.server'
import type { Payment } from '~sandbox/razorpay/ledger'
import type { Behaviour } from '~sandbox/razorpay/settings'
import { gatewayTo, openApp, type TestApp } from '../app'
import { type DatabaseKind, tablesOf } from '../database'
import { openTheatre, type Theatre } from '../theatre'
import { staffOf } from './choices'
import { START } from './model'
import { planOnce } from './planned-once'
import { type DueJob, Questions } from './questions'
import { WebhookAddress } from './webhook-address'

/** What the theatre itself stands on, and no history changes. */
const KEPT = [
  'cities',
  'locations',
  'screens',
  'screen_slots',
  'packages',
  'package_prices',
  'catalogue_items',
  'coupons',
  'staff',
].map((name) => `public.${name}`)
/** What was deleted told nobody: what is kept of the offer belongs to the history before. */
const NEW_REVISION = 'insert into public.offer_changes (stamp) values (1 + floor(random() * 1e15));'
/** What a history has made of a coupon is undone: the theatre keeps it. */
const OLD_COUPONS =
  "update coupons set discount = 1000, expire_date = '2027-12-31', active = true where code = 'TENTH';"
/** A history ends within three days. */
const LONGEST_MS = 3 * 24 * 60 * 60_000
const ACCOUNT = { passwordHash: '-' }
/** After so many histories the tables are made truly empty. */
const NEW_THEATRE_AFTER = 100
const MAIL: Queue = 'deliver-mail'
/** Nobody listens there. */
const NO_DATABASE = 'postgres://nobody@127.0.0.1:1/none'
/** How long a gateway waits that is to give up before the provider answers, in milliseconds. */
const IMPATIENT_MS = 60
/** How long a provider hangs that such a gateway does not wait for. */
export const HANGS_MS = 2 * IMPATIENT_MS

/** The real thing: features over a database, the emulator over HTTP, webhooks over HTTP, jobs from the queue. */
export class World {
  context: AppContext
  theatre = {} as Theatre
  /** How often each fault has struck, over all histories. */
  readonly reached = new Map<string, number>()
  private readonly questions: Questions
  private tables: string[] = []
  private begun = 0
  private constructor(
    readonly app: TestApp,
    private readonly webhooks: WebhookAddress,
    private readonly away: DatabaseClient,
    private readonly patient: AppContext['gateway'],
    private readonly impatient: AppContext['gateway'],
  ) {
    this.context = { ...app.context, gateway: patient }
    this.questions = new Questions(app.context.client)
  }

  static async open(kind: DatabaseKind): Promise<World> {
    const app = await openApp(kind, START)
    planOnce(app.context)
    await app.context.jobs.prepare()
    const patient = gatewayTo(app.emulator, { backOffMs: 1 })
    const impatient = gatewayTo(app.emulator, { backOffMs: 1, timeoutMs: IMPATIENT_MS })
    const webhooks = await WebhookAddress.open({ now: app.clock.now, reach: (fault) => world.reach(fault) })
    const away = await openDatabase({ url: NO_DATABASE })
    // what is closed fails at once; one that refuses would be tried again a tenth of a second later (race/postgres-restarts)
    await away.close()
    const world = new World(app, webhooks, away, patient, impatient)
    app.emulator.webhooks.addEndpoint(webhooks.url)
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
  /** Whether a history may wait for a moment: orders are compared for five days, and histories end before that. */
  isSoon = (moment: Date) => moment.getTime() - new Date(START).getTime() < LONGEST_MS
  /** Notes a fault that was reached, by its number and, after a space, its kind. */
  reach = (fault: string) => void this.reached.set(fault, (this.reached.get(fault) ?? 0) + 1)
  rows = <Row>(query: SQL): Promise<Row[]> => this.questions.rows(query)
  look = () => this.questions.look(this.now())
  payment = (id: string): Payment => this.ledger.payment(id)

  /** Routes look for the running server's context here; the webhook's connections may have lost their database. */
  private useContext(): void {
    const { context } = this
    const client = this.down ? { ...context.client, urgentDb: this.away.urgentDb } : context.client
    Reflect.set(globalThis, Symbol.for('lumiere.context'), { ...context, client })
  }

  /** Takes the database away from our webhook address, or brings it back. */
  setDown(down: boolean): void {
    this.webhooks.down = down
    this.useContext()
  }
  get down() {
    return this.webhooks.down
  }

  /** Does something with a gateway that gives up before a provider that hangs has answered. */
  async impatiently(work: () => Promise<unknown>): Promise<void> {
    this.context = { ...this.context, gateway: this.impatient }
    try {
      await work()
    } finally {
      this.context = { ...this.context, gateway: this.patient }
    }
  }

  /** Another process on the same database: whatever the last one had in its memory is gone. */
  async restart(): Promise<void> {
    const waiting = await this.rows(sql`select 1 from webhook_inbox where done_at is null limit 1`)
    if (waiting.length) this.reach('F16 restart before applying')
    const { settings, client } = this.context
    const next = await assembleContext(settings, client, this.app.clock)
    next.mailer.close()
    // the queue's own tables are the same, and a new talk with the mail server begins with a wait
    const { jobs, mailer } = this.app.context
    this.context = { ...next, jobs, mailer, gateway: this.patient }
    this.useContext()
  }

  /** Begins anew: empty books, the same theatre, noon on a Monday, a provider that behaves as it is told to. */
  async reset(behaviour: Partial<Behaviour>): Promise<void> {
    if (this.begun++ % NEW_THEATRE_AFTER === 0) {
      await this.app.database.clear()
      this.theatre = await openTheatre(this.db)
      await this.db
        .insert(staff)
        .values(staffOf(this.theatre).map((one) => ({ ...ACCOUNT, ...one, email: `${one.id}@example.com` })))
      await this.questions.prepare()
      this.tables = (await tablesOf(this.db)).filter((name) => !KEPT.includes(name))
    } else {
      // quicker than emptying every table; nothing that the theatre itself stands on is touched
      const statements = this.tables.map((name) => `delete from ${name};`).join(' ')
      await this.context.client.runScript(
        `set session_replication_role = replica; ${statements} ${OLD_COUPONS} ${NEW_REVISION} set session_replication_role = origin;`,
      )
    }
    this.app.clock.set(START)
    this.countStrikes()
    this.emulator.reset()
    Object.assign(this.emulator.behaviour, behaviour)
    this.app.mailbox.mails.length = 0
    this.webhooks.reset()
    this.useContext()
  }

  /** Adds up what went wrong on the wire before the emulator forgets it. */
  countStrikes(): void {
    for (const [name, times] of Object.entries(this.emulator.strikes())) {
      for (let nth = 0; nth < times; nth++) this.reach(name)
    }
    for (const kind of this.emulator.webhooks.spoilt.splice(0)) this.reach(`F7 ${kind}`)
  }

  /**
   * Works off the jobs that are due on the simulated clock, each once; one that fails waits for the next time. Mail is left
   * to the end of a history: it goes over a real socket, and nothing waits for it.
   */
  async work({ mail = false } = {}): Promise<void> {
    const handlers = jobHandlers(this.context)
    const tried = new Set<string>()
    let done: string[] = []
    for (;;) {
      const due = await this.questions.dueJobs(this.now(), done, mail)
      const fresh = due.filter(({ id }) => !tried.has(id))
      if (!fresh.length) return
      done = []
      const doJob = ({ id, name, data }: DueJob) => {
        tried.add(id)
        return handlers[name](data).then(
          () => void done.push(id),
          () => {},
        )
      }
      for (const job of fresh.filter(({ name }) => name !== MAIL)) await doJob(job)
      // each is a talk with the mail server, in which both mostly wait
      await Promise.all(fresh.filter(({ name }) => name === MAIL).map(doJob))
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

  close = async () => {
    await this.webhooks.close()
    await this.app.close()
  }
}
