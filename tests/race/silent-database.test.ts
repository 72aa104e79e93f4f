import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox } from '~sandbox/mailbox/server'
import { createMigratedDatabase, onPostgres } from '../support/database'
import { type OneServer, startOneServer } from '../support/one-server'

/** More than pages have connections. */
const VISITORS = 30

/** Stands before Postgres, and takes everything without a word while it is `silent`. */
async function startGate(url: string) {
  const behind = new URL(url)
  const lines = new Set<Socket>()
  let silent = false
  const gate = createServer((visitor) => {
    const database = connect(Number(behind.port), behind.hostname)
    for (const [from, to] of [
      [visitor, database],
      [database, visitor],
    ] as const) {
      lines.add(from)
      from.on('data', (chunk) => {
        if (!silent) to.write(chunk)
      })
      from.on('error', () => {})
      from.on('close', () => {
        lines.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((listening) => gate.listen(0, '127.0.0.1', () => listening()))
  const { port } = gate.address() as { port: number }
  const through = new URL(url)
  through.port = String(port)
  through.hostname = '127.0.0.1'
  return {
    url: through.href,
    silence(on: boolean) {
      silent = on
    },
    stop() {
      for (const line of lines) line.destroy()
      gate.close()
    },
  }
}

onPostgres('a Postgres server that takes connections and says nothing', () => {
  let database: Awaited<ReturnType<typeof createMigratedDatabase>>
  let mailbox: Awaited<ReturnType<typeof startMailbox>>
  let gate: Awaited<ReturnType<typeof startGate>>
  let server: OneServer

  beforeAll(async () => {
    database = await createMigratedDatabase()
    gate = await startGate(database.url)
    mailbox = await startMailbox()
    server = await startOneServer(mailbox.smtpUrl, {
      DATABASE_URL: gate.url,
      SESSION_SECRET: 'the secret of a server whose database is silent',
      RATE_LIMIT_FACTOR: '50',
      LOG_LEVEL: 'fatal',
    })
  })
  afterAll(async () => {
    await server?.close()
    gate?.stop()
    await mailbox?.stop()
    await database?.drop()
  })

  const visit = async () => {
    const began = performance.now()
    const answer = await fetch(`${server.url}/booking/locations`)
    const took = performance.now() - began
    return { status: answer.status, retryAfter: answer.headers.get('Retry-After'), took, text: await answer.text() }
  }

  test('is given up within half a minute, by everybody who waits; the process lives, and serves when it is back', async () => {
    // both sessions that are open already and those that are made now get no answer
    expect(await Promise.all(Array.from({ length: 5 }, visit))).toMatchObject(Array(5).fill({ status: 200 }))
    gate.silence(true)
    const visitors = Array.from({ length: VISITORS }, visit)
    let told = false
    const first = Promise.race(visitors).then(() => {
      told = true
    })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(told, 'health stands in no line').toBe(false)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    await first
    for (const { status, retryAfter, took, text } of await Promise.all(visitors)) {
      expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '15' })
      expect(text).toContain('Nothing was charged')
      expect(text).toMatch(/<a [^>]*href="\/booking\/locations"[^>]*>Try again</)
      expect(took).toBeLessThan(45_000)
    }
    gate.silence(false)
    await expect.poll(async () => (await visit()).status).toBe(200)
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(server.lives()).toBe(true)
  })
})
