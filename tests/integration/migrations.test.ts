import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '~/db/client.server'
import { isMigrated, migrateDatabase } from '~/db/migrate.server'
import { rowsOf } from '~/db/rows-of'
import { onEachDatabase, onPostgres, openTestDatabase, type TestDatabase } from '../support/database'

onEachDatabase('migrations', (kind) => {
  let place: TestDatabase
  let folder: string
  beforeEach(async () => {
    place = await openTestDatabase(kind)
    folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  })
  afterEach(async () => {
    await place.drop()
    await rm(folder, { recursive: true, force: true })
  })

  /** A folder of migrations as drizzle-kit lays them out; younger than all that the database has. */
  async function write(files: readonly string[]) {
    const entries = files.map((_, idx) => ({
      idx,
      version: '7',
      when: 4_000_000_000_000 + idx,
      tag: `${idx}`,
      breakpoints: true,
    }))
    await rm(folder, { recursive: true, force: true })
    await mkdir(path.join(folder, 'meta'), { recursive: true })
    await writeFile(
      path.join(folder, 'meta', '_journal.json'),
      JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
    )
    for (const [idx, text] of files.entries()) await writeFile(path.join(folder, `${idx}.sql`), text)
  }

  test('that add a word to an enum are followed in the same run by one that uses it', async () => {
    const first = "create type weather as enum ('dry'); create table days (id text, weather weather)"
    await write([first.replace('; ', ';--> statement-breakpoint\n')])
    await migrateDatabase(place.client, folder)
    const more = ["alter type weather add value 'wet'", "insert into days values ('monday', 'wet')"]
    await write([first, ...more])
    await migrateDatabase(place.client, folder)
    expect(rowsOf(await place.client.db.execute(sql`select * from days`))).toEqual([{ id: 'monday', weather: 'wet' }])
  })

  test('that are missing make a program not ready; those of the next one, which comes into its place, do not', async () => {
    const first = 'create table days (id text)'
    await write([first])
    expect(await isMigrated(place.client, folder)).toBe(false)
    await migrateDatabase(place.client, folder)
    await write([first, 'create table nights (id text)'])
    expect(await isMigrated(place.client, folder)).toBe(true)
  })
})

onPostgres('a connection for migrations', () => {
  test('is not given up, however long the database works without a word', async () => {
    const place = await openTestDatabase('postgres')
    onTestFinished(() => place.drop())
    const { patiently, jobsDb } = place.client
    await patiently(async (db) => {
      const ask = (one: Database, statement: SQL) => Promise.resolve(one.execute(statement))
      await Promise.all([db, jobsDb].map((one) => ask(one, sql`select 1`)))
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const patient = ask(db, sql`select pg_sleep(0.5)`)
      const givenUp = expect(ask(jobsDb, sql`select pg_sleep(60)`)).rejects.toThrow()
      // both have asked
      for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
      vi.advanceTimersByTime(3_600_000)
      await Promise.all([patient, givenUp])
    })
  })
})
