import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '~/db/client.server'
import { rowsOf } from '~/db/rows-of'

/** Making a database takes seconds, and the machine may be busy. */
const PATIENCE_MS = 120_000

/** What a database is known by, one of the first files of the many that it is made of. */
const BEGUN = /PG_VERSION$/

test(
  'a first start that was broken off while it made the embedded database is followed by one that makes it whole',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lumiere-first-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    // a link to another disk, it may be
    const dataDir = path.join(folder, 'database')
    mkdirSync(path.join(folder, 'disk'))
    symlinkSync('disk', dataDir)
    const program = spawn(process.execPath, ['--import', 'tsx', 'tests/support/opening-program.ts', dataDir], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const ended = once(program, 'exit')
    const begun = () => (readdirSync(folder, { recursive: true }) as string[]).some((name) => BEGUN.test(name))
    await expect.poll(begun, { timeout: PATIENCE_MS, interval: 5 }).toBe(true)
    program.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])

    const client = await openDatabase({ dataDir })
    const found = await client.db.execute(sql`select lanname from pg_language where lanname = 'plpgsql'`)
    expect(rowsOf(found)).toEqual([{ lanname: 'plpgsql' }])
    await client.close()
    // nothing of either is left beside it, and it opens again
    expect(readdirSync(folder)).toEqual(['database', 'disk'])
    expect(readdirSync(dataDir)).not.toContain('.part')
    const again = await openDatabase({ dataDir })
    expect(rowsOf(await again.db.execute(sql`select 1 as one`))).toEqual([{ one: 1 }])
    await again.close()
  },
  PATIENCE_MS,
)
