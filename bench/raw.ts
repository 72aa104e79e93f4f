import { type ChildProcess, fork } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { gzip } from 'node:zlib'
import postgres from 'postgres'
import { freePort } from '../scripts/processes.mjs'

const HOST = '127.0.0.1'

interface RawPage {
  html: string
  /** With their values put in. */
  statements: readonly string[]
  url: string
}

/** Starts a server written by hand, which asks the same of the database and sends as much HTML: the limit of what can be had. */
export async function startRaw(page: RawPage): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort(HOST)
  const child = fork(fileURLToPath(import.meta.url), [String(port)], { execArgv: ['--import', 'tsx'] })
  child.send(page)
  await new Promise((resolve, reject) => {
    child.once('message', resolve).once('exit', (code) => reject(new Error(`The page by hand ended with ${code}.`)))
  })
  return { url: `http://${HOST}:${port}/`, child }
}

function serveRaw({ html, statements, url }: RawPage): void {
  const sql = postgres(url, { max: 10, onnotice: () => {} })
  const body = Buffer.from(html)
  const headers = { 'Content-Type': 'text/html; charset=utf-8' }
  createServer(async (request, response) => {
    await Promise.all(statements.map((text) => sql.unsafe(text, [], { prepare: true })))
    if (!request.headers['accept-encoding']?.includes('gzip')) return response.writeHead(200, headers).end(body)
    gzip(body, { level: 5 }, (_, sent) => {
      response.writeHead(200, { ...headers, 'Content-Encoding': 'gzip', 'Content-Length': sent.length }).end(sent)
    })
  }).listen(Number(process.argv[2]), HOST, () => process.send?.('ready'))
}

// who runs the bench may be somebody's child too, and answer messages
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('message', serveRaw).once('disconnect', () => process.exit())
}
