import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '~/db/migrate.server'
import { rateLimits } from '~/db/schema'
import { useApp } from '../support/app'

const TRIES = 5_000

// Postgres does it by itself
describe('the night’s tidying of the embedded database', () => {
  const app = useApp('embedded')

  async function work(queue: 'tidy-up' | 'tidy-database') {
    await app.context.jobs.enqueue(app.context.db, queue, {})
    expect(await app.work()).toEqual({ done: 1, failed: 0 })
  }

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

  test('lets each day use the room of what went the day before, and counts what is there', async () => {
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
