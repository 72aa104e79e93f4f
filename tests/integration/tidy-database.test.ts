import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '~/db/migrate.server'
import { rateLimits } from '~/db/schema'
import { useApp } from '../support/app'

const TRIES = 5_000

// Postgres does all of this by itself
describe('the embedded database', () => {
  const app = useApp('embedded')

  async function work(queue: 'tidy-up' | 'tidy-database') {
    await app.context.jobs.enqueue(app.context.db, queue, {})
    expect(await app.work()).toEqual({ done: 1, failed: 0 })
  }

  /** How many megabytes its write-ahead log holds that a start after a crash would read. */
  async function logLength(): Promise<number> {
    const found = await app.context.db.execute(
      sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) / 1e6 as long from pg_control_checkpoint()`,
    )
    return Number(rowsOf<{ long: string }>(found)[0]?.long)
  }

  test('has a write-ahead log that stays short, and is left alone while it is', async () => {
    const { db } = app.context
    await db.execute(sql`checkpoint`)
    await db.execute(sql`create table heavy (words text)`)
    try {
      for (const least of [20, 80]) {
        while ((await logLength()) < least)
          await db.execute(sql`insert into heavy select repeat(md5(n::text), 32) from generate_series(1, 4000) n`)
        await work('tidy-up')
        if (least === 20) expect(await logLength()).toBeGreaterThan(20)
        else expect(await logLength()).toBeLessThan(5)
      }
    } finally {
      await db.execute(sql`drop table heavy`)
    }
  })

  /** A day on which many strangers tried something; nothing of it is left at its end. */
  async function dayOfTries() {
    const { db } = app.context
    const endsAt = new Date(app.clock.now().getTime() + 1)
    await db
      .insert(rateLimits)
      .values(Array.from({ length: TRIES }, (_, nth) => ({ key: `${endsAt} ${nth}`, tries: 1, endsAt })))
    app.clock.advanceMinutes(24 * 60)
    await work('tidy-up')
    expect(await db.$count(rateLimits)).toBe(0)
  }

  async function tableOfTries() {
    const found = await app.context.db.execute(
      sql`select pg_relation_size('rate_limits')::int / 8192 as pages, reltuples::int as counted
          from pg_class where relname = 'rate_limits'`,
    )
    return rowsOf<{ pages: number; counted: number }>(found)[0]
  }

  test('lets each day use the room of what went the day before, and counts what is there, by night', async () => {
    const { db } = app.context
    await work('tidy-database')
    await dayOfTries()
    const one = await tableOfTries()
    await dayOfTries()
    const two = await tableOfTries()
    expect(two?.pages, 'by itself the database makes room for each day anew').toBeGreaterThan(1.5 * (one?.pages ?? 0))
    const stays = { key: 'a network', tries: 1, endsAt: app.clock.now() }
    await db.insert(rateLimits).values(stays)
    await work('tidy-database')
    expect(await tableOfTries()).toMatchObject({ counted: 1 })
    expect(await db.select().from(rateLimits)).toEqual([stays])
    await dayOfTries()
    await dayOfTries()
    expect((await tableOfTries())?.pages, 'room for two days was there').toBeLessThanOrEqual((two?.pages ?? 0) + 1)
  })
})
