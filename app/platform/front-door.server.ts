import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface FrontDoorOptions {
  /** Whether `X-Forwarded-Host` comes from a proxy of ours. */
  trustProxy: boolean
  /** The methods that a page's address answers; undefined for the JSON API, which says so itself. */
  methodsAt(pathname: string): string | undefined
  /** Answers without Remix, or says that it did not; undefined when that is plain at once. */
  answerEarly?(request: IncomingMessage, response: ServerResponse): Promise<boolean> | undefined
  limits?: ConnectionLimits
}

export interface ConnectionLimits {
  /** Until a request's headers have come, in milliseconds; Node looks every 30 s. */
  headersMs: number
  /** Until its body has come; each route has a shorter time of its own (request-body.server.ts). */
  requestMs: number
  /**
   * How long a connection is kept for the next request: longer than the proxy keeps it (nginx 60 s, Caddy 120 s), since the one who
   * asks has to be the one who closes. Else a request sent in the moment of closing is lost, and a form not sent again.
   */
  keptMs: number
  /** Connections on which nothing is asked: of more, the oldest are closed. */
  idle: number
  /** Connections in all. */
  open: number
}

const LIMITS: ConnectionLimits = { headersMs: 15_000, requestMs: 310_000, keptMs: 180_000, idle: 400, open: 2_000 }

/**
 * Stands before remix-serve, which takes no middleware: gives its server the limits that keep others served when somebody
 * opens connections and is slow, and answers what Remix would fail at: addresses and hosts that are none, methods that it
 * does not know. Listens to Node's own diagnostics channel, which speaks at a server's first connection, for every server of
 * the process; answers what ends that.
 */
export function openFrontDoor(options: FrontDoorOptions): () => void {
  const known = new WeakSet<Server>()
  const welcome = (message: unknown) => {
    const { server } = (message as { socket: Socket & { server?: unknown } }).socket
    if (!(server instanceof Server) || known.has(server)) return
    known.add(server)
    guardServer(server, options)
    watchIdle(server, (message as { socket: Socket }).socket, options.limits ?? LIMITS)
  }
  subscribe('net.server.socket', welcome)
  return () => unsubscribe('net.server.socket', welcome)
}

/** Puts the door before a server's own handlers. */
export function guardServer(server: Server, options: FrontDoorOptions): void {
  const { trustProxy, methodsAt, answerEarly, limits = LIMITS } = options
  server.headersTimeout = limits.headersMs
  server.requestTimeout = limits.requestMs
  server.keepAliveTimeout = limits.keptMs
  server.maxConnections = limits.open
  const inner = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const refused = judge(request, { trustProxy, methodsAt })
    if (refused) return answer(request, response, refused)
    const goOn = () => {
      for (const handle of inner) handle.call(server, request, response)
    }
    const early = answerEarly?.(request, response)
    if (!early) return goOn()
    // what fails here (a database that is away) is told by the page itself
    early.catch(() => response.headersSent).then((answered) => answered || goOn())
  })
}

/** Closes the oldest of the connections on which nothing is asked when there are too many of them. */
function watchIdle(server: Server, first: Socket, { idle: most }: ConnectionLimits): void {
  const idle = new Set<Socket>()
  const wait = (socket: Socket) => {
    idle.add(socket)
    const [oldest] = idle
    if (idle.size > most) oldest?.destroy()
  }
  const welcome = (socket: Socket) => {
    socket.once('close', () => idle.delete(socket))
    wait(socket)
  }
  server.on('connection', welcome)
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) wait(socket)
    })
  })
  welcome(first)
}

interface Refused {
  status: 204 | 400
  headers?: Record<string, string>
  words?: string
}

/** Judges what stands before any route; brings what is odd and harmless into the form that Remix knows. */
function judge(
  request: IncomingMessage,
  { trustProxy, methodsAt }: Pick<FrontDoorOptions, 'trustProxy' | 'methodsAt'>,
): Refused | undefined {
  // Remix takes the port from it, whoever sent it
  if (!trustProxy) delete request.headers['x-forwarded-host']
  const { host = '', 'x-forwarded-host': forwarded = '' } = request.headers
  if (![host, ...[forwarded].flat()].every(isHost)) return { status: 400, words: 'This host is none.' }
  const address = addressOf(request.url ?? '')
  if (address === undefined) return { status: 400, words: 'This address is none.' }
  request.url = address
  const pathname = address.replace(/\?.*$/s, '')
  if (request.method === 'OPTIONS') {
    const allow = methodsAt(pathname.replace(/\.data$/, ''))
    if (allow) return { status: 204, headers: { Allow: allow } }
  }
  // any other becomes one that nothing here takes, so that it is refused in the words of its route
  if (!KNOWN.has(request.method ?? '')) request.method = 'PATCH'
  return undefined
}

const KNOWN = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const isHost = (text: string) => text === '' || (/^[\w.:[\]-]+$/.test(text) && URL.canParse(`http://${text}`))

/** An address as the routes know it: a path, its percent signs in order, without what Remix reads from earlier times. */
function addressOf(sent: string): string | undefined {
  const whole = /^https?:\/\//i.test(sent) && URL.canParse(sent) ? new URL(sent) : undefined
  const [path = '', ...rest] = (whole ? `${whole.pathname}${whole.search}` : sent).split('?')
  if (!path.startsWith('/') || !isDecodable(path)) return undefined
  const query = rest.join('?')
  if (!/(^|&)[^=&]*(_|%5f)data/i.test(query)) return query || sent.includes('?') ? `${path}?${query}` : path
  const asked = new URLSearchParams(query)
  asked.delete('_data')
  return asked.size ? `${path}?${asked}` : path
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers = {}, words = '' }: Refused,
): void {
  const json = request.url?.startsWith('/api/')
  response.writeHead(status, {
    ...headers,
    'Cache-Control': 'no-store',
    ...(words && { 'Content-Type': `${json ? 'application/json' : 'text/html'}; charset=utf-8` }),
  })
  response.end(
    words && (json ? JSON.stringify({ error: words }) : `<!doctype html><title>${status}</title><p>${words}`),
  )
}
