import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFrontDoor } from '~/platform/front-door.server'

const LIMITS = { headersMs: 60_000, requestMs: 120_000, keptMs: 180_000, idle: 5, open: 50 }

describe('the front door', () => {
  let server: Server
  let port = 0
  let forgetDoor = () => {}
  beforeAll(async () => {
    forgetDoor = openFrontDoor({
      trustProxy: false,
      methodsAt: (pathname) => (pathname.startsWith('/api/') ? undefined : 'GET, HEAD, OPTIONS'),
      limits: LIMITS,
    })
    // answers what it was asked, so that one sees what has passed
    server = createServer({ connectionsCheckingInterval: 50 }, ({ method, url, headers }, response) => {
      response.end(`${method} ${url} ${headers['x-forwarded-host'] ?? ''}`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    // other servers of this process are no doors
    forgetDoor()
    server.closeAllConnections()
    server.close()
  })

  /** Sends lines exactly as they stand here; answers all that came back until the end. */
  async function say(...lines: string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
    return text(socket)
  }

  test.each([
    ['GET /about HTTP/1.1', /200 OK[\s\S]*GET \/about $/],
    ['GET http://elsewhere.example/about?x=1 HTTP/1.1', /GET \/about\?x=1 $/],
    ['GET /about?_data=root&x=1 HTTP/1.1', /GET \/about\?x=1 $/],
    ['GET /about?%5fdata=root HTTP/1.1', /GET \/about $/],
    ['GET /about?my_data=1&x HTTP/1.1', /GET \/about\?my_data=1&x=? $/],
    ['PROPFIND /about HTTP/1.1', /PATCH \/about $/],
    ['TRACE /about HTTP/1.1', /PATCH \/about $/],
    ['OPTIONS /about HTTP/1.1', /^HTTP\/1.1 204[\s\S]*Allow: GET, HEAD, OPTIONS/],
    ['OPTIONS /about.data HTTP/1.1', /^HTTP\/1.1 204/],
    ['OPTIONS /api/x HTTP/1.1', /OPTIONS \/api\/x $/],
    ['GET /%E0%A4%A HTTP/1.1', /^HTTP\/1.1 400[\s\S]*text\/html/],
    ['GET /api/%E0 HTTP/1.1', /^HTTP\/1.1 400[\s\S]*application\/json[\s\S]*\{"error":/],
    ['GET /?x=%E0%A4%A HTTP/1.1', /200 OK/],
    ['OPTIONS * HTTP/1.1', /^HTTP\/1.1 400/],
    ['GET http://[/ HTTP/1.1', /^HTTP\/1.1 400/],
  ])('%s', async (line, expected) => {
    expect(await say(line, 'Host: lumiere.example')).toMatch(expected)
  })

  test.each(['a b', 'x:99999999', 'x/y', 'x@y', '[::1'])('a host that is none: %s', async (host) => {
    expect(await say('GET / HTTP/1.1', `Host: ${host}`)).toMatch(/^HTTP\/1.1 400/)
  })

  test('a forwarded host counts only when a proxy of ours says it', async () => {
    expect(await say('GET / HTTP/1.1', 'Host: a', 'X-Forwarded-Host: x:999999')).toMatch(/200 OK[\s\S]*GET \/ $/)
  })

  const opened = () =>
    new Promise<Socket>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket))
    })

  test('who asks for nothing is cut off in time', async () => {
    expect(server).toMatchObject({ headersTimeout: LIMITS.headersMs, requestTimeout: LIMITS.requestMs })
    server.headersTimeout = 300
    try {
      const socket = await opened()
      expect(await text(socket)).toMatch(/^HTTP\/1.1 408/)
    } finally {
      server.headersTimeout = LIMITS.headersMs
    }
  })

  test('of too many who ask for nothing, the oldest make room', async () => {
    const ends: number[] = []
    // all in one moment, as they come when it is meant
    const sockets = await Promise.all(Array.from({ length: LIMITS.idle + 3 }, opened))
    try {
      for (const [index, socket] of sockets.entries()) {
        socket.on('error', () => undefined).once('close', () => ends.push(index))
        socket.resume()
      }
      // itself one more, until it asks
      expect(await say('GET / HTTP/1.1', 'Host: a')).toMatch(/200 OK/)
      await expect.poll(() => [...ends].sort()).toEqual([0, 1, 2, 3])
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })
})
