import { createWriteStream } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DatabaseClient, Transaction } from '~/db/client.server'
import { applyMigrations, migrateDatabase, rowsOf } from '~/db/migrate.server'
import { bookingEvents, bookingLines, bookings, cities, refunds, staff, uploads } from '~/db/schema'
import {
  fullName,
  plainText,
  readTable,
  removeTables,
  type TableShape,
  tablesOf,
  writeLines,
} from '~/db/table-copy.server'
import { paise } from '~/domain/money'
import { STAFF_ROLES } from '~/domain/staff-role'
import { restoreBackup } from '~/features/backup/restore-backup.server'
import { writeBackup } from '~/features/backup/write-backup.server'
import { createFileStore, type FileStore } from '~/platform/file-store.server'
import { createJobs } from '~/platform/jobs.server'
import { createLog } from '~/platform/log.server'
import { useApp } from '../support/app'
import { type DatabaseKind, databaseKinds, openTestDatabase, type TestDatabase } from '../support/database'
import { holdSlot, purchase } from '../support/purchase'
import { atCeleste, basicDraft, fullDraft } from '../support/theatre'

const OTHER = { embedded: databaseKinds.at(-1) ?? 'embedded', postgres: 'embedded' } as const
const MIGRATIONS = 'drizzle'
const AWKWARD = 'Zoë “O’Neill” \\N \\\\ \t\n\u2028 🎂 {"a":null} NULL null'

/** Every row of every table, as text that says all there is to say about it; the order of rows means nothing. */
function everything({ jobsDb }: DatabaseClient): Promise<Record<string, string[]>> {
  return jobsDb.transaction(async (tx) => {
    await plainText(tx)
    const all: Record<string, string[]> = {}
    for (const table of await tablesOf(tx)) {
      const lines: string[] = []
      for await (const batch of readTable(tx, table)) lines.push(...batch)
      all[fullName(table)] = lines.sort()
    }
    return all
  })
}

/** A database as `npm run restore` opens it. */
async function emptyPlace(wanted: DatabaseKind): Promise<TestDatabase> {
  const opened = await openTestDatabase(wanted)
  const jobs = createJobs(opened.client, createLog('silent'), 'UTC')
  await jobs.prepare()
  await jobs.stop()
  return opened
}

describe.each(
  databaseKinds.map((kind) => [kind, OTHER[kind]] as const),
)('a backup of the %s database', (kind, other) => {
  const app = useApp(kind)
  let folder: string
  let file: string
  let target: TestDatabase
  let files: FileStore

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lumiere-backup-'))
    file = path.join(folder, 'backup.tar.gz')
    target = await emptyPlace(other)
    files = await createFileStore({ FILES: 'disk', DATA_DIR: path.join(folder, 'elsewhere') })
  })
  afterAll(async () => {
    await target?.drop()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(() => fill())

  /** Bookings, money, waiting jobs, pictures, more rows than a batch, and texts that have broken other copies. */
  async function fill() {
    const { db } = app.context
    const { bookingId } = await purchase(app, fullDraft(app.theatre, { celebrantName: AWKWARD.slice(0, 40) }))
    // words that a later version added
    const reduction = { kind: 'reduction', name: 'Technical failure', count: 1, unitPrice: paise(-1) } as const
    await db.insert(bookingLines).values({ bookingId, position: 99, amount: paise(-1), ...reduction })
    for (const role of STAFF_ROLES) {
      await db.insert(staff).values({ name: role, email: `${role}@example.org`, passwordHash: 'none', role })
    }
    await holdSlot(app, basicDraft(app.theatre, atCeleste(app.theatre)))
    await db.insert(cities).values(Array.from({ length: 1_203 }, (_, index) => ({ name: `${AWKWARD} ${index}` })))
    for (const name of ['one', 'two']) {
      await app.context.files.put(`uploads/${name}.webp`, Buffer.from(`picture ${name}\0\xff`, 'latin1'), 'image/webp')
      await db.insert(uploads).values({ key: `uploads/${name}.webp`, width: 1, height: 2, widths: [1, 2] })
    }
    await db.execute(sql`insert into pgboss.schedule (name, cron, timezone) values ('tidy-up', '* * * * *', 'UTC')
      on conflict do nothing`)
  }

  const backUp = () => writeBackup(app.context.client, app.context.files, createWriteStream(file))
  const bringBack = (from = file, replace = false) =>
    restoreBackup(target.client, files, from, { migrations: MIGRATIONS, replace })

  test(`comes back in an empty ${other} database, row by row and file by file, while the program goes on`, async () => {
    const before = await everything(app.context.client)
    const [sum] = await Promise.all([backUp(), app.context.db.insert(cities).values({ name: 'Too late' })])
    expect(sum).toMatchObject({ pictures: 2, missing: [] })
    expect(await bringBack()).toMatchObject({ ok: true, pictures: 2, rows: sum.rows })
    const after = await everything(target.client)
    // what was written meanwhile is in it or not, but nothing else differs
    const known = (all: typeof before) => ({
      ...all,
      'public.cities': all['public.cities']?.filter((line) => !line.includes('Too late')),
      'public.offer_changes': undefined,
    })
    expect(known(after)).toEqual(known(before))
    expect(after['pgboss.job']?.length).toBeGreaterThan(0)
    for (const name of ['one', 'two']) {
      expect(await files.read(`uploads/${name}.webp`)).toEqual(await app.context.files.read(`uploads/${name}.webp`))
    }
    const keys = rowsOf<{ count: number }>(
      await target.client.jobsDb.execute(
        sql`select count(*)::int as count from pg_constraint where conname like 'bookings%' and contype in ('f', 'x')`,
      ),
    )
    expect(keys[0]?.count).toBeGreaterThan(3)
  })

  test('does not come back over data, unless that is to be thrown away', async () => {
    await backUp()
    await bringBack(file, true)
    const before = await everything(target.client)
    expect(await bringBack()).toMatchObject({
      ok: false,
      reason: 'not-empty',
      message: expect.stringContaining('bookings: 2'),
    })
    expect(await everything(target.client)).toEqual(before)
    expect(await bringBack(file, true)).toMatchObject({ ok: true })
    expect(await everything(target.client)).toEqual(before)
  })

  test('comes back whole or not at all', async () => {
    await backUp()
    await bringBack(file, true)
    const before = await everything(target.client)
    const whole = await readFile(file)
    const broken = path.join(folder, 'broken')
    const spoilt = {
      cut: whole.subarray(0, whole.length - 200),
      half: whole.subarray(0, whole.length / 2),
      changed: Buffer.concat([whole.subarray(0, 3_000), Buffer.alloc(50), whole.subarray(3_050)]),
      foreign: Buffer.from('not a backup at all'),
      empty: Buffer.alloc(0),
    }
    for (const [name, bytes] of Object.entries(spoilt)) {
      await writeFile(broken, bytes)
      expect([name, await bringBack(broken, true)]).toEqual([name, expect.objectContaining({ ok: false })])
    }
    expect(await everything(target.client)).toEqual(before)
  })
})

test('no version adds a word to an enum, which Postgres up to 16 takes only from a later transaction', () => {
  const statements = readMigrationFiles({ migrationsFolder: MIGRATIONS }).flatMap((one) => one.sql)
  expect(statements.filter((statement) => /alter type .* add value/i.test(statement))).toEqual([])
})

describe.each(databaseKinds)('a backup that another version made (%s)', (kind) => {
  let folder: string
  let file: string
  let source: TestDatabase
  let target: TestDatabase
  let files: FileStore

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lumiere-backup-'))
    file = path.join(folder, 'backup.tar.gz')
    source = await emptyPlace(kind)
    target = await emptyPlace(OTHER[kind])
    files = await createFileStore({ FILES: 'disk', DATA_DIR: folder })
  })
  afterEach(async () => {
    await source.drop()
    await target.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const backUp = () => writeBackup(source.client, files, createWriteStream(file))
  const bringBack = () => restoreBackup(target.client, files, file, { migrations: MIGRATIONS, replace: false })

  /** Adds a row to a table of any version: what must be given and is not gets some value of its type. */
  async function addRow(tx: Transaction, table: string, values: Record<string, string | number>) {
    const asked = rowsOf<{ column: string; type: string }>(
      await tx.execute(sql`select column_name as column, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO' and column_default is null`),
    )
    const some = (type: string) => (type === 'integer' ? 1 : type === 'date' ? '2027-03-10' : AWKWARD)
    const row = { ...Object.fromEntries(asked.map(({ column, type }) => [column, some(type)])), ...values }
    const names = Object.keys(row).map((name) => sql.identifier(name))
    const cells = Object.values(row).map((value) => sql`${value}`)
    await tx.execute(
      sql`insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)}) values (${sql.join(cells, sql`, `)})`,
    )
  }

  test('the oldest one comes back, and is brought up to date', async () => {
    const [first] = readMigrationFiles({ migrationsFolder: MIGRATIONS })
    const at = '2027-03-10T13:30:00Z'
    await source.client.jobsDb.transaction(async (tx) => {
      await removeTables(tx)
      await applyMigrations(tx, MIGRATIONS, first?.folderMillis)
      await addRow(tx, 'screens', { id: 'aurora' })
      const during = '[2027-03-10T13:30:00Z,2027-03-10T16:30:00Z)'
      const booked = { screen_id: 'aurora', status: 'cancelled', during, coupon_price: 0 }
      await addRow(tx, 'bookings', { ...booked, id: 'booking', link_token: 'told', code: 'TOLD' })
      const erased = { customer_name: 'Removed', customer_email: '', customer_number: '' }
      await addRow(tx, 'bookings', {
        ...booked,
        ...erased,
        id: 'erased',
        code: 'ERASED',
        attempt_id: 'erased',
        link_token: 'also told',
      })
      const of = { booking_id: 'booking' }
      await addRow(tx, 'booking_events', { ...of, id: 'event', kind: 'payment-refused', at })
      const payment = { id: 'payment', mode: 'online', status: 'captured', purpose: 'advance', amount: 49_900 }
      await addRow(tx, 'payments', { ...of, ...payment, received_at: at })
      const refund = { id: 'refund', payment_id: 'payment', mode: 'online', status: 'failed', amount: 49_900 }
      await addRow(tx, 'refunds', { ...of, ...refund, due_at: at })
    })
    const { rows } = await backUp()
    const fresh = await target.client.jobsDb.transaction(tablesOf)
    expect(await bringBack()).toMatchObject({ ok: true, rows })
    // the same tables as a new database has, and what the versions in between did to the rows
    expect(await target.client.jobsDb.transaction(tablesOf)).toEqual(fresh)
    const { db } = target.client
    expect(await db.select().from(bookingEvents)).toMatchObject([{ kind: 'payment-unfitting', actor: AWKWARD }])
    expect(await db.select().from(refunds)).toMatchObject([{ status: 'with-staff', origin: 'ours', failures: 1 }])
    const tokens = await db.select({ id: bookings.id, token: bookings.linkToken }).from(bookings).orderBy(bookings.id)
    expect(tokens).toEqual([
      { id: 'booking', token: 'told' },
      { id: 'erased', token: expect.not.stringContaining('told') },
    ])
    await migrateDatabase(target.client, MIGRATIONS)
  })

  test('a newer one is refused in one line, and nothing is changed', async () => {
    const newer = path.join(folder, 'drizzle')
    await cp(MIGRATIONS, newer, { recursive: true })
    const journal = JSON.parse(await readFile(`${newer}/meta/_journal.json`, 'utf8'))
    const next = { ...journal.entries.at(-1), idx: journal.entries.length, tag: 'of_tomorrow' }
    next.when += 60_000
    journal.entries.push(next)
    await writeFile(`${newer}/meta/_journal.json`, JSON.stringify(journal))
    await writeFile(`${newer}/of_tomorrow.sql`, 'alter table cities add column mayor text')
    await migrateDatabase(source.client, newer)
    await source.client.db.insert(cities).values({ name: 'Mysuru' })
    await backUp()
    const before = await everything(target.client)
    const refused = await bringBack()
    expect(refused).toMatchObject({ ok: false, reason: 'newer' })
    expect(!refused.ok && refused.message).toMatch(/^The backup was made by a newer program .* Nothing was changed\.$/)
    expect(await everything(target.client)).toEqual(before)
  })
})

describe.each(databaseKinds)('values of every kind (%s)', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(kind)
  })
  afterAll(() => database?.drop())

  test('are the same after they were written and read', async () => {
    const shapeOf = async (tx: Transaction, name: string): Promise<TableShape> => {
      const found = (await tablesOf(tx)).find((table) => table.name === name)
      if (!found) throw new Error(`There is no table ${name}.`)
      return found
    }
    const undo = new Error('only tried')
    const tried = database.client.jobsDb.transaction(async (tx) => {
      await plainText(tx)
      for (const name of ['awkward', 'copied']) {
        await tx.execute(
          sql.raw(`create table ${name} (
            id bigint generated always as identity, words text, doc jsonb, raw json, list text[], grid integer[][],
            during tstzrange, at timestamptz, day date, big numeric, near double precision, bytes bytea,
            span interval, yes boolean, "Odd ""name" text, twice bigint generated always as (id * 2) stored)`),
        )
      }
      await tx.execute(sql`
        insert into awkward (words, doc, raw, list, grid, during, at, day, big, near, bytes, span, yes, "Odd ""name") values
        (${AWKWARD}, 'null', 'null', '{}', '{{1,2},{3,NULL}}', 'empty', 'infinity', '0044-03-15 BC', 'NaN', 'NaN', '\\x00ff', '1 mon -3 days', true, ''),
        (null, null, null, null, null, null, null, null, null, null, null, null, null, null),
        ('null', '{"a":[1.10,null,"\\u2028"]}', '{"b" : 1, "b":2}', array['a,b', null, 'NULL', '{}', ${AWKWARD}],
         '{}', '[2027-03-12 19:00:00.123456+05:30,)', '2027-03-12 19:00:00.123456+05:30', 'infinity',
         '123456789012345678901234567890.123456789', 0.1, '', '-00:00:00.000001', false, '"')`)
      const [from, to] = [await shapeOf(tx, 'awkward'), await shapeOf(tx, 'copied')]
      for await (const lines of readTable(tx, from)) await writeLines(tx, to, lines)
      const differing = rowsOf<{ id: string }>(
        await tx.execute(
          sql`select a.id from awkward a full join copied c on a.id = c.id where a.*::text is distinct from c.*::text
              or (a.doc is null) <> (c.doc is null)`,
        ),
      )
      const [count] = rowsOf<{ rows: number }>(await tx.execute(sql`select count(*)::int as rows from copied`))
      expect({ differing, rows: count?.rows }).toEqual({ differing: [], rows: 3 })
      throw undo
    })
    await expect(tried).rejects.toBe(undo)
  })
})
