import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '~/db/rows-of'
import { booksChecks } from '~/db/schema'
import { jobHandlers } from '~/jobs.server'
import { createJobs, type JobHandlers } from '~/platform/jobs.server'
import { QUEUES, type Queue } from '~/platform/queues.server'
import { furnish } from '../support/addresses'
import { openApp, type TestApp, useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { closedGate } from '../support/gate'
import { openOrder, purchase, storedBooking } from '../support/purchase'
import { basicDraft, date } from '../support/theatre'

onEachDatabase('jobs', (kind) => {
  const app = useApp(kind)
  const idle = Object.fromEntries(QUEUES.map((queue) => [queue, async () => {}])) as unknown as JobHandlers

  test('exist when the transaction that adds them commits, and only then', async () => {
    const { db, jobs } = app.context
    await db.transaction((tx) => jobs.enqueue(tx, 'deliver-mail', { outboxId: 'kept' }))
    const undone = db.transaction(async (tx) => {
      await jobs.enqueue(tx, 'deliver-mail', { outboxId: 'undone' })
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    const ran: string[] = []
    const handlers: JobHandlers = { ...idle, 'deliver-mail': async ({ outboxId }) => void ran.push(outboxId) }
    expect(await jobs.runDue(handlers)).toEqual({ done: 1, failed: 0 })
    expect(ran).toEqual(['kept'])
  })

  test('of one transaction, which have one time, are done as they were sent', async () => {
    const { db, jobs } = app.context
    const sent = Array.from({ length: 12 }, (_, nth) => `refund ${nth}`)
    await db.transaction(async (tx) => {
      for (const refundId of sent) await jobs.enqueue(tx, 'send-refund', { refundId })
    })
    const ran: string[] = []
    const handlers: JobHandlers = { ...idle, 'send-refund': async ({ refundId }) => void ran.push(refundId) }
    expect(await jobs.runDue(handlers)).toEqual({ done: 12, failed: 0 })
    expect(ran).toEqual(sent)
  })

  test('that are added once are added once, also when they were done long ago', async () => {
    const { db, jobs } = app.context
    const page = { from: 1, to: 2, skip: 100 }
    const ran: number[] = []
    const handlers: JobHandlers = { ...idle, 'reconcile-refunds': async ({ skip }) => void ran.push(skip) }
    const add = async () => {
      await jobs.enqueueOnce(db, 'reconcile-refunds', page)
      await db.transaction((tx) => jobs.enqueueOnce(tx, 'reconcile-refunds', { skip: 100, to: 2, from: 1 }))
      await jobs.runDue(handlers)
      return ran
    }
    expect(await add()).toEqual([100])
    expect(await add()).toEqual([100])
    await db.execute(
      sql`with gone as (delete from pgboss.job where name = 'reconcile-refunds' returning *)
          insert into pgboss.archive select gone.*, now() from gone`,
    )
    expect(await add()).toEqual([100])
    // another page, or another list
    await jobs.enqueueOnce(db, 'reconcile-refunds', { ...page, skip: 200 })
    await jobs.enqueueOnce(db, 'reconcile-payments', page)
    expect(await jobs.runDue(handlers)).toEqual({ done: 2, failed: 0 })
  })

  test('that fail come again later, and do not take others with them', async () => {
    const { db, jobs } = app.context
    for (const refundId of ['good', 'bad', 'fine']) await jobs.enqueue(db, 'send-refund', { refundId })
    const ran: string[] = []
    const handlers: JobHandlers = {
      ...idle,
      'send-refund': async ({ refundId }) => {
        if (refundId === 'bad') throw new Error('refused')
        ran.push(refundId)
      },
    }
    expect(await jobs.runDue(handlers)).toEqual({ done: 2, failed: 1 })
    expect(ran).toEqual(['good', 'fine'])
    const [again] = rowsOf<{ later: number }>(
      await db.execute(
        sql`select extract(epoch from start_after - started_on)::int as later from pgboss.job where state = 'retry'`,
      ),
    )
    expect(again?.later).toBeGreaterThanOrEqual(5)
    // looked at when that has not passed, however long this took
    await db.execute(sql`update pgboss.job set start_after = now() + interval '1 hour' where state = 'retry'`)
    expect(await jobs.runDue(handlers)).toEqual({ done: 0, failed: 0 })
    await db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
    const mended: JobHandlers = { ...idle, 'send-refund': async ({ refundId }) => void ran.push(refundId) }
    expect(await jobs.runDue(mended)).toEqual({ done: 1, failed: 0 })
    expect(ran).toEqual(['good', 'fine', 'bad'])
  })

  test('of tidying are done each, though another one fails', async () => {
    const { bookingId } = await openOrder(app, basicDraft(app.theatre))
    app.clock.advanceMinutes(2)
    const business = { ...app.context.business, timeZone: 'Nowhere/None' }
    const tidyUp = jobHandlers({ ...app.context, business })['tidy-up']
    await expect(tidyUp({})).rejects.toThrow('2 of 13 tasks failed')
    const [order] = (await storedBooking(app, bookingId)).attempts
    expect(order?.nextCheckAt).toEqual(new Date(app.clock.now().getTime() + 10 * 60_000))
  })

  test('of the night look at the books, though a missed document cannot be issued', async () => {
    await furnish(app)
    await purchase(app, basicDraft(app.theatre, { date: date('2027-03-14') }))
    const business = { ...app.context.business, timeZone: 'Nowhere/None' }
    await expect(jobHandlers({ ...app.context, business })['check-books']({})).rejects.toThrow('1 of 2 tasks failed')
    expect(await app.context.db.$count(booksChecks)).toBe(1)
  })

  test('that are sent while the workers wait are begun at once, not at the minute by which these look themselves', async () => {
    const own = await openApp(kind, '2027-03-01T06:30:00Z')
    const { db, jobs } = own.context
    const ran: string[] = []
    try {
      await jobs.start({
        ...idle,
        'process-webhook': async ({ eventId }) => void ran.push(eventId),
        'send-refund': async ({ refundId }) => void ran.push(refundId),
      })
      const begun = (...jobsOf: string[]) => expect.poll(() => ran.sort(), { timeout: 40_000 }).toEqual(jobsOf)
      await jobs.enqueue(db, 'send-refund', { refundId: '1' })
      await begun('1')
      for (const eventId of ['2', '3', '4']) await jobs.enqueue(db, 'process-webhook', { eventId })
      await jobs.enqueue(db, 'send-refund', { refundId: '5' })
      await begun('1', '2', '3', '4', '5')
    } finally {
      await own.close()
    }
  })

  test('of one go that failed come again all the same when the others of it are done', async () => {
    const own = await openApp(kind, '2027-03-01T06:30:00Z')
    const { db, jobs } = own.context
    const now = () => db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
    const other = closedGate()
    const tries: string[] = []
    try {
      await jobs.prepare()
      for (const eventId of ['fails', 'waits']) await jobs.enqueue(db, 'process-webhook', { eventId })
      await jobs.start({
        ...idle,
        'process-webhook': async ({ eventId }) => {
          tries.push(eventId)
          if (eventId === 'waits') return other.opened
          // a second try, if it comes meanwhile, is under way when the others of the first are done
          if (tries.filter((one) => one === 'fails').length === 2) await done()
          throw new Error('the provider is away')
        },
      })
      await expect.poll(() => tries.length, { timeout: 40_000 }).toBe(2)
      // beside the one that waits the other worker takes what comes now
      await now()
      await jobs.enqueue(db, 'process-webhook', { eventId: 'later' })
      await expect.poll(() => tries.includes('later'), { timeout: 40_000 }).toBe(true)
      other.open()
      await done()
      await now()
      await expect.poll(() => tries.filter((one) => one === 'fails').length, { timeout: 40_000 }).toBe(2)
      await expect.poll(async () => (await states()).fails, { timeout: 40_000 }).toBe('retry')
    } finally {
      other.open()
      await own.close()
    }

    async function states(): Promise<Record<string, string>> {
      const found = rowsOf<{ event: string; state: string }>(
        await db.execute(sql`select data ->> 'eventId' as event, state from pgboss.job where name = 'process-webhook'`),
      )
      return Object.fromEntries(found.map(({ event, state }) => [event, state]))
    }
    /** Until the one that waited is done. */
    async function done() {
      await expect.poll(async () => (await states()).waits, { timeout: 40_000 }).toBe('completed')
    }
  })

  test('begin although the clock was hours ahead when it was looked at last', async () => {
    const own = await openApp(kind, '2027-03-01T06:30:00Z')
    const { db, jobs } = own.context
    const ran: string[] = []
    try {
      await jobs.prepare()
      await jobs.enqueue(db, 'send-refund', { refundId: 'at once' })
      await jobs.enqueue(db, 'send-refund', { refundId: 'in an hour' }, new Date(Date.now() + 3_600_000))
      await db.execute(sql`update pgboss.job set created_on = created_on + interval '5 hours 30 minutes',
        start_after = start_after + interval '5 hours 30 minutes'`)
      await db.execute(sql`update pgboss.version set cron_on = now() + interval '5 hours 30 minutes',
        maintained_on = now() + interval '5 hours 30 minutes'`)
      await jobs.start({ ...idle, 'send-refund': async ({ refundId }) => void ran.push(refundId) })
      await expect.poll(() => ran, { timeout: 40_000 }).toEqual(['at once'])
      const [noted] = rowsOf<{ ahead: boolean; minutes: number }>(
        await db.execute(sql`select coalesce(greatest(cron_on, maintained_on) > now() + interval '1 minute', false) as ahead,
          (select round(extract(epoch from start_after - now()) / 60)::int from pgboss.job
            where data ->> 'refundId' = 'in an hour') as minutes from pgboss.version`),
      )
      expect(noted?.ahead).toBe(false)
      expect(noted?.minutes).toBeGreaterThan(40)
      expect(noted?.minutes).toBeLessThanOrEqual(60)
    } finally {
      await own.close()
    }
  })

  describe('that begin by themselves', () => {
    test('for one test do so in none after it', async () => {
      const { db } = app.context
      await db.execute(sql`insert into pgboss.schedule (name, cron, timezone) values ('tidy-up', '5 4 29 2 *', 'UTC')`)
      await app.database.clear()
      expect(rowsOf(await db.execute(sql`select name from pgboss.schedule`))).toEqual([])
    })

    test('have their night made up for by the minute’s work where the server stood still in it, once', async () => {
      const own = await openApp(kind, '2027-03-01T06:30:00Z')
      const { db } = own.context
      own.context.business = { ...own.context.business, timeZone: zoneAtNoon() }
      const sent = async () => {
        await jobHandlers(own.context)['tidy-up']({})
        const found = await db.execute(sql`select name from pgboss.job where name in ('reconcile', 'check-books')`)
        return rowsOf<{ name: string }>(found).map(({ name }) => name)
      }
      try {
        await own.context.jobs.prepare()
        await restart(own)
        expect(await sent(), 'there was no night yet').toEqual([])
        await db.execute(sql`update pgboss.schedule set created_on = now() - interval '13 hours'`)
        await db.execute(sql`delete from pgboss.job`)
        expect((await sent()).sort()).toEqual(['check-books', 'reconcile'])
        expect((await sent()).sort(), 'a minute later').toEqual(['check-books', 'reconcile'])
      } finally {
        await own.close()
      }
    })

    const NIGHT = { 'forget-old-data': 0, reconcile: 20, 'tidy-database': 70, 'clean-uploads': 100, 'check-books': 140 }

    /** Stops the workers and starts them anew; answers which jobs of the night were sent for it, and in how many minutes they begin. */
    async function restart({ context }: TestApp): Promise<Record<string, number>> {
      const sent = async () => {
        const found = await context.db.execute(
          sql`select id, name, round(extract(epoch from start_after - created_on) / 60)::int as minutes from pgboss.job`,
        )
        return rowsOf<{ id: string; name: string; minutes: number }>(found)
      }
      await context.jobs.stop()
      const before = new Set((await sent()).map(({ id }) => id))
      context.jobs = createJobs(context.client, context.log, context.business.timeZone)
      await context.jobs.start(idle)
      const fresh = (await sent()).filter(({ id, name }) => !before.has(id) && name in NIGHT)
      return Object.fromEntries(fresh.map(({ name, minutes }) => [name, minutes]))
    }

    /** A time zone in which it is noon: none of their hours begins meanwhile. */
    function zoneAtNoon(): string {
      const ahead = 12 - new Date().getUTCHours()
      return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
    }

    test('do so each minute and at their hours of the night; a night without a server is made up for when one comes', async () => {
      const own = await openApp(kind, '2027-03-01T06:30:00Z')
      const { db } = own.context
      const timeZone = zoneAtNoon()
      own.context.business = { ...own.context.business, timeZone }
      const age = (hours: number) =>
        db.execute(sql`update pgboss.job set state = 'completed', created_on = now() - ${hours} * interval '1 hour'`)
      try {
        await own.context.jobs.prepare()
        await restart(own)
        const scheduled = rowsOf<{ name: string; cron: string; timezone: string }>(
          await db.execute(sql`select name, cron, timezone from pgboss.schedule`),
        )
        expect(new Set(scheduled.map(({ timezone }) => timezone))).toEqual(new Set([timeZone]))
        expect(Object.fromEntries(scheduled.map(({ name, cron }) => [name, cron]))).toEqual({
          'tidy-up': '* * * * *',
          'forget-old-data': '10 3 * * *',
          reconcile: '30 3 * * *',
          'tidy-database': '20 4 * * *',
          'clean-uploads': '50 4 * * *',
          'check-books': '30 5 * * *',
        })
        expect(await restart(own), 'there was no night yet').toEqual({})
        await db.execute(sql`update pgboss.schedule set created_on = now() - interval '13 hours'`)
        await own.context.jobs.enqueue(db, 'reconcile', {})
        const { reconcile: _, ...missed } = NIGHT
        expect(await restart(own), 'the comparison was made today').toEqual(missed)
        await db.execute(sql`update pgboss.job set created_on = created_on - interval '30 hours'`)
        expect(await restart(own), 'what waits is not sent again').not.toHaveProperty('check-books')
        await age(5)
        expect(await restart(own), 'all was done after its hour').toEqual({})
        await age(11)
        expect(await restart(own), 'what was made up for yesterday was not done in this night').toEqual(NIGHT)
      } finally {
        await own.close()
      }
    })
  })

  test('that are for later wait', async () => {
    const { db, jobs } = app.context
    await jobs.enqueue(db, 'deliver-mail', { outboxId: 'later' }, new Date(Date.now() + 3_600_000))
    expect(await jobs.runDue(idle)).toEqual({ done: 0, failed: 0 })
  })

  test('have the time limit of their own queue, whoever sends them', async () => {
    const { db, jobs } = app.context
    const nights: Queue[] = ['forget-old-data', 'tidy-database', 'clean-uploads', 'reconcile-payments', 'check-books']
    const page = { from: 0, to: 1, skip: 0 }
    await jobs.enqueue(db, 'check-order', { attemptId: 'x' })
    await jobs.enqueue(db, 'reconcile-payments', page)
    for (const queue of ['forget-old-data', 'tidy-database', 'clean-uploads', 'check-books'] as const)
      await jobs.enqueue(db, queue, {})
    const limits = new Map(
      rowsOf<{ name: string; seconds: number }>(
        await db.execute(sql`select name, extract(epoch from expire_in)::int as seconds from pgboss.job`),
      ).map(({ name, seconds }) => [name, Number(seconds)]),
    )
    expect(limits.get('check-order')).toBe(300)
    for (const queue of nights) expect(limits.get(queue), queue).toBeGreaterThanOrEqual(1_800)
  })
})
