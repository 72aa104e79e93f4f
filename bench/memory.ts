import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_STAFF } from '~sandbox/demo/business'
import { EVERY_PATTERN, filled } from '../tests/support/every-route'
import { HOSTILE_BODIES } from '../tests/support/hostile-bodies'
import type { OneServer } from '../tests/support/one-server'
import { walkToPayment } from '../tests/support/walker'

const MEGABYTE = 1024 * 1024
const MINUTE_MS = 60_000
/** Between two requests: enough to stay busy, little enough to leave the processors to others. */
const PAUSE_MS = 40
/** Every so many requests somebody goes through the whole flow. */
const PURCHASE_EVERY = 60
const DAYS_AHEAD = 80

/** What a process has, and the most it ever had, in MB. */
export interface Memory {
  minute: number
  now: number
  peak: number
}

function memoryOf(pid: number, minute: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / MEGABYTE
  return { minute, now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

/**
 * Sends a server for some minutes what visitors, staff, programs and strangers send, everything in turns: each page with another query,
 * what is meant to break forms, and purchases up to the payment. Answers its memory, minute by minute.
 */
export async function measureMemory(server: OneServer, minutes: number): Promise<Memory[]> {
  const family = { name: 'Asha Rao', email: 'a.rao@gmail.com', number: '9876501234' }
  const { walker } = await walkToPayment(server.url, family, DAYS_AHEAD)
  const visitor = walker.headers()
  await walker.submit('/login', { email: DEMO_STAFF.owner, password: DEMO_STAFF.password })
  const staff = walker.headers()
  const paths = EVERY_PATTERN.map(filled).filter((path) => path !== '/logout')
  const began = Date.now()
  const measured = [memoryOf(server.pid, 0)]
  for (let nth = 0; Date.now() - began < minutes * MINUTE_MS; nth++) {
    const path = paths[nth % paths.length] ?? '/'
    const body = HOSTILE_BODIES[nth % HOSTILE_BODIES.length]
    const asks = [
      fetch(`${server.url}${path}?page=${nth}&q=${nth}`, { headers: visitor, redirect: 'manual' }),
      fetch(`${server.url}${path}?name=${nth % 97}&month=${nth}`, { headers: staff, redirect: 'manual' }),
      fetch(`${server.url}/nothing/${nth}`),
      ...(body
        ? [
            fetch(`${server.url}${path}`, {
              method: 'POST',
              redirect: 'manual',
              headers: { ...visitor, ...(body.type && { 'Content-Type': body.type }) },
              body: typeof body.body === 'string' ? body.body : new Uint8Array(body.body),
            }),
          ]
        : []),
    ]
    // what it answers is not the matter here, and some of it hangs up on purpose
    await Promise.allSettled(asks.map(async (ask) => (await ask).arrayBuffer()))
    if (nth % PURCHASE_EVERY === 0)
      await walkToPayment(server.url, family, DAYS_AHEAD + (nth % 7)).catch(() => undefined)
    const minute = Math.floor((Date.now() - began) / MINUTE_MS)
    if (minute >= measured.length) measured.push(memoryOf(server.pid, minute))
    await sleep(PAUSE_MS)
  }
  return measured
}
