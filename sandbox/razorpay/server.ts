import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createApi } from './api'
import { createCheckout } from './checkout'
import { escaped } from './checkout-pages'
import { createControl } from './control'
import { type Contact, Refusal, urlNotFound } from './entities'
import { createFaults, type Fault } from './faults'
import { type Call, html, json, type Reply, readCall, sendReply } from './http'
import { createIds } from './ids'
import { createLedger, type Outcome, type Payment } from './ledger'
import { createMemory } from './memory'
import { overviewPage } from './overview'
import { createEmulatorClock, createSchedule } from './schedule'
import { type Behaviour, usualBehaviour } from './settings'
import { createWebhooks } from './webhooks'

export interface EmulatorOptions {
  /** A test key: the emulator takes no other. */
  keyId: string
  keySecret: string
  webhookSecret: string
  host?: string
  port?: number
  /** Where webhooks go; more can be added later. */
  webhookUrls?: string[]
  now?: () => Date
  /** The same seed gives the same ids in the same order. */
  idSeed?: string
  /** Where the memory is kept between starts; nowhere unless named. */
  stateFile?: string
  behaviour?: Partial<Behaviour>
}

const MOST_CALLS = 10_000
/** As a provider's: much longer than clients keep an idle connection, so that none is closed under a call. */
const KEEP_ALIVE_MS = 75_000

const asset = (name: string, type: string): Reply => ({
  status: 200,
  type,
  body: readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8'),
})

/**
 * Razorpay over HTTP for demo and tests: API, checkout window, hosted page, webhooks, faults and control on one port.
 *
 * @throws Error when the key is not a test key
 */
export async function startRazorpayEmulator(options: EmulatorOptions) {
  const { keyId, keySecret, host = '127.0.0.1', port = 0 } = options
  if (!keyId.startsWith('rzp_test_')) throw new Error('The emulator takes test keys (rzp_test_…) only.')
  const behaviour = { ...usualBehaviour(), ...options.behaviour }
  const now = options.now ?? (() => new Date())
  const clock = createEmulatorClock(now)
  const schedule = createSchedule(clock)
  const ids = createIds(options.idSeed ?? 'emulator')
  const urls = options.webhookUrls ?? []
  const webhooks = createWebhooks({ secret: options.webhookSecret, urls, clock, schedule, ids, behaviour })
  const ledger = createLedger({ keySecret, clock, schedule, ids, behaviour, emit: webhooks.send })
  const faults = createFaults()
  const calls: { method: string; path: string }[] = []
  const checkout = createCheckout({ keyId, ledger, ids, behaviour, webhooks })
  const api = createApi({ keyId, keySecret, ledger, clock, behaviour })
  const control = createControl({ ledger, webhooks, faults, behaviour, clock, calls, reset })
  const memory = createMemory(options.stateFile, { ledger, ids, clock })
  const stopping = new AbortController()
  const assets: Record<string, Reply> = {
    '/v1/checkout.js': asset('checkout.js', 'text/javascript; charset=utf-8'),
    '/checkout/window.js': asset('window.js', 'text/javascript; charset=utf-8'),
    '/checkout/window.css': asset('window.css', 'text/css; charset=utf-8'),
    '/favicon.ico': { status: 204, type: 'image/x-icon', body: '' },
  }
  memory.load()

  const server = createServer((request, response) => {
    // the business's clock is compared with it: not with what the clock of the ledger was moved on by
    response.setHeader('Date', now().toUTCString())
    readCall(request)
      .then((call) => serve(call, response))
      .catch((error: unknown) => {
        const description = error instanceof Error ? error.message : String(error)
        if (!response.headersSent) sendReply(response, json({ error: { code: 'SERVER_ERROR', description } }, 500))
      })
  })

  server.keepAliveTimeout = KEEP_ALIVE_MS

  async function serve(call: Call, response: ServerResponse): Promise<void> {
    if (call.path.startsWith('/__emu/')) return sendReply(response, await answer(call))
    calls.push({ method: call.method, path: call.path })
    if (calls.length > MOST_CALLS) calls.shift()
    const fault = faults.strike(call.method, call.path)
    if (!fault) return sendReply(response, await answer(call))
    const first = fault.after ? await answer(call) : undefined
    const stopped = await wait(fault.delayMs ?? 0)
    if (stopped) return
    const done = fault.late ? await answer(call) : first
    if (fault.cut) response.destroy()
    else if (fault.status !== undefined) sendReply(response, faultReply(fault, fault.status))
    else sendReply(response, done ?? (await answer(call)))
  }

  /** Waits; true when the emulator was stopped meanwhile. */
  const wait = (ms: number) => (ms ? pause(ms, false, { signal: stopping.signal }).catch(() => true) : false)

  async function answer(call: Call): Promise<Reply> {
    const { method, path } = call
    try {
      ledger.catchUp()
      return await dispatch(call)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const forPeople = path.startsWith('/checkout') || path.startsWith('/v1/checkout')
      return forPeople
        ? html(`<!doctype html><title>Checkout</title><p role="alert">${escaped(error.description)}</p>`, error.status)
        : json(error.body, error.status)
    } finally {
      if (method !== 'GET') memory.saveSoon()
    }
  }

  async function dispatch(call: Call): Promise<Reply> {
    const { path } = call
    const file = Object.hasOwn(assets, path) ? assets[path] : undefined
    if (file) return file
    if (path === '/') return html(overviewPage(ledger, webhooks))
    if (path.startsWith('/__emu/')) return control(call)
    if (path.startsWith('/checkout/') || path.startsWith('/v1/checkout/')) return checkout.answer(call)
    if (path.startsWith('/v1/')) return api(call)
    throw urlNotFound()
  }

  /** Forgets everything that happened; ids go on, so that none comes twice, unless `ids` asks for the first ones again. */
  function reset({ ids: fromTheStart = false }: { ids?: boolean } = {}): void {
    schedule.clear()
    clock.restart()
    ledger.reset()
    faults.clear()
    webhooks.reset()
    checkout.reset()
    calls.length = 0
    Object.assign(behaviour, usualBehaviour(), options.behaviour)
    if (fromTheStart) ids.restart()
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    ledger,
    webhooks,
    /** May be changed at any time. */
    behaviour,
    /** Every call but those of the control interface, oldest first. */
    calls,
    reset,
    arm: faults.arm,
    clearFaults: faults.clear,
    /** How often each named fault has struck. */
    strikes: faults.strikes,
    /** A customer's whole try, as if made in the window. */
    pay: (orderId: string, method: string, outcome: Outcome, contact?: Contact): Payment =>
      ledger.pay(orderId, method, outcome, contact),
    /** Moves the emulator's clock on, and waits for what falls due: expiries, refunds, repeated webhooks. */
    async advance(ms: number): Promise<void> {
      clock.skip(ms)
      await webhooks.idle()
    },
    async stop(): Promise<void> {
      schedule.stop()
      stopping.abort()
      if (options.stateFile) memory.save()
      await webhooks.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type RazorpayEmulator = Awaited<ReturnType<typeof startRazorpayEmulator>>

function faultReply({ body = '', contentType, headers }: Fault, status: number): Reply {
  const type = contentType ?? (body.startsWith('<') ? 'text/html' : 'application/json')
  return { status, type, body, headers }
}
