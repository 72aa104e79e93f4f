import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPENED_FIELD, TRAP_FIELD } from '~/features/site/contact-guard.server'
import { writeTimeToken } from '~/platform/time-token.server'
import { startMailbox } from '~sandbox/mailbox/server'
import { type OneServer, startOneServer } from '../support/one-server'
import { Walker, walkToPayment } from '../support/walker'

const METRICS_TOKEN = 'a token for the figures'
const SESSION_SECRET = 'the secret of the server with limits'
const MINUTE = 60_000
const FAMILY = { name: 'Zubeida Quartermain', email: 'zubeida.q@gmail.com', number: '9812345670' }
const SECRET_WORDS = ['Zubeida', 'zubeida', '9812345670', '@gmail']

let mailbox: Awaited<ReturnType<typeof startMailbox>>
let server: OneServer
beforeAll(async () => {
  mailbox = await startMailbox()
  server = await startOneServer(mailbox.smtpUrl, { METRICS_TOKEN, SESSION_SECRET })
})
afterAll(async () => {
  await server?.close()
  await mailbox?.stop()
})

/** Sends a form as scripts do until that was too often, and then as a page, which is readable; answers how often it was taken. */
async function triesTaken(walker: Walker, path: string, fields: Record<string, string>, atMost: number) {
  const send = async (at: string) => {
    const answer = await walker.submit(at, fields)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  let taken = 0
  while ((await send(`${path}.data`)).status !== 429) if (++taken > atMost) throw new Error('It was never too often.')
  const { status, headers, text } = await send(path)
  expect([status, headers.get('Content-Type')]).toEqual([429, expect.stringContaining('text/html')])
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(text).toMatch(/Too many tries\. Please try again in (a minute|\d+ minutes)\./)
  return taken
}

test.each([
  ['/login', { email: 'owner@lumiere.example', password: 'Wrong#Word1' }, 10],
  ['/register', { name: 'Somebody', email: 'somebody@lumiere.example', password: 'Word#12345' }, 10],
  ['/forgot-password', { email: 'nobody@lumiere.example' }, 5],
  ['/find', { number: '9812345670', email: 'nobody@gmail.com' }, 5],
])('%s is taken a few times, then refused with a sentence', async (path, fields, allowed) => {
  expect(await triesTaken(new Walker(server.url), path, fields, allowed)).toBe(allowed)
})

test('/contact is taken five times from one sender', async () => {
  const opened = writeTimeToken([SESSION_SECRET], 'contact', new Date(Date.now() - MINUTE))
  const person = { name: 'Ravi', phone: '9812345671', email: 'often@lumiere.example' }
  const message = { [TRAP_FIELD]: '', [OPENED_FIELD]: opened, ...person, message: 'Again' }
  expect(await triesTaken(new Walker(server.url), '/contact', message, 5)).toBe(5)
})

test('coupons and holds as well; the figures show the hold, and the log nobody’s name', async () => {
  const { walker, total } = await walkToPayment(server.url, FAMILY, 50)
  const coupon = { intent: 'coupon', code: 'GUESSED' }
  expect(await triesTaken(walker, '/booking/payment', coupon, 30)).toBe(30)
  const hold = { intent: 'pay', payChoice: 'advance', total }
  expect(await triesTaken(walker, '/booking/payment', hold, 10)).toBe(10)

  const answer = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
  const figures = await answer.text()
  expect(figures).toMatch(/^bookings\{status="pending"\} 1$/m)
  expect(figures).toMatch(/^payment_oldest_pending_seconds [\d.]*[1-9][\d.]*$/m)
  expect(figures).toMatch(/^jobs\{queue="[\w-]+",state="\w+"\} \d+$/m)
  expect(figures).toMatch(/^http_requests_total\{method="POST",route="\/booking\/payment",status="429"\} 4$/m)
  const log = JSON.stringify(server.log())
  expect(log).toContain('/booking/customerDetails')
  for (const word of SECRET_WORDS) {
    expect(log, word).not.toContain(word)
    expect(figures, word).not.toContain(word)
  }
})
