import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseClient, openDatabase } from '~/db/client.server'
import { bookings } from '~/db/schema'
import { paise } from '~/domain/money'
import { seedDemo } from '~sandbox/demo/seed'
import { createMigratedDatabase, onEachDatabase } from '../support/database'
import { putEmbeddedDatabase } from '../support/embedded-image'

/** Programs are started, and the machine may be busy. */
const PATIENCE_MS = 300_000

onEachDatabase('npm run books', (kind) => {
  let place: { env: Record<string, string>; at: Parameters<typeof openDatabase>[0]; drop(): Promise<void> }
  beforeAll(async () => {
    if (kind === 'postgres') {
      const { url, drop } = await createMigratedDatabase()
      place = { env: { DATABASE_URL: url }, at: { url }, drop }
    } else {
      const folder = await mkdtemp(path.join(tmpdir(), 'lumiere-books-'))
      const drop = () => rm(folder, { recursive: true, force: true })
      const dataDir = `${folder}/database`
      place = { env: { DATABASE_URL: '', DATA_DIR: folder }, at: { dataDir }, drop }
      await putEmbeddedDatabase(dataDir)
    }
    const client = await openDatabase(place.at)
    const appUrl = 'http://localhost:3000'
    await seedDemo(client.db, { now: new Date(), zone: 'Asia/Kolkata', appUrl, phone: '9845012345' })
    await client.close()
  })
  afterAll(() => place?.drop())

  async function books() {
    const child = spawn(process.execPath, ['build/server/books.js'], { env: { ...process.env, ...place.env } })
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { code: await ended, said, complained }
  }

  /** Does something to the database as the server would. */
  async function within(work: (client: DatabaseClient) => Promise<unknown>) {
    const client = await openDatabase(place.at)
    await work(client)
    await client.close()
  }

  test(
    'says so when all is right, and names what is wrong',
    async () => {
      expect(await books()).toEqual({ code: 0, said: 'The books are right.\n', complained: '' })
      let all = 0
      await within(async ({ db }) => {
        all = (
          await db
            .update(bookings)
            .set({ total: paise(1) })
            .returning({ id: bookings.id })
        ).length
        await db.execute(sql`
          insert into booking_figure_changes (month, location_id, status, bookings, income, pending, kept, refunded)
          select date '1900-01-01' + n * interval '1 month', '', 'booked', 1, 0, 0, 0, 0 from generate_series(1, 1250) n`)
      })
      const { code, said, complained } = await books()
      expect({ code, complained }).toEqual({ code: 1, complained: '' })
      expect(said).toMatch(
        /^The total is not the sum of the lines: LUM-\w+ total 1, lines \d+ paise \(total-differs\)$/m,
      )
      expect(said.match(/\(total-differs\)/g)).toHaveLength(all)
      expect(said.match(/: .*\(figures-differ\)/g)).toHaveLength(1_000)
      expect(said).toMatch(/^and 250 more \(figures-differ\)$/m)
      const listed = said.match(/: .*\)$/gm) ?? []
      expect(said.endsWith(`\n${listed.length + 250} wrong\n`)).toBe(true)
    },
    PATIENCE_MS,
  )

  test(
    'works beside the server on Postgres, and asks to stop it for the embedded database',
    async () => {
      const inUse = { code: 2, complained: expect.stringMatching(/^DATA_DIR: .*in use/) }
      // right or wrong, it has looked
      const looked = { code: expect.toBeOneOf([0, 1]) }
      await within(async () => expect(await books()).toMatchObject({ embedded: inUse, postgres: looked }[kind]))
    },
    PATIENCE_MS,
  )
})
