import { createWriteStream } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { desc, inArray, isNotNull, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Transaction } from '~/db/client.server'
import { applyMigrations, migrateDatabase } from '~/db/migrate.server'
import { rowsOf } from '~/db/rows-of'
import { bookingEvents, bookings, cities, paymentAttempts, payments, refunds, reviews } from '~/db/schema'
import { removeTables, tablesOf } from '~/db/table-copy.server'
import { restoreBackup } from '~/features/backup/restore-backup.server'
import { writeBackup } from '~/features/backup/write-backup.server'
import { createFileStore, type FileStore } from '~/platform/file-store.server'
import { AWKWARD, emptyPlace, everything, MIGRATIONS, OTHER } from '../support/backups'
import { type DatabaseKind, databaseKinds, type TestDatabase } from '../support/database'

/** Versions whose backups are brought back: one costs a second and a half, since all that is missing is applied; all would cost a minute. */
const BETWEEN: Record<DatabaseKind, readonly number[]> = { embedded: [12, 36], postgres: [24, 42] }

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
  const bringBack = (replace = false) => restoreBackup(target.client, files, file, { migrations: MIGRATIONS, replace })

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

  /** The database of the oldest version, with a booking, one whose customer was erased, and money that failed to go back. */
  async function fillOldest() {
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
      // words that the books had once, and no version wrote
      for (const status of ['failed', 'authorized'])
        await addRow(tx, 'payments', { ...of, ...payment, id: status, status, received_at: at })
      const payload = JSON.stringify({ bookingId: 'booking' })
      await addRow(tx, 'outbox', { id: 'letter', kind: 'confirmation', payload, created_at: at, sent_at: at })
      const refund = { id: 'refund', payment_id: 'payment', mode: 'online', status: 'failed', amount: 49_900 }
      await addRow(tx, 'refunds', { ...of, ...refund, due_at: at })
    })
  }

  test('the oldest one comes back, and is brought up to date', async () => {
    await fillOldest()
    const { rows } = await backUp()
    const fresh = await target.client.jobsDb.transaction(tablesOf)
    expect(await bringBack()).toMatchObject({ ok: true, rows })
    // the same tables as a new database has, and what the versions in between did to the rows
    expect(await target.client.jobsDb.transaction(tablesOf)).toEqual(fresh)
    const { db } = target.client
    expect(await db.select().from(bookingEvents)).toMatchObject([{ kind: 'payment-unfitting', actor: AWKWARD }])
    expect(await db.select().from(refunds)).toMatchObject([{ status: 'with-staff', origin: 'ours', failures: 1 }])
    const paid = { told: payments.told, status: payments.status, voided: isNotNull(payments.voidedAt) }
    expect(await db.select(paid).from(payments).orderBy(desc(payments.id))).toEqual([
      { told: 49_900, status: 'captured', voided: false },
      { told: 0, status: 'captured', voided: true },
      { told: 0, status: 'captured', voided: true },
    ])
    const kept = { id: bookings.id, token: bookings.linkToken }
    expect(await db.select(kept).from(bookings).orderBy(bookings.id)).toEqual([
      { id: 'booking', token: 'told' },
      { id: 'erased', token: expect.not.stringContaining('told') },
    ])
    await migrateDatabase(target.client, MIGRATIONS)
  })

  test('one of a version in between comes back as well', async () => {
    await fillOldest()
    const fresh = await target.client.jobsDb.transaction(tablesOf)
    const came: unknown[] = []
    for (const [index, { folderMillis }] of readMigrationFiles({ migrationsFolder: MIGRATIONS }).entries()) {
      // its rows went through every version before it, as those of a business did
      await source.client.jobsDb.transaction((tx) => applyMigrations(tx, MIGRATIONS, folderMillis))
      if (!BETWEEN[kind].includes(index)) continue
      const { rows } = await backUp()
      const restored = await bringBack(true)
      expect([index, restored]).toEqual([index, expect.objectContaining({ ok: true, rows })])
      expect([index, await target.client.jobsDb.transaction(tablesOf)]).toEqual([index, fresh])
      // by the connections of a command: a page's would look like a server at work
      came.push(await target.client.jobsDb.select().from(refunds))
    }
    expect(came).toHaveLength(BETWEEN[kind].length)
    expect(new Set(came.map((rows) => JSON.stringify(rows))).size).toBe(1)
  })

  test('a review that was kept without a day comes back with that of its evening, no later than it was written', async () => {
    await fillOldest()
    const before = readMigrationFiles({ migrationsFolder: MIGRATIONS })[64]
    await source.client.jobsDb.transaction(async (tx) => {
      await applyMigrations(tx, MIGRATIONS, before?.folderMillis)
      await addRow(tx, 'reviews', { id: 'a', booking_id: 'booking', stars: 5, created_at: '2027-03-12T06:30:00Z' })
      // its booking was moved afterwards
      await addRow(tx, 'reviews', { id: 'b', booking_id: 'erased', stars: 5, created_at: '2027-02-28T19:30:00Z' })
    })
    await backUp()
    expect(await bringBack()).toMatchObject({ ok: true })
    expect(await target.client.db.select().from(reviews).orderBy(reviews.id)).toMatchObject([
      { id: 'a', visitDate: '2027-03-10' },
      { id: 'b', visitDate: '2027-03-01' },
    ])
  })

  test('orders of a booking that was corrected before they all had new addresses come back with others', async () => {
    await fillOldest()
    const before = readMigrationFiles({ migrationsFolder: MIGRATIONS })[72]
    await source.client.jobsDb.transaction(async (tx) => {
      await applyMigrations(tx, MIGRATIONS, before?.folderMillis)
      const place = { screen_id: 'aurora', status: 'cancelled', during: '[2027-03-10T13:30:00Z,2027-03-10T16:30:00Z)' }
      for (const [id, attempt] of [
        ['freed', 'first-freed'],
        ['renewed', 'second'],
        ['other', 'third-freed'],
      ]) {
        const names = { attempt_id: `${attempt}`, link_token: `link of ${id}`, code: `${id}` }
        await addRow(tx, 'bookings', { ...place, ...names, id: `${id}`, coupon_price: 0 })
        for (const nth of ['1', '2']) {
          const order = `${id} ${nth}`
          const told = { token: order, receipt: order, provider_order_id: order, amount: 49_900 }
          const of = { id: order, booking_id: `${id}`, purpose: nth === '1' ? 'advance' : 'balance' }
          await addRow(tx, 'payment_attempts', { ...told, ...of })
        }
      }
      // its link was renewed by a program that left its attempt the name
      await addRow(tx, 'booking_events', {
        id: 'renewal',
        booking_id: 'renewed',
        kind: 'link-renewed',
        at: '2027-03-10T13:30:00Z',
      })
    })
    await backUp()
    expect(await bringBack()).toMatchObject({ ok: true })
    const { db } = target.client
    const stored = await db.select().from(paymentAttempts).orderBy(paymentAttempts.id)
    const unguessable = expect.stringMatching(/^[0-9a-f]{40}$/)
    expect(stored.map(({ id, token }) => [id, token])).toEqual([
      ['freed 1', unguessable],
      ['freed 2', unguessable],
      ['other 1', 'other 1'],
      ['other 2', 'other 2'],
      ['renewed 1', unguessable],
      ['renewed 2', unguessable],
    ])
    expect(new Set(stored.map(({ token }) => token)).size).toBe(6)
    const kept = await db.query.bookings.findMany({ where: inArray(bookings.id, ['freed', 'renewed', 'other']) })
    expect(Object.fromEntries(kept.map(({ id, attemptId }) => [id, attemptId]))).toEqual({
      freed: 'first-freed',
      renewed: 'second-renewed',
      other: 'third-freed',
    })
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
