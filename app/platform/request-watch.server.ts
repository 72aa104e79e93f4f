import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import morgan from 'morgan'
import { ipAddressIn } from './network.server'

/** One request while it is answered. */
export interface WatchedRequest {
  /** Names the request in the logs and in the answer's `X-Request-Id`. */
  id: string
  /** Where it came from; behind a proxy, what the proxy says. */
  address: string
  method: string
  /** The page that asked, as its browser says. */
  origin?: string
  /** The pattern of the route that answers (`/b/:token`), never the address itself, which may hold secrets. */
  route: string
  startedAt: number
  response: ServerResponse
  /** The name under which the page is cached for others, when it is drawn for nobody in particular. */
  cacheAs?: string
}

interface WatchOptions {
  /** Whether `X-Forwarded-For` and `X-Request-Id` come from a proxy of ours. */
  trustProxy: boolean
  /** Headers that every answer carries, files included. */
  headers: Record<string, string>
  onDone(request: WatchedRequest, outcome: { status: number; seconds: number }): void
  /** The proxy named a visitor by something that is no IP address; told once. */
  onUnreadable(): void
}

const current = new AsyncLocalStorage<WatchedRequest>()
let underWay = 0
let draining = false

/** The request that is being answered here; undefined in jobs and tests. */
export const currentRequest = (): WatchedRequest | undefined => current.getStore()

/** Runs `work` as part of answering `request`; for whoever has no web server in front. */
export const answering = <T>(request: WatchedRequest, work: () => T): T => current.run(request, work)

/** Whether the server has been told to stop and takes no new work. */
export const isDraining = (): boolean => draining

/**
 * Watches every request of this process. remix-serve takes no middleware, so this listens to Node's own diagnostics
 * channel, which speaks before the server's handler does.
 */
export function watchRequests({ trustProxy, headers, onDone, onUnreadable }: WatchOptions): void {
  // remix-serve would log whole addresses, and those of `/b/:token` are secrets
  morgan.format('tiny', () => undefined)
  let told = false
  const forwarded = (request: IncomingMessage): string | undefined => {
    const named = forwardedAddress(request)
    if (!named) return undefined
    const address = ipAddressIn(named)
    if (!address && !told) onUnreadable()
    told ||= !address
    return address
  }
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const watched: WatchedRequest = {
      id: (trustProxy && forwardedId(request)) || randomUUID(),
      address: (trustProxy && forwarded(request)) || (request.socket.remoteAddress ?? 'unknown'),
      method: request.method ?? 'GET',
      origin: takeOrigin(request),
      route: 'file',
      startedAt: performance.now(),
      response,
    }
    underWay += 1
    response.setHeader('X-Request-Id', watched.id)
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (draining) response.setHeader('Connection', 'close')
    response.once('close', () => {
      underWay -= 1
      const status = response.writableFinished ? response.statusCode : ABORTED
      onDone(watched, { status, seconds: (performance.now() - watched.startedAt) / 1000 })
    })
    current.enterWith(watched)
  })
}

/** What logs and metrics call an answer whose reader went away. */
const ABORTED = 499

/** Names the route that answers; of nested ones the innermost counts. */
export function nameRoute(pattern: string): void {
  const request = current.getStore()
  if (request && (request.route === 'file' || pattern.length > request.route.length)) request.route = pattern
}

/** From now on connections close after their answer; resolves when the requests under way are answered. */
export async function drainRequests(): Promise<void> {
  draining = true
  while (underWay > 0) await new Promise((resolve) => setTimeout(resolve, 20))
}

function forwardedId(request: IncomingMessage): string | undefined {
  const id = request.headers['x-request-id']
  return typeof id === 'string' && /^[\w.-]{8,64}$/.test(id) ? id : undefined
}

/**
 * Remix answers an `Origin` that is not its host's (also "null") with an empty 500 before any route is asked. The guard of
 * every action judges it instead, by more signs and with a page to read.
 */
function takeOrigin(request: IncomingMessage): string | undefined {
  const { origin } = request.headers
  delete request.headers.origin
  return origin
}

/** The last address in the list is the one our own proxy saw; those before it are the visitor's word. */
function forwardedAddress(request: IncomingMessage): string | undefined {
  const list = request.headers['x-forwarded-for']
  return (Array.isArray(list) ? list.join(',') : list)?.split(',').at(-1)?.trim()
}
