import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '~/db/rows-of'
import { rateLimits } from '~/db/schema'
import { jobHandlers } from '~/jobs.server'
import { openApp, type TestApp } from '../support/app'
import { openTestDatabase } from '../support/database'

const TRIES = 5_000

// Postgres does all of this by itself
describe('the embedded database', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openApp('embedded', '2027-03-01T06:30:00Z')
    await app.context.jobs.prepare()
  })
  afterAll(() => app.close())

  const execute = async <Row>(statement: ReturnType<typeof sql>) =>
    rowsOf<Row & Record<string, unknown>>(await app.context.db.execute(statement))

  async function work(queue: 'tidy-up' | 'tidy-database') {
    const { context } = app
    await context.jobs.enqueue(context.db, queue, {})
    return context.jobs.runDue(jobHandlers(context))
  }

  const DONE = { done: 1, failed: 0 }

  /** How many megabytes its write-ahead log holds that a start after a crash would read. */
  async function logLength(): Promise<number> {
    const [found] = await execute<{ long: string }>(
      sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) / 1e6 as long from pg_control_checkpoint()`,
    )
    return Number(found?.long)
  }

  test('has a write-ahead log that stays short, and is left alone while it is', async () => {
    await execute(sql`checkpoint`)
    await execute(sql`create table heavy (words text)`)
    for (const least of [20, 80]) {
      while ((await logLength()) < least)
        await execute(sql`insert into heavy select repeat(md5(n::text), 32) from generate_series(1, 4000) n`)
      expect(await work('tidy-up')).toEqual(DONE)
      if (least === 20) expect(await logLength()).toBeGreaterThan(20)
      else expect(await logLength()).toBeLessThan(5)
    }
    await execute(sql`drop table heavy`)
  })

  /** A day on which many strangers tried something; nothing of it is left at its end. */
  async function dayOfTries() {
    const { db } = app.context
    const endsAt = new Date(app.clock.now().getTime() + 1)
    await db
      .insert(rateLimits)
      .values(Array.from({ length: TRIES }, (_, nth) => ({ key: `${endsAt} ${nth}`, tries: 1, endsAt })))
    app.clock.advanceMinutes(24 * 60)
    expect(await work('tidy-up')).toEqual(DONE)
    expect(await db.$count(rateLimits)).toBe(0)
  }

  async function tableOfTries() {
    const [found] = await execute<{ pages: number; counted: number }>(
      sql`select pg_relation_size('rate_limits')::int / 8192 as pages, reltuples::int as counted
          from pg_class where relname = 'rate_limits'`,
    )
    return found
  }

  test('lets each day use the room of what went the day before, and counts what is there, by night', async () => {
    const { db } = app.context
    expect(await work('tidy-database')).toEqual(DONE)
    await dayOfTries()
    const one = await tableOfTries()
    await dayOfTries()
    const two = await tableOfTries()
    expect(two?.pages, 'by itself the database makes room for each day anew').toBeGreaterThan(1.5 * (one?.pages ?? 0))
    const stays = { key: 'a network', tries: 1, endsAt: app.clock.now() }
    await db.insert(rateLimits).values(stays)
    expect(await work('tidy-database')).toEqual(DONE)
    expect(await tableOfTries()).toMatchObject({ counted: 1 })
    expect(await db.select().from(rateLimits)).toEqual([stays])
    await dayOfTries()
    await dayOfTries()
    expect((await tableOfTries())?.pages, 'room for two days was there').toBeLessThanOrEqual((two?.pages ?? 0) + 1)
  })

  test('lets others in between two tables, and tidies the rest when one cannot be', async () => {
    const { client, drop } = await openTestDatabase('embedded')
    try {
      await client.runScript(`
        create function fine(n int) returns int language sql immutable as 'select n';
        create table broken as select n from generate_series(1, 3) n;
        create index on broken (fine(n));
        create or replace function fine(n int) returns int language sql immutable as 'select 1 / 0';
        create table later as select n from generate_series(1, 3) n`)
      let answered = 0
      let under = true
      const tidied = client.tidy?.().finally(() => {
        under = false
      })
      const asking = (async () => {
        for (; under; answered++) await client.db.execute(sql`select 1`)
      })()
      await expect(tidied).rejects.toThrow(/^1 of \d+ tasks failed$/)
      await asking
      expect(answered, 'a question a table').toBeGreaterThan(10)
      const counted = await client.db.execute(
        sql`select reltuples::int as counted from pg_class where relname = 'later'`,
      )
      expect(rowsOf(counted)).toEqual([{ counted: 3 }])
    } finally {
      await drop()
    }
  })
})
