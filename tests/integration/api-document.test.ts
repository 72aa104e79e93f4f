import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bringPackages, onPath } from '../../scripts/debian.mjs'
import { buildProduct } from '../../scripts/processes.mjs'
import { startSandbox } from '../../scripts/sandbox.mjs'

const MINUTES = 60_000
let dataDir = ''
let sandbox: Awaited<ReturnType<typeof startSandbox>>

beforeAll(async () => {
  const missing = ['curl', 'jq'].filter((program) => !onPath(program))
  if (missing.length) bringPackages(...missing)
  await buildProduct()
  dataDir = await mkdtemp(path.join(tmpdir(), 'lumiere-api-'))
  sandbox = await startSandbox({ port: 0, host: '127.0.0.1', dataDir, databaseUrl: undefined })
}, 5 * MINUTES)

afterAll(async () => {
  await sandbox?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test(
  'the flow of docs/api.md, as it stands there, books and pays on the served product',
  async () => {
    const document = await readFile('docs/api.md', 'utf8')
    const commands = [...document.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n')
    // what fails is told with all that was done and said before
    await writeFile(path.join(dataDir, '.curlrc'), 'verbose')
    const env = { ...process.env, API: `${sandbox.appUrl}/api`, EMULATOR: sandbox.emulatorUrl, CURL_HOME: dataDir }
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-xeuo', 'pipefail', '-c', commands], {
      env,
      timeout: 4 * MINUTES,
    })
    const [held, verified, dropped] = JSON.parse(`[${stdout.replaceAll(/\}\s*(?=[{t])/g, '},')}]`)
    expect(held).toMatchObject({ code: expect.stringMatching(/^LUM-/), status: 'pending', toPay: 999 })
    expect(verified).toEqual({
      success: true,
      message: 'Payment verified successfully!',
      status: 'booked',
      link: expect.stringMatching(`^${sandbox.appUrl}/b/`),
    })
    expect(dropped).toBe(true)
    expect((await fetch(verified.link)).status).toBe(200)
  },
  5 * MINUTES,
)

test('over HTTP: 304, 405, 413 and 415 as the API says them, and its pages', async () => {
  const at = (address: string, init?: RequestInit) => fetch(`${sandbox.appUrl}/api${address}`, init)
  const tag = (await at('/cities')).headers.get('ETag') ?? ''
  expect((await at('/cities', { headers: { 'If-None-Match': tag } })).status).toBe(304)
  const wrong = await at('/cities/some', { method: 'PATCH' })
  expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'PUT, DELETE, OPTIONS'])
  expect((await at('/sendContactForm', { method: 'POST', body: new URLSearchParams({ name: 'x' }) })).status).toBe(415)
  for (const method of ['GET', 'DELETE']) {
    const lost = await at('/nothing/here', { method })
    expect([lost.status, await lost.json()]).toEqual([404, { error: 'Not found' }])
  }
  const description = (await (await at('/openapi.json')).json()) as { openapi: string; servers: { url: string }[] }
  expect([description.openapi, description.servers]).toEqual(['3.1.0', [{ url: sandbox.appUrl }]])
  const page = await (await at('/docs')).text()
  expect(page).toContain('/api/bookings/customerBooking')
  expect(page).not.toMatch(/<(?:script|link|img|iframe|video)[^>]+(?:src|href)="https?:\/\/(?!127\.0\.0\.1)/)
  // the last one: the server ends the connection of a body that it does not read to its end
  const headers = { 'Content-Type': 'application/json' }
  const large = await at('/sendContactForm', { method: 'POST', headers, body: 'x'.repeat(300 * 1024) })
  expect([large.status, await large.json()]).toEqual([413, { error: 'What was sent is too large.' }])
})
