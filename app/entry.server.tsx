import { randomUUID } from 'node:crypto'
import type { EntryContext, HandleDataRequestFunction, HandleErrorFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { serveBackups } from './features/backup/backup-socket.server'
import { drawOnce } from './http/drawing-cache.server'
import { cachePage } from './http/page-cache.server'
import { sightsFirst } from './http/sights-first'
import { jobHandlers } from './jobs.server'
import { links } from './links'
import { startContext } from './platform/context.server'
import { stopGracefully } from './platform/graceful-stop.server'
import { captureConsole } from './platform/log.server'
import { currentRequest, watchRequests } from './platform/request-watch.server'
import { commonHeaders, mayBeCached, pageHeaders } from './platform/security-headers.server'
import { startupFacts } from './platform/startup-facts.server'
import { Collector, wholeAnswer } from './platform/whole-answer.server'
import { bringParts } from './ui/lazy-part'
import { NonceProvider } from './ui/nonce'

const context = await startContext()
captureConsole(context.log)
await context.jobs.start(jobHandlers(context))
await serveBackups(context)
const https = context.settings.APP_URL.startsWith('https:')
watchRequests({
  trustProxy: context.settings.TRUST_PROXY,
  headers: commonHeaders({ https }),
  onDone({ id, method, route }, { status, seconds }) {
    context.metrics.requestDone({ method, route, status, seconds })
    context.log.info({ requestId: id, method, route, status, seconds }, 'answered')
  },
  onUnreadable: () =>
    context.log.warn('X-Forwarded-For of the proxy ends with no IP address: limits count all its visitors as one'),
})
stopGracefully(context)
context.log.info(startupFacts(context.settings), 'started')

/** The patterns of the pages that may open the payment provider. */
const PAYMENT_PAGES = [links.bookPayment(), links.customerPay(':token')]

/** The pattern of the page that is drawn. */
const patternOf = ({ staticHandlerContext: { matches } }: EntryContext) =>
  `/${matches.flatMap(({ route }) => route.path || []).join('/')}`

/** Once every route is there. */
let parts: Promise<void> | undefined

export const streamTimeout = 8_000
/** How often a page that waits for its turn on a busy server is looked at, once a second, before it is given up. */
const PATIENCE = 30

export default async function handleRequest(request: Request, status: number, headers: Headers, remix: EntryContext) {
  parts ??= bringParts()
  await parts
  const cacheAs = currentRequest()?.cacheAs
  if (cacheAs && isForEverybody(request, status, headers)) {
    const { html, failed } = await draw(remix, request.url)
    return cachePage(failed ? undefined : cacheAs, Buffer.from(html), request, https)
  }
  // asks the system for chance once in 64 pages, which takes 60 µs each time; of its 160 bits 154 are chance
  const nonce = (randomUUID() + randomUUID().slice(0, 8)).replaceAll('-', '')
  const pattern = patternOf(remix)
  const checkout = PAYMENT_PAGES.includes(pattern) ? context.gateway.checkout : undefined
  for (const [name, value] of Object.entries(pageHeaders({ nonce, https, checkout }))) headers.set(name, value)
  if (!headers.has('Cache-Control'))
    headers.set('Cache-Control', mayBeCached(pattern) ? 'private, no-cache' : 'no-store')
  const { body, failed } = await drawOnce(remix, request, { nonce, headers }, () => draw(remix, request.url, nonce))
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return wholeAnswer(body, request, { status: failed ? 500 : status, headers })
}

/** Whether a page that may be cached came out as such: no error, and nothing for whoever asked. */
const isForEverybody = ({ method }: Request, status: number, headers: Headers) =>
  method === 'GET' && status === 200 && !headers.has('Set-Cookie')

/** The page's HTML, when all of it is there. */
function draw(remix: EntryContext, url: string, nonce?: string): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false
    let begun = false
    const page = new Collector()
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <RemixServer context={withItsRoutes(remix)} url={url} nonce={nonce} />
      </NonceProvider>,
      {
        nonce,
        onShellReady() {
          begun = true
          left = streamTimeout / 1_000 + 1
        },
        onAllReady: () => pipe(page),
        onShellError(error) {
          clearInterval(timer)
          reject(error)
        },
        onError(error: unknown) {
          failed = true
          context.log.error({ err: error }, 'rendering failed')
        },
      },
    )
    let left = PATIENCE
    // counted in looks: a process that stood still for a minute has not been given a minute
    const timer = setInterval(() => {
      left -= 1
      if (left > 0) return
      clearInterval(timer)
      abort()
      // React says nothing of a page that it has not begun
      if (!begun) reject(new Error('A page was given up before it was begun.'))
    }, 1_000)
    page.once('finish', () => resolve({ html: sightsFirst(page.text(), nonce), failed }))
    page.once('close', () => clearInterval(timer))
  })
}

/** What a page is drawn from, with the routes it consists of alone: React Router would rank all of them for each drawing. */
function withItsRoutes(remix: EntryContext): EntryContext {
  const { routes } = remix.manifest
  const own = remix.staticHandlerContext.matches.flatMap(({ route: { id } }) => {
    const route = routes[id]
    return route ? [[id, route] as const] : []
  })
  return { ...remix, manifest: { ...remix.manifest, routes: Object.fromEntries(own) } }
}

/** What a page's script loads is nobody's to keep: the page keeps it in its own memory. */
export const handleDataRequest: HandleDataRequestFunction = async (answer, { request }) => {
  const { status, headers } = answer
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  return answer.body ? wholeAnswer(Buffer.from(await answer.arrayBuffer()), request, { status, headers }) : answer
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  // what a request asks for wrongly is no failure of ours
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.log.error({ err: error, route: currentRequest()?.route }, 'request failed')
}
