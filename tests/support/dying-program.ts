import { openDatabase } from '~/db/client.server'
import { systemClock } from '~/platform/clock.server'
import { assembleContext } from '~/platform/context.server'
import { readSettings } from '~/platform/env.server'
import { stopGracefully } from '~/platform/graceful-stop.server'
import { embeddedImage } from './embedded-image'
import { closedGate } from './gate'

/** A program that meets two errors nobody catches; told `amid-work`, while a transaction is under way that never ends. Says when. */
const client = await openDatabase({ dataDir: 'memory://', image: await embeddedImage() })
stopGracefully(await assembleContext(readSettings(process.env), client, systemClock))
if (process.argv[2] === 'amid-work') {
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
