import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, readdir, rm, stat } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { DatabaseClient } from '~/db/client.server'
import { newId } from '~/db/new-id'
import type { FileStore } from '~/platform/file-store.server'
import type { Log } from '~/platform/log.server'
import { type BackupSum, writeBackup } from './write-backup.server'

/** Longer names of sockets are no names to the system. */
const LONGEST_NAME = 100

/** A backup that the server is writing beside its data, or that came in to be restored. */
const SPOOL = /^(?:backup|restore)-.+\.part$/

/** Where the server that has the embedded database open hands out backups, to whoever may read its data anyway. */
function socketOf(dataDir: string): string {
  const whole = path.resolve(dataDir, 'backup.sock')
  const relative = path.relative('', whole)
  return relative.length < whole.length ? relative : whole
}

interface Server {
  client: DatabaseClient
  files: FileStore
  log: Log
  settings: { DATA_DIR: string }
}

/**
 * Lets `npm run backup` have the embedded database, which only the running server can read: every connection to a socket
 * in the data folder is answered with one line about the backup and then the backup. On Postgres there is no need.
 */
export async function serveBackups({ client, files, log, settings: { DATA_DIR } }: Server): Promise<void> {
  await removeSpools(DATA_DIR)
  if (client.kind !== 'embedded') return
  const name = socketOf(DATA_DIR)
  if (name.length > LONGEST_NAME) {
    log.warn('DATA_DIR is too long a name for backups while the program runs')
    return
  }
  const server = createServer((socket) => {
    // whoever asked has gone: the answer, which then cannot be written, says so
    socket.on('error', () => {})
    handOver(client, files, DATA_DIR, socket).catch((error: unknown) => {
      log.error({ err: error }, 'a backup failed')
      socket.destroy()
    })
  })
  try {
    // left over by a server that was killed; the folder's lock says that there is no other
    await rm(name, { force: true })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(name, resolve))
    await chmod(name, 0o600)
    server.unref()
  } catch (error) {
    // a network drive may have no sockets: the business opens all the same
    server.close()
    log.warn({ err: error }, 'no backups while the program runs: DATA_DIR takes no socket')
  }
}

/** What is left of a server or a restore that was killed: the whole business in one file. None works while a server starts. */
async function removeSpools(folder: string): Promise<void> {
  // on Postgres there may be no folder yet
  const spools = (await readdir(folder).catch(() => [])).filter((name) => SPOOL.test(name))
  await Promise.all(spools.map((name) => rm(path.join(folder, name), { force: true })))
}

/** What the server says before the backup, and of how many bytes it is: a socket whose server dies ends like any other. */
type Head = BackupSum & { bytes: number }

/** What it says instead when there is no backup. */
interface Failed {
  failed: string
}

/** Writes the backup beside the data first, so that a slow reader keeps nobody from the database. */
async function handOver(client: DatabaseClient, files: FileStore, folder: string, socket: Socket): Promise<void> {
  const spool = path.join(folder, `backup-${newId()}.part`)
  try {
    const sum = await writeBackup(client, files, createWriteStream(spool, { mode: 0o600 })).catch((error: unknown) => {
      const failed: Failed = { failed: firstLine(error) }
      socket.end(`${JSON.stringify(failed)}\n`)
      throw error
    })
    const head: Head = { ...sum, bytes: (await stat(spool)).size }
    socket.write(`${JSON.stringify(head)}\n`)
    await pipeline(createReadStream(spool), socket)
  } finally {
    await rm(spool, { force: true })
  }
}

/** A failed query names its values in the lines after the first. */
const firstLine = (error: unknown) => String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''

/**
 * Asks the running server for a backup; undefined when none runs on this folder. The body fails when it is not whole.
 *
 * @throws when the server has none to give, in its words
 */
export async function askForBackup(dataDir: string): Promise<{ sum: BackupSum; body: Readable } | undefined> {
  const socket = connect(socketOf(dataDir))
  try {
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ECONNREFUSED', 'EINVAL'].includes(code)) return undefined
    throw error
  }
  return readAnswer(socket)
}

/** Splits what the server says about the backup from the backup. */
async function readAnswer(socket: Socket): Promise<{ sum: BackupSum; body: Readable }> {
  let head = Buffer.alloc(0)
  return new Promise((resolve, reject) => {
    const look = (part: Buffer) => {
      head = Buffer.concat([head, part])
      const end = head.indexOf('\n')
      if (end < 0) return
      socket.off('data', look)
      socket.pause()
      const said = JSON.parse(head.subarray(0, end).toString()) as Head | Failed
      if ('failed' in said) return reject(new Error(`${said.failed} (the server's log says more)`))
      const { bytes, ...sum } = said
      const body = wholeOnly(bytes)
      body.write(head.subarray(end + 1))
      // told by the body too
      pipeline(socket, body).catch(() => {})
      resolve({ sum, body })
    }
    socket.on('data', look)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The server gave no backup; its log says why.')))
  })
}

/** Lets so many bytes through, and fails when fewer have come by the end. */
function wholeOnly(bytes: number): Transform {
  let left = bytes
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      left -= part.length
      done(null, part)
    },
    flush: (done) => done(left === 0 ? null : new Error('The server stopped before the backup was whole.')),
  })
}
