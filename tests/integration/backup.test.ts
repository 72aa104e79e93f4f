import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { rowsOf } from '~/db/rows-of'
import { bookingLines, cities, moneyCases, outbox, passwordResets, staff, uploads } from '~/db/schema'
import { paise } from '~/domain/money'
import { STAFF_ROLES } from '~/domain/staff-role'
import { askForBackup, serveBackups } from '~/features/backup/backup-socket.server'
import { restoreBackup } from '~/features/backup/restore-backup.server'
import { writeBackup } from '~/features/backup/write-backup.server'
import { reconcilePaymentsPage, reconcileSince } from '~/features/money/reconcile-payments.server'
import { findSession, openSession } from '~/features/staff/staff-session.server'
import { createFileStore, type FileStore } from '~/platform/file-store.server'
import { createJobs } from '~/platform/jobs.server'
import { createLog } from '~/platform/log.server'
import type { ListPage } from '~/platform/queues.server'
import { useApp } from '../support/app'
import { AWKWARD, emptyPlace, everything, MIGRATIONS, OTHER } from '../support/backups'
import { databaseKinds, type TestDatabase } from '../support/database'
import { holdSlot, purchase } from '../support/purchase'
import { atCeleste, basicDraft, fullDraft } from '../support/theatre'

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
    // at a time that does not come: the queue begins what is scheduled, in the middle of a test too
    await db.execute(sql`insert into pgboss.schedule (name, cron, timezone) values ('tidy-up', '5 4 29 2 *', 'UTC')
      on conflict do nothing`)
  }

  const backUp = () => writeBackup(app.context.client, app.context.files, createWriteStream(file))
  const bringBack = (from = file, replace = false) =>
    restoreBackup(target.client, files, from, { migrations: MIGRATIONS, replace })

  /** Where nothing has come back yet, whichever test came before. */
  async function untouched() {
    const database = await emptyPlace(other)
    onTestFinished(() => database.drop())
    return {
      client: database.client,
      files: await createFileStore({ FILES: 'disk', DATA_DIR: await mkdtemp(path.join(folder, 'untouched-')) }),
    }
  }

  test(`comes back in an empty ${other} database, row by row and file by file, while the program goes on`, async () => {
    const before = await everything(app.context.client)
    const [sum] = await Promise.all([backUp(), app.context.db.insert(cities).values({ name: 'Too late' })])
    expect(sum).toMatchObject({ pictures: 2, missing: [] })
    const place = await untouched()
    const restored = await restoreBackup(place.client, place.files, file, { migrations: MIGRATIONS, replace: false })
    expect(restored).toMatchObject({ ok: true, pictures: 2, rows: sum.rows })
    const after = await everything(place.client)
    // what was written meanwhile is in it or not, but nothing else differs
    const known = (all: typeof before) => ({
      ...all,
      'public.cities': all['public.cities']?.filter((line) => !line.includes('Too late')),
      'public.offer_changes': undefined,
    })
    expect(known(after)).toEqual(known(before))
    expect(after['pgboss.job']?.length).toBeGreaterThan(0)
    for (const name of ['one', 'two']) {
      expect(await place.files.read(`uploads/${name}.webp`)).toEqual(
        await app.context.files.read(`uploads/${name}.webp`),
      )
    }
    const keys = rowsOf<{ count: number }>(
      await place.client.jobsDb.execute(
        sql`select count(*)::int as count from pg_constraint where conname like 'bookings%' and contype in ('f', 'x')`,
      ),
    )
    expect(keys[0]?.count).toBeGreaterThan(3)
  })

  test('comes back with jobs of a queue that only the program of that time knew', async () => {
    const { client, db } = app.context
    onTestFinished(async () => {
      await client.jobsDb.execute(sql`delete from pgboss.job where name = 'of-before'`)
      await client.jobsDb.execute(sql`select pgboss.delete_queue('of-before')`)
    })
    await db.execute(sql`select pgboss.create_queue('of-before', '{"retryLimit": 7}')`)
    await db.execute(sql`insert into pgboss.job (name, data) values ('of-before', '{"left": true}')`)
    await backUp()
    const place = await untouched()
    const restored = await restoreBackup(place.client, place.files, file, { migrations: MIGRATIONS, replace: false })
    expect(restored).toMatchObject({ ok: true })
    const found = await place.client.jobsDb.execute(
      sql`select job.data, queue.retry_limit as retries from pgboss.job join pgboss.queue using (name) where name = 'of-before'`,
    )
    expect(rowsOf(found)).toEqual([{ data: { left: true }, retries: 7 }])
  })

  test('lets nobody in by a session or a link from before: who was dismissed since stays outside', async () => {
    const { db } = app.context
    const [person] = await db
      .insert(staff)
      .values({ name: 'Ravi', email: 'r@example.org', passwordHash: 'none', role: 'super-admin' })
      .returning()
    const staffId = person?.id ?? ''
    const cookieless = new Request('http://localhost')
    const token = await openSession(app.context, staffId, cookieless)
    const expiresAt = new Date(app.clock.now().getTime() + 60_000)
    await db.insert(passwordResets).values({ tokenHash: 'reset', staffId, expiresAt })
    expect(await findSession(app.context, token)).toMatchObject({ id: staffId })
    const waiting = { kind: 'password-reset', dedupeKey: 'reset:1', payload: { staffId } } as const
    const asked = { kind: 'reset-asked', dedupeKey: 'asked:1', payload: { email: 'r@example.org' } } as const
    const createdAt = app.clock.now()
    await db.insert(outbox).values([waiting, asked].map((letter) => ({ ...letter, createdAt })))
    await backUp()
    const place = await untouched()
    await restoreBackup(place.client, place.files, file, { migrations: MIGRATIONS, replace: false })
    const there = { ...app.context, db: place.client.db }
    expect(await findSession(there, token)).toBeUndefined()
    expect(await place.client.db.select().from(passwordResets)).toMatchObject([{ usedAt: expect.any(Date) }])
    const ended = { sentAt: expect.any(Date), notNeeded: expect.any(String) }
    const letters = place.client.db
      .select()
      .from(outbox)
      .where(inArray(outbox.dedupeKey, ['reset:1', 'asked:1']))
    expect(await letters).toMatchObject([ended, ended])
    expect(await place.client.db.select().from(staff).where(eq(staff.id, staffId))).toMatchObject([{ name: 'Ravi' }])
  })

  test('has what the provider took since compared with the books, however long ago it was made', async () => {
    // by the database's clock it says when that was
    app.clock.set(new Date().toISOString())
    await backUp()
    // five days before this look nobody would look by night
    const stray = app.emulator.ledger.createOrder({ amount: 49_900, currency: 'INR', receipt: 'after-the-backup' })
    app.emulator.pay(stray.id, 'upi', 'success')
    app.clock.advanceMinutes(10 * 24 * 60)
    const place = await untouched()
    const jobs = createJobs(place.client, createLog('silent'), 'UTC')
    await restoreBackup(place.client, place.files, file, {
      ...{ migrations: MIGRATIONS, replace: false },
      afterwards: (tx, madeAt) => reconcileSince(jobs, tx, madeAt, app.clock.now()),
    })
    const looks = rowsOf<{ name: string; data: ListPage }>(
      await place.client.db.execute(
        sql`select name, data from pgboss.job where name like 'reconcile-%' and state = 'created' order by name`,
      ),
    )
    expect(looks.map(({ name }) => name)).toEqual(['reconcile-payments', 'reconcile-refunds'])
    const there = { ...app.context, client: place.client, db: place.client.db, jobs }
    for (const { data } of looks.slice(0, 1)) await reconcilePaymentsPage(there, data)
    expect(await place.client.db.select().from(moneyCases)).toMatchObject([{ amount: 49_900 }])
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

  // what is proved here is not about the database
  if (kind === 'embedded')
    test('that breaks off on its way from the running server is none', async () => {
      const { client, files: store, log } = app.context
      const [served, relayed] = [path.join(folder, 'served'), path.join(folder, 'relayed')]
      await Promise.all([served, relayed].map((one) => mkdir(one)))
      await serveBackups({ client, files: store, log, settings: { DATA_DIR: served } })
      const whole = await askForBackup(served)
      expect((whole && (await buffer(whole.body)).length) ?? 0).toBeGreaterThan(2_000)
      // passes on what a server says that is gone after the first two thousand bytes
      const relay = createServer((socket) => {
        const server = connect(path.join(served, 'backup.sock'))
        server.once('data', (part) => socket.end(part.subarray(0, 2_000)))
        socket.once('close', () => server.destroy())
      })
      await new Promise<void>((resolve) => relay.listen(path.join(relayed, 'backup.sock'), resolve))
      onTestFinished(() => void relay.close())
      const cut = await askForBackup(relayed)
      await expect(cut && buffer(cut.body)).rejects.toThrow('before the backup was whole')
    })

  test.each([
    ['/dev/full', 'ENOSPC'],
    ['/dev/null/backup', 'ENOTDIR'],
  ])('that cannot be written into %s says why, and nothing else fails of it', async (place, code) => {
    const outcome = writeBackup(app.context.client, app.context.files, createWriteStream(place))
    await expect(outcome).rejects.toMatchObject({ code })
    expect(await backUp()).toMatchObject({ pictures: 2 })
  })

  if (kind === 'embedded')
    test('that no socket can hand out is missed in the log, and keeps no server from starting', async () => {
      const { client, files: store } = app.context
      const lines: string[] = []
      const log = createLog('info', { write: (line) => lines.push(line) })
      const served = await mkdtemp(path.join(folder, 'no-socket-'))
      await mkdir(path.join(served, 'backup.sock'))
      await serveBackups({ client, files: store, log, settings: { DATA_DIR: served } })
      expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
        'no backups while the program runs: DATA_DIR takes no socket',
      ])
      expect(await askForBackup(served).catch(() => undefined)).toBeUndefined()
    })

  // only the embedded database's server hands backups over
  if (kind === 'embedded')
    test('that fails in the running server is told to whoever asked, and none that was half written stays', async () => {
      const { client, files: store, db } = app.context
      const lines: string[] = []
      const log = createLog('info', { write: (line) => lines.push(line) })
      const served = await mkdtemp(path.join(folder, 'failing-'))
      for (const left of ['backup-0192.part', 'restore-0192.part', 'backup-1.tar.gz'])
        await writeFile(path.join(served, left), 'half of one')
      await serveBackups({ client, files: store, log, settings: { DATA_DIR: served } })
      // a name that no disk takes
      const key = `uploads/${'long'.repeat(100)}.webp`
      await db.insert(uploads).values({ key, width: 1, height: 2, widths: [1, 2] })
      await expect(askForBackup(served)).rejects.toThrow(/^Unable to check .*the server's log says more/)
      await expect.poll(() => lines).toEqual([expect.stringContaining('a backup failed')])
      await expect.poll(() => readdir(served)).toEqual(['backup-1.tar.gz', 'backup.sock'])
      await db.delete(uploads).where(eq(uploads.key, key))
      const whole = await askForBackup(served)
      expect((whole && (await buffer(whole.body)).length) ?? 0).toBeGreaterThan(2_000)
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
      // as of a dump of another program, or of a file that was packed again
      'zipped text': gzipSync('-- PostgreSQL database dump'),
      'zipped noise': gzipSync(Buffer.alloc(5_000, 'create table bookings; ')),
      'zipped twice': gzipSync(whole),
    }
    for (const [name, bytes] of Object.entries(spoilt)) {
      await writeFile(broken, bytes)
      expect([name, await bringBack(broken, true)]).toEqual([name, expect.objectContaining({ reason: 'damaged' })])
    }
    // packed as it should be, and inside no JSON, or nothing that the database takes
    const inside = gunzipSync(whole).toString('latin1')
    for (const [was, is] of [
      ['\n["', '\n{"'],
      ['"booked"', '"bookex"'],
    ] as const) {
      expect(inside).toContain(was)
      await writeFile(broken, gzipSync(Buffer.from(inside.replace(was, is), 'latin1')))
      expect([was, await bringBack(broken, true)]).toEqual([was, expect.objectContaining({ reason: 'damaged' })])
    }
    expect(await everything(target.client)).toEqual(before)
  })
})
