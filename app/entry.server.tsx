import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable, type EntryContext, type HandleErrorFunction } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { jobHandlers } from './features/payment/background-work.server'
import { appContext, startContext } from './platform/context.server'
import { NonceProvider } from './ui/nonce'

const context = await startContext()
await context.jobs.start(jobHandlers(context))

export const streamTimeout = 8_000

export default function handleRequest(request: Request, status: number, headers: Headers, remix: EntryContext) {
  const nonce = randomBytes(16).toString('base64')
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

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return
  appContext().log.error({ err: error, path: new URL(request.url).pathname }, 'request failed')
}
