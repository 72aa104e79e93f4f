import { Socket } from 'node:net'

/** How an answer of Postgres ends: ReadyForQuery, and the state of the transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5])
/** By this a session asks to go on encrypted; what follows cannot be read here. */
const SSL_REQUEST = 80_877_103

/** The server took a question and did not answer it. */
class NoAnswer extends Error {
  override name = 'NoAnswer'
  readonly code = 'ETIMEDOUT'

  constructor(seconds: number) {
    super(`The database has not said anything for ${seconds} s.`)
  }
}

interface Place {
  host: readonly string[]
  port: readonly number[]
  path: string | false
}

/**
 * Connections to Postgres that are given up when the server was asked something and is silent for `seconds`; the driver
 * alone would wait for ever. The server itself ends a statement sooner (`statement_timeout`): only one that stands still, or
 * cannot be reached any more, is silent that long. After that one connection at a time tries whether it answers again, and
 * whatever else is wanted meanwhile is refused at once. Several questions on one connection count as one, until the next is
 * asked; an encrypted connection is watched only while it is made (`connect_timeout`).
 */
export function answeringSockets(seconds: number): (place: Place) => Socket {
  const server: Server = { silent: false, tried: undefined }
  let made = 0
  return ({ host, port, path }) => {
    const socket = new AnsweringSocket(seconds, server)
    if (server.silent && server.tried) {
      setImmediate(() => socket.destroy(new NoAnswer(seconds)))
      return socket
    }
    if (server.silent) server.tried = socket
    const at = made++ % host.length
    return path ? socket.connect(path) : socket.connect(port[at] ?? 5432, host[at] ?? 'localhost')
  }
}

/** What the connections of a pool know of their server. */
interface Server {
  silent: boolean
  /** The connection that tries whether it is silent still. */
  tried: Socket | undefined
}

class AnsweringSocket extends Socket {
  private encrypted = false
  private heard = false
  private waiting: NodeJS.Timeout | undefined
  private tail = Buffer.alloc(0)

  constructor(
    private readonly seconds: number,
    private readonly server: Server,
  ) {
    super()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.ask(chunk)
    super._write(chunk, encoding, done)
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: (error?: Error | null) => void): void {
    for (const { chunk } of chunks) this.ask(chunk)
    super._writev?.(chunks, done)
  }

  private ask(chunk: Buffer) {
    if (chunk.length === 8 && chunk.readUInt32BE(4) === SSL_REQUEST) this.encrypted = true
    if (this.encrypted || this.destroyed) return
    this.waiting ??= setTimeout(() => this.destroy(new NoAnswer(this.seconds)), this.seconds * 1_000)
  }

  override push(chunk: Buffer | null, ...more: []): boolean {
    if (chunk && !this.heard) {
      this.heard = true
      this.server.silent = false
    }
    if (chunk && this.waiting) {
      this.tail = Buffer.concat([this.tail, chunk.subarray(-6)]).subarray(-6)
      if (this.tail.subarray(0, 5).equals(READY)) this.rest()
      else this.waiting.refresh()
    }
    return super.push(chunk, ...more)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.rest()
    if (this.server.tried === this) this.server.tried = undefined
    // the driver gives up a connection that comes to nothing without an error of its own
    if (error instanceof NoAnswer || (!this.heard && !error)) this.server.silent = true
    super._destroy(error, done)
  }

  private rest() {
    clearTimeout(this.waiting)
    this.waiting = undefined
  }
}
