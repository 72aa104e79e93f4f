import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import PgBoss from 'pg-boss'
import { monotonicFactory, ulidToUUID } from 'ulid'
import type { Database, DatabaseClient, Transaction } from '~/db/client.server'
import { rowsOf } from '~/db/rows-of'
import { tryAgain } from '~/db/trouble.server'
import { execute, run } from './job-database.server'
import type { Log } from './log.server'
import { type JobData, NIGHT, NIGHTLY, QUEUES, type Queue, RULES, SCHEDULE, sendingOf } from './queues.server'

export type JobHandlers = { [Name in Queue]: (data: JobData[Name]) => Promise<void> }

interface Job<Name extends Queue> {
  id: string
  data: JobData[Name]
}

export interface Jobs {
  /** Adds a job within the caller's transaction: it exists when that commits, and only then. */
  enqueue<Name extends Queue>(db: Database | Transaction, queue: Name, data: JobData[Name], after?: Date): Promise<void>
  /** The same, unless a job of this queue with the same data was added so in the last week, whatever became of it. */
  enqueueOnce<Name extends Queue>(db: Database | Transaction, queue: Name, data: JobData[Name]): Promise<void>
  /** Lets jobs of a queue that wait for another try begin now; where none has this data any more, adds one. */
  hurry<Name extends Queue>(db: Database | Transaction, queue: Name, all: readonly JobData[Name][]): Promise<void>
  /** Creates the queues; jobs wait in them until `start` or `runDue`. */
  prepare(): Promise<void>
  /** Creates the queues and begins to work them off. */
  start(handlers: JobHandlers): Promise<void>
  /**
   * Sends what no server began in the last night: none was on, or the one that was stood still in that minute, as a computer that
   * sleeps does, or a server whose database is away. Each begins at the distance that it has by night.
   */
  makeUpForNight(): Promise<void>
  /** Works off what is due now and what follows from it, one after the other; answers how many jobs failed. */
  runDue(handlers: JobHandlers): Promise<{ done: number; failed: number }>
  /** Lets the jobs under way finish (10 s at most) and stops. */
  stop(): Promise<void>
}

/** Milliseconds between two looks for jobs that are due. */
const LOOK_EVERY = 500
const A_MINUTE_OF_LOOKS = 60_000 / LOOK_EVERY

/** Ids in the order of sending: jobs of one transaction, whose time is the same, are worked off as they were sent. */
const nextUlid = monotonicFactory()
const nextId = () => ulidToUUID(nextUlid())

/** Jobs of one go in the order of their sending: pg-boss answers them as the database changed them, in any order. */
const asSent = <One extends { id: string }>(batch: readonly One[]): One[] =>
  [...batch].sort((one, other) => (one.id < other.id ? -1 : 1))

/** Jobs in our own database by pg-boss, on Postgres and on the embedded one alike, through Drizzle's connection. */
export function createJobs(client: DatabaseClient, log: Log, zone: string): Jobs {
  const boss = new PgBoss({ db: { executeSql: (text, values) => execute(client, text, values) } })
  const stopped = new AbortController()
  const report = (error: unknown) => log.error({ err: error }, 'job queue failed')
  boss.on('error', report)

  /** pg-boss makes its tables and partitions without minding that another server may be doing the same. */
  function prepare(): Promise<void> {
    return client.exclusively('jobQueue', async () => {
      await boss.start()
      // a server that works meanwhile may hold what a new queue's table needs
      for (const queue of QUEUES) await tryAgain(() => boss.createQueue(queue, { name: queue, ...sendingOf(queue) }))
    })
  }

  /** Does one job; answers what lets it come again later, alone, where it failed. */
  async function attempt<Name extends Queue>(queue: Name, job: Job<Name>, handle: JobHandlers[Name]) {
    try {
      await handle(job.data)
      return undefined
    } catch (error) {
      log.warn({ queue, jobId: job.id, err: error }, 'a job failed')
      const message = error instanceof Error ? error.message : String(error)
      return () => boss.fail(queue, job.id, { message })
    }
  }

  /** Mostly one job at a time: a batch shares one time limit, and a slow job's neighbours would be given out again. */
  async function listen<Name extends Queue>(queue: Name, handle: JobHandlers[Name]): Promise<string> {
    // `wakeWorkers` tells it when there is one: sixteen that ask by themselves keep an idle server busy
    const options = { pollingIntervalSeconds: 60, batchSize: RULES[queue].batch ?? 1 }
    const worker = await boss.work<JobData[Name]>(queue, options, async (batch) => {
      const failed: (() => Promise<unknown>)[] = []
      for (const job of asSent(batch)) {
        const comeAgain = await attempt(queue, job, handle)
        if (comeAgain) failed.push(comeAgain)
      }
      // pg-boss completes those that are active afterwards: one that came again meanwhile, and is being done, among them
      for (const comeAgain of failed) await comeAgain()
      // the next one, if there is one, need not wait for the interval
      boss.notifyWorker(worker)
    })
    return worker
  }

  /** Asks until the end, in one statement for all queues, where a job may begin, and wakes who works on these. */
  async function wakeWorkers(workers: ReadonlyMap<Queue, readonly string[]>): Promise<void> {
    for (let look = 1; !stopped.signal.aborted; look++) {
      try {
        if (look % A_MINUTE_OF_LOOKS === 0) await forgetFuture(client)
        const due = await dueQueues(client)
        for (const worker of due.flatMap((queue) => workers.get(queue) ?? [])) boss.notifyWorker(worker)
      } catch (error) {
        report(error)
      }
      await delay(LOOK_EVERY, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }

  async function makeUpForNight(): Promise<void> {
    // asked each minute, and nearly always nothing was missed
    if (!(await missedQueues(client, zone)).length) return
    await client.exclusively('jobQueue', async () => {
      const missed = await missedQueues(client, zone)
      for (const [queue, after] of NIGHTLY) {
        // as a date: to the embedded database a number of seconds is none
        const startAfter = new Date(Date.now() + after * 60_000)
        if (missed.includes(queue)) await boss.send(queue, {}, { ...sendingOf(queue), startAfter })
      }
    })
  }

  async function runNext<Name extends Queue>(queue: Name, handle: JobHandlers[Name]): Promise<boolean | undefined> {
    const [job] = await boss.fetch<JobData[Name]>(queue)
    if (!job) return undefined
    const comeAgain = await attempt(queue, job, handle)
    if (comeAgain) await comeAgain()
    else await boss.complete(queue, job.id)
    return !comeAgain
  }

  async function send<Name extends Queue>(
    db: Database | Transaction,
    queue: Name,
    data: JobData[Name],
    options: { id: string; startAfter?: Date },
  ) {
    const through = { executeSql: (text: string, values: unknown[] = []) => run(db, text, values) }
    await boss.send(queue, data, { db: through, ...sendingOf(queue), ...options })
  }

  return {
    prepare,
    async enqueue(db, queue, data, after) {
      await send(db, queue, data, { id: nextId(), ...(after && { startAfter: after }) })
    },
    async enqueueOnce(db, queue, data) {
      const id = idOf(queue, data)
      const found = await db.execute(sql`select from pgboss.archive where name = ${queue} and id = ${id}`)
      // one that is not in the archive yet keeps its id to itself
      if (!rowsOf(found).length) await send(db, queue, data, { id })
    },
    async hurry(db, queue, all) {
      const wanted = sql`(select data, place from jsonb_array_elements(${JSON.stringify(all)}::jsonb)
                          with ordinality as wanted (data, place)) as wanted`
      await db.execute(
        sql`update pgboss.job set start_after = now() from ${wanted}
            where job.name = ${queue} and job.state = 'retry' and job.data = wanted.data`,
      )
      const found = await db.execute(
        sql`select wanted.place::int as place from ${wanted}
            where not exists (
              select from pgboss.job where job.name = ${queue} and job.state < 'completed' and job.data = wanted.data)
            order by place`,
      )
      for (const { place } of rowsOf<{ place: number }>(found)) {
        const data = all[place - 1]
        if (data) await send(db, queue, data, { id: nextId() })
      }
    },
    async start(handlers) {
      await prepare()
      await forgetFuture(client)
      const workers = new Map<Queue, string[]>()
      for (const queue of QUEUES) {
        const ids: string[] = []
        for (let nth = 0; nth < (RULES[queue].workers ?? 1); nth++) ids.push(await listen(queue, handlers[queue]))
        workers.set(queue, ids)
      }
      void wakeWorkers(workers)
      await client.exclusively('jobQueue', async () => {
        for (const [queue, cron] of SCHEDULE) await boss.schedule(queue, cron, {}, { tz: zone, ...sendingOf(queue) })
      })
      await makeUpForNight()
    },
    makeUpForNight,
    async runDue(handlers) {
      const count = { done: 0, failed: 0 }
      // a job of this very instant counts as due before it is handed out: it is asked for again
      for (let due = await dueQueues(client); due.length; due = await dueQueues(client)) {
        for (const queue of due) {
          for (let ran = await runNext(queue, handlers[queue]); ran !== undefined; ) {
            count[ran ? 'done' : 'failed']++
            ran = await runNext(queue, handlers[queue])
          }
        }
      }
      return count
    },
    stop() {
      stopped.abort()
      return boss.stop({ graceful: true, wait: true, timeout: 9_000, close: false })
    },
  }
}

/** The id of the one job of a queue with this data, in which order ever the database gave it back. */
const idOf = (queue: Queue, data: object): string =>
  createHash('sha256')
    .update(JSON.stringify([queue, Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/**
 * Takes back what was noted while the clock was ahead, as of a computer that was started in another time zone: pg-boss would begin nothing
 * by itself, and no job of that time, until the same hour comes again.
 */
async function forgetFuture({ jobsDb }: DatabaseClient): Promise<void> {
  await jobsDb.execute(
    sql`update pgboss.version set cron_on = null, maintained_on = null, monitored_on = null
        where greatest(cron_on, maintained_on, monitored_on) > now() + interval '1 minute'`,
  )
  await jobsDb.execute(
    sql`update pgboss.job set created_on = now(), start_after = start_after - (created_on - now())
        where state < 'active' and created_on > now() + interval '1 minute'`,
  )
}

/** The queues in which a job may begin, in their order; asked at once, since asking each costs as much as a job. */
async function dueQueues({ jobsDb }: DatabaseClient): Promise<Queue[]> {
  const found = await jobsDb.execute(
    sql`select distinct name from pgboss.job where state < 'active' and start_after <= now()`,
  )
  const due = new Set(rowsOf<{ name: string }>(found).map(({ name }) => name))
  return QUEUES.filter((queue) => due.has(queue))
}

/** For so long after its hour nothing counts as missed: whose turn it is may be about to begin it. */
const GRACE = '5 minutes'

/** The nightly queues whose last hour in the time zone `zone` went by without a job, and in which none waits. */
async function missedQueues({ jobsDb }: DatabaseClient, zone: string): Promise<string[]> {
  const minutes = NIGHTLY.map(([queue, after]) => sql`(${queue}::text, ${NIGHT + after}::int * interval '1 minute')`)
  const found = await jobsDb.execute(
    sql`with due as (
          select name, (date_trunc('day', now() at time zone ${zone} - minutes) + minutes) at time zone ${zone} as at
          from (values ${sql.join(minutes, sql`, `)}) as night (name, minutes))
        select name from due join pgboss.schedule using (name)
        where schedule.created_on < at and at < now() - ${GRACE}::interval
          and not exists (select from pgboss.job where job.name = due.name and (job.created_on >= at or job.state < 'active'))
          and not exists (select from pgboss.archive where archive.name = due.name and archive.created_on >= at)`,
  )
  return rowsOf<{ name: string }>(found).map(({ name }) => name)
}
