import { randomInt } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type DatabaseClient, openDatabase } from '~/db/client.server'
import { rowsOf } from '~/db/rows-of'
import { readSqlState } from '~/db/sql-state.server'
import { restoreBackup } from '~/features/backup/restore-backup.server'
import { MigrationUnderWay, writeBackup } from '~/features/backup/write-backup.server'
import { useApp } from '../support/app'
import { emptyPlace, everything, MIGRATIONS } from '../support/backups'
import { addressOf, onEachDatabase, onPostgres, type TestDatabase } from '../support/database'
import { purchase } from '../support/purchase'
import { fullDraft } from '../support/theatre'

const SECONDS = 1_000

onPostgres('a backup beside a migration', () => {
  const app = useApp('postgres')
  let folder: string
  let target: TestDatabase
  let migrating: DatabaseClient
  let file: string

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lumiere-backup-'))
    file = path.join(folder, 'backup.tar.gz')
    target = await emptyPlace('postgres')
    migrating = await openDatabase({ url: await addressOf(app.context.client) })
  })
  afterAll(async () => {
    await migrating?.close()
    await target?.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const backUp = () => writeBackup(app.context.client, app.context.files, createWriteStream(file))

  /** Waits until somebody waits for a table, as the backup must; says so if it ends without. */
  async function untilWaiting(backup: Promise<unknown>) {
    let ended = false
    const end = () => {
      ended = true
    }
    backup.then(end, end)
    const count = async () => {
      const [row] = rowsOf<{ waiting: number }>(
        await app.context.client.urgentDb.execute(sql`
          select count(*)::int as waiting from pg_locks where locktype = 'relation' and not granted
            and database = (select oid from pg_database where datname = current_database())`),
      )
      return ended ? 'ended without waiting' : row?.waiting
    }
    await expect.poll(count, { interval: 20 }).toBe(1)
  }

  // of a column that no index with settings of its own is made of: these would be lost for other tests
  test.each([
    'alter table bookings alter column note type text using note || $$$$',
    'alter table cities alter column name type text using name || $$$$',
  ])('that writes a table anew has all of its rows: %s', async (statement) => {
    await purchase(app, fullDraft(app.theatre))
    const before = await everything(app.context.client)
    let backup: ReturnType<typeof backUp> | undefined
    await migrating.jobsDb.transaction(async (tx) => {
      await tx.execute(sql.raw(statement))
      backup = backUp()
      await untilWaiting(backup)
    })
    const sum = await backup
    const restored = await restoreBackup(target.client, app.context.files, file, {
      migrations: MIGRATIONS,
      replace: true,
    })
    expect(restored).toMatchObject({ ok: true, rows: sum?.rows })
    expect(await everything(target.client)).toEqual(before)
  })

  test(
    'that locks tables in another order refuses politely, writes nothing that looks whole, and is made the next time',
    async () => {
      await purchase(app, fullDraft(app.theatre))
      const before = await everything(app.context.client)
      const given = await migrating.jobsDb.transaction(async (tx) => {
        // the one who gives up is the backup, however busy the machine is
        await tx.execute(sql`set local deadlock_timeout = '60s'`)
        await tx.execute(sql`lock table staff in access exclusive mode`)
        const backup = backUp()
        await untilWaiting(backup)
        await tx.execute(sql`set local lock_timeout = '60s'`)
        const [outcome] = await Promise.allSettled([
          backup,
          tx.execute(sql`lock table bookings in access exclusive mode`),
        ])
        return outcome
      })
      expect(given).toMatchObject({ status: 'rejected', reason: expect.any(MigrationUnderWay) })
      const options = { migrations: MIGRATIONS, replace: true }
      expect(await restoreBackup(target.client, app.context.files, file, options)).toMatchObject({ ok: false })
      const sum = await backUp()
      expect(await restoreBackup(target.client, app.context.files, file, options)).toMatchObject({
        ok: true,
        rows: sum.rows,
      })
      expect(await everything(target.client)).toEqual(before)
    },
    120 * SECONDS,
  )

  test('that renames a table meanwhile refuses politely', async () => {
    let backup: ReturnType<typeof backUp> | undefined
    await migrating.jobsDb.transaction(async (tx) => {
      await tx.execute(sql`alter table cities rename to towns`)
      backup = backUp()
      backup.catch(() => {})
      await untilWaiting(backup)
    })
    try {
      await expect(backup).rejects.toThrow(MigrationUnderWay)
    } finally {
      await migrating.jobsDb.execute(sql`alter table towns rename to cities`)
    }
  })
})

onEachDatabase('a backup that the database gives up', (kind) => {
  const app = useApp(kind)

  afterEach(async () => {
    for (const gone of ['table given_up', 'type moody cascade', 'function moody_text']) {
      await app.context.db.execute(sql.raw(`drop ${gone.replace(' ', ' if exists ')}`))
    }
  })

  /** A table whose rows the database refuses once, as it does for others' sake, and gives out when they are asked again. */
  async function moodyTable(code: string) {
    // kept by its connection, which outlives the test
    const key = randomInt(1_000_000_000)
    for (const statement of [
      'create type moody as (words text)',
      `create function moody_text(moody) returns text language plpgsql as $$ begin
         if exists (select from pg_locks where locktype = 'advisory' and objid = ${key}
           and database = (select oid from pg_database where datname = current_database())) then return ($1).words; end if;
         perform pg_advisory_lock(${key});
         raise exception 'given up' using errcode = '${code}';
       end $$`,
      'create cast (moody as text) with function moody_text(moody)',
      'create table given_up (mood moody)',
      `insert into given_up values (row('one'))`,
    ]) {
      await app.context.db.execute(sql.raw(statement))
    }
  }

  test.each(['40P01', '40001', '0A000'])('for %s fails: what was read before is in the archive', async (code) => {
    await moodyTable(code)
    const nowhere = createWriteStream('/dev/null')
    const outcome = await writeBackup(app.context.client, app.context.files, nowhere).catch((error: unknown) => error)
    expect(readSqlState(outcome)?.code).toBe(code)
  })
})
