import { openDatabase } from '~/db/client.server'

/** Opens the embedded database in the folder it is told, as a server does at its first start, to be broken off in it. */
await openDatabase({ dataDir: process.argv[2] ?? '' })
