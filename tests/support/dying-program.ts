import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openDatabase } from '~/db/client.server'
import { databaseTrouble } from '~/db/trouble.server'
import { systemClock } from '~/platform/clock.server'
import { assembleContext } from '~/platform/context.server'
import { readSettings } from '~/platform/env.server'
import { stopGracefully } from '~/platform/graceful-stop.server'
import { embeddedImage } from './embedded-image'
import { closedGate } from './gate'

/**
 * A program that meets two errors nobody catches; told `amid-work`, while a transaction is under way that never ends. Says when. Told
 * `with-its-database` it goes on with one that loses its log, until that aborts, and says what each question came to.
 */
const [, , how] = process.argv
const settings = readSettings(process.env)
const onDisk = how === 'with-its-database'
const dataDir = onDisk ? path.join(settings.DATA_DIR, 'db') : 'memory://'
const client = await openDatabase({ dataDir, image: await embeddedImage() })
stopGracefully(await assembleContext(settings, client, systemClock))
if (onDisk) {
  await rm(path.join(dataDir, 'pg_wal'), { recursive: true })
  for (;;) {
    const asked = client.db.execute(sql`select pg_logical_emit_message(false, 'x', repeat('y', 1000000))`)
    const answer = await asked.then(
      () => 'answered',
      (error: unknown) => databaseTrouble(error) ?? 'refused',
    )
    console.log(`question ${answer}`)
    if (answer === 'away') await pause(100)
  }
}
if (how === 'amid-work') {
  const begun = closedGate()
  void client.db.transaction(async () => {
    begun.open()
    await closedGate().opened
  })
  await begun.opened
}
// as the server's port does
setInterval(() => {}, 60_000)
setTimeout(() => {
  console.log(`dies at ${Date.now()}`)
  process.nextTick(() => {
    throw new Error('because of the first')
  })
  throw new Error('nobody catches this')
}, 0)
