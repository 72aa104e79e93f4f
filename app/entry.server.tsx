import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import {
  createReadableStreamFromReadable,
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
} from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { serveBackups } from './features/backup/backup-socket.server'
import { jobHandlers } from './jobs.server'
import { appContext, startContext } from './platform/context.server'
import { stopGracefully } from './platform/graceful-stop.server'
import { captureConsole } from './platform/log.server'
import { currentRequest, watchRequests } from './platform/request-watch.server'
import { commonHeaders, mayBeKept, pageHeaders } from './platform/security-headers.server'
import { startupFacts } from './platform/startup-facts.server'
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
})
stopGracefully(context)
context.log.info(startupFacts(context.settings), 'started')

/** The one page that may open the payment provider. */
const PAYMENT_PAGE = /^\/booking\/payment\/?$/i

/** The pattern of the page that is drawn. */
const patternOf = ({ staticHandlerContext: { matches } }: EntryContext) =>
  `/${matches.flatMap(({ route }) => route.path || []).join('/')}`

export const streamTimeout = 8_000

export default function handleRequest(request: Request, status: number, headers: Headers, remix: EntryContext) {
  const nonce = randomBytes(16).toString('base64')
  const checkout = PAYMENT_PAGE.test(new URL(request.url).pathname) ? context.gateway.checkout : undefined
  for (const [name, value] of Object.entries(pageHeaders({ nonce, https, checkout }))) headers.set(name, value)
  if (!headers.has('Cache-Control'))
    headers.set('Cache-Control', mayBeKept(patternOf(remix)) ? 'private, no-cache' : 'no-store')
  const waitForAll = isbot(request.headers.get('user-agent') ?? '')
  return new Promise<Response>((resolve, reject) => {
    let code = status
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <RemixServer context={remix} url={request.url} nonce={nonce} />
      </NonceProvider>,
      {
        nonce,
        [waitForAll ? 'onAllReady' : 'onShellReady']() {
          const body = new PassThrough()
          headers.set('Content-Type', 'text/html; charset=utf-8')
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }))
          pipe(body)
        },
        onShellError: reject,
        onError(error: unknown) {
          code = 500
          appContext().log.error({ err: error }, 'rendering failed')
        },
      },
    )
    setTimeout(abort, streamTimeout + 1_000)
  })
}

/** What a page's script loads is nobody's to keep: the page keeps it in its own memory. */
export const handleDataRequest: HandleDataRequestFunction = (answer) => {
  if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'no-store')
  return answer
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  // what a request asks for wrongly is no failure of ours
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  appContext().log.error({ err: error, route: currentRequest()?.route }, 'request failed')
}
