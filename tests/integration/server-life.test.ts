import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { version } from '../../package.json'
import { beginRequest } from '../support/begun-request'
import { manifestOf, readManifest } from '../support/browser-manifest'
import { closedGate } from '../support/gate'
import { type OneServer, startOneServer } from '../support/one-server'
import { Walker } from '../support/walker'

const SECRET = 'the secret of the one server in the test'
const METRICS_TOKEN = 'a token for the figures'

/** A mail server that answers to a mail only when told. */
async function startSlowMailServer() {
  const received: string[] = []
  const [first, answer] = [closedGate(), closedGate()]
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    async onData(stream, _session, done) {
      received.push((await buffer(stream)).toString())
      first.open()
      await answer.opened
      done()
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => smtp.close(() => resolve()))
  return { url: `smtp://127.0.0.1:${port}`, received, first: first.opened, answer: answer.open, stop }
}

// one life, told in its order
describe('a server from start to stop', { shuffle: false }, () => {
  let mail: Awaited<ReturnType<typeof startSlowMailServer>>
  let server: OneServer
  let draftCookie: string
  const openScreens = (cookie: string) =>
    fetch(`${server.url}/booking/screens`, { redirect: 'manual', headers: { Cookie: cookie } })
  beforeAll(async () => {
    mail = await startSlowMailServer()
    server = await startOneServer(mail.url, { METRICS_TOKEN, SESSION_SECRET: SECRET })
    draftCookie = await chooseFirstPlace(server.url)
  })
  afterAll(async () => {
    mail?.answer()
    await server?.close()
    await mail?.stop()
  })

  test('one line says where it runs, on what, and whose money and mail it handles', () => {
    const lines = server.log().filter(({ msg }) => msg === 'started')
    expect(lines).toEqual([
      expect.objectContaining({
        address: server.url,
        version,
        mode: 'test',
        database: expect.stringMatching(/^embedded in /),
        payments: expect.stringMatching(/^emulator at 127\.0\.0\.1:\d+$/),
        mail: mail.url,
        files: 'disk',
      }),
    ])
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  test('every answer names its request, and the log knows it by that name and by its route', async () => {
    const token = 'a'.repeat(40)
    const answer = await fetch(`${server.url}/b/${token}`)
    const id = answer.headers.get('X-Request-Id')
    await expect
      .poll(() => server.log().find(({ requestId, msg }) => requestId === id && msg === 'answered'))
      .toBeTruthy()
    const line = server.log().find(({ requestId, msg }) => requestId === id && msg === 'answered')
    expect(line).toMatchObject({ method: 'GET', route: '/b/:token', status: 404 })
    expect(JSON.stringify(line)).not.toContain(token)
  })

  test('browsers are told of no call of the JSON API, and remix-serve stands behind the front door', async () => {
    // a server that was just started on a machine that has no time may give a page up, and say so
    const open = async () => {
      const answer = await fetch(`${server.url}/about`)
      return { status: answer.status, page: await answer.text() }
    }
    await expect.poll(open).toMatchObject({ status: 200 })
    const { page } = await open()
    const { routes } = readManifest(await (await fetch(`${server.url}${manifestOf(page)}`)).text())
    expect(Object.keys(routes)).toContain('routes/booking/slots')
    expect(Object.keys(routes).filter((id) => id.startsWith('api/'))).toEqual([])
    expect(page).not.toContain('"api/bookings')
    // the door knows the addresses by the routes of the build, and answers before Remix does
    const asked = await fetch(`${server.url}/about`, { method: 'OPTIONS' })
    expect([asked.status, asked.headers.get('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    // longer than the usual proxies keep theirs, so that none sends on a connection that is just being closed
    expect(asked.headers.get('Keep-Alive')).toBe('timeout=180')
    expect(await rawGet(server.url, '/%zz')).toMatchObject({ status: 400 })
    const stranger = { method: 'POST', headers: { Origin: 'https://elsewhere.example' }, body: new URLSearchParams() }
    expect((await fetch(`${server.url}/contact`, stranger)).status).toBe(403)
  })

  test('figures are for whoever knows the token', async () => {
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
    expect((await fetch(`${server.url}/metrics`, { headers: { Authorization: 'Bearer guessed' } })).status).toBe(404)
    const answer = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
    const text = await answer.text()
    expect(text).toMatch(/^http_requests_total\{method="GET",route="\/b\/:token",status="404"\} 1$/m)
    expect(text).toMatch(/^payment_oldest_pending_seconds 0$/m)
    expect(text).toMatch(/^mails_unsent 0$/m)
  })

  test.each([
    '/media/w640/../../package.json',
    '/media/w640/..%2f..%2fpackage.json',
    '/media/w640/uploads/..%2f..%2f..%2fpackage.json',
    '/media/w640/%2e%2e/%2e%2e/package.json',
    '/media/..%2f..%2fpackage.json',
    '/media/../../../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/server/index.js',
    '/..%5c..%5cpackage.json',
    '/media/w640/gallery/candle-path-1.webp%00.png',
    '/.env',
    '/server/index.js',
  ])('%s leads to no file outside', async (address) => {
    const { status, body } = await rawGet(server.url, address)
    expect([400, 403, 404]).toContain(status)
    expect(body).not.toContain('lumiere-private-theatre')
  })

  test('what people wrote is in no log', async () => {
    const walker = new Walker(server.url)
    const person = { name: 'Zubeida Quartermain', email: 'zubeida.q@gmail.com', phone: '9812345670' }
    await walker.submit('/login', { email: person.email, password: 'Secret#Word1' })
    await walker.submit('/forgot-password', { email: person.email })
    await walker.submit('/contact', { ...person, message: 'A message about our anniversary' })
    await walker.submit('/register', { name: person.name, email: person.email, password: 'Secret#Word1' })
    await (await walker.open(`/admin/bookings?search=${encodeURIComponent(person.name)}`)).text()
    await (await walker.open(`/reset-password/${'b'.repeat(40)}?email=${person.email}`)).text()
    await walker.submit(`/booking/customerDetails`, { ...person, number: person.phone, people: '4', terms: 'on' })
    const logged = () => JSON.stringify(server.log())
    await expect.poll(logged).toContain('/reset-password/:token')
    await expect.poll(logged).toContain('/booking/customerDetails')
    const text = logged()
    for (const word of ['Zubeida', 'zubeida', '9812345670', 'Secret#Word1', 'anniversary', 'bbbbbbbb', '@gmail']) {
      expect(text, word).not.toContain(word)
    }
  })

  test('gives a backup while it runs, which comes back in an empty place and not over data', async () => {
    const file = path.join(server.dataDir, '..', 'backup.tar.gz')
    const elsewhere = path.join(server.dataDir, '..', 'elsewhere')
    expect(await command('backup', server.dataDir, file)).toMatch(/^\d+ rows and 0 pictures in /)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await command('restore', elsewhere, file)).toMatch(/^\d+ rows and 0 pictures are as they were at /)
    expect(await command('restore', elsewhere, file)).toMatch(/^Nothing restored: .*staff: 4.*--replace/)
    expect(await command('restore', server.dataDir, file, '--replace')).toMatch(/^Nothing restored: .* is in use by /)
  })

  test('another program at its port: one line, and an end before a database is opened', async () => {
    const { code, said, made } = await server.startAnother()
    expect(said).toMatch(/^Cannot start: PORT: something listens there already \(.*EADDRINUSE.*\)\.\n$/)
    expect([code, made]).toEqual([1, []])
  })

  test.each([
    ['nosuch.invalid', /^Cannot start: HOST: there is no such address \(.*nosuch\.invalid\)\.\n$/],
    ['192.0.2.1', /^Cannot start: HOST: the server cannot listen there \(.*EADDRNOTAVAIL.*:3000\)\.\n$/],
  ])('a HOST that is not of this machine, %s: one line, and an end before a database is opened', async (HOST, line) => {
    // without a port it is 3000, and no other one
    const { code, said, made } = await server.startAnother({ HOST, PORT: '' })
    expect(said).toMatch(line)
    expect([code, made]).toEqual([1, []])
  })

  test('told to stop, it finishes the request and the job under way, within ten seconds', async () => {
    await new Walker(server.url).submit('/forgot-password', { email: 'owner@lumiere.example' })
    await mail.first
    const slow = slowPost(`${server.url}/contact`, 'name=Asha&', 'message=')
    await slow.begun
    const stopping = server.stop()
    await expect.poll(() => server.log().some(({ msg }) => msg === 'stopping')).toBe(true)
    expect(await fetch(`${server.url}/healthz`).catch(() => 'refused')).toBe('refused')
    slow.finish()
    mail.answer()
    expect(await slow.status).toBe(400)
    expect(await stopping).toBe(0)
    // by its own clock: how soon the signal reached it, and its end us, is the machine's doing
    const moment = (line: string) =>
      Date.parse(
        String(
          server
            .log()
            .filter(({ msg }) => msg === line)
            .at(-1)?.time,
        ),
      )
    expect(moment('stopped') - moment('stopping')).toBeLessThan(10_000)
    expect(server.log().at(-1)).toMatchObject({ msg: 'stopped' })
    expect(mail.received).toHaveLength(1)
  })

  test('started again with a newer secret before the old one, it still knows who was here', async () => {
    await server.start({ SESSION_SECRET: `the next secret of the one server in a test,${SECRET}` })
    expect((await openScreens(draftCookie)).status).toBe(200)
    expect(mail.received, 'no mail was sent a second time').toHaveLength(1)
  })

  test('a cookie that nobody signed is no cookie', async () => {
    const answer = await openScreens(draftCookie.replace(/.{6}$/, 'AAAAAA'))
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/booking/locations?begin=anew'])
  })

  test('stopped with nothing under way, it logs that and no fault', async () => {
    expect(await server.stop()).toBe(0)
    const lines = server.log()
    const last = lines.slice(lines.map(({ msg }) => msg).lastIndexOf('stopping'))
    expect(last.map(({ level, msg }) => [level, msg])).toEqual([
      [30, 'stopping'],
      [30, 'stopped'],
    ])
  })
})

/** Runs one of the product's commands on a data folder; answers what it said. */
async function command(name: string, dataDir: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', NODE_ENV: 'production' as const }
  const run = promisify(execFile)(process.execPath, [`build/server/${name}.js`, ...args], { env })
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error)
  return stdout + stderr
}

/** Begins a booking; answers the cookie that holds it. */
async function chooseFirstPlace(site: string): Promise<string> {
  const walker = new Walker(site)
  const html = await (await walker.open('/booking/locations')).text()
  const location = /name="location" value="([^"]+)"/.exec(html)?.[1]
  if (!location) throw new Error('There is no location to choose.')
  const chosen = await walker.submit('/booking/locations', { location })
  expect(chosen.headers.get('Location')).toBe('/booking/screens')
  return (
    chosen.headers
      .getSetCookie()
      .find((line) => line.startsWith('draft='))
      ?.split(';')[0] ?? ''
  )
}

/** Asks for an address exactly as written; fetch would tidy it. */
function rawGet(site: string, path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(site)
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, body: (await buffer(answer)).toString() })
    })
    asked.once('error', reject).end()
  })
}

/** Sends a form in two parts; the second when told. `begun` when the server has begun with it. */
function slowPost(url: string, first: string, second: string) {
  const { asked, begun, status } = beginRequest(url, 'POST', {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': Buffer.byteLength(first + second),
  })
  void begun.then(() => asked.write(first))
  return { begun, status, finish: () => asked.end(second) }
}
