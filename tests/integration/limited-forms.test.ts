import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox } from '~sandbox/mailbox/server'
import { type OneServer, startOneServer } from '../support/one-server'
import { formIn, Walker, walkToPayment } from '../support/walker'

const METRICS_TOKEN = 'a token for the figures'
const FAMILY = { name: 'Zubeida Quartermain', email: 'zubeida.q@gmail.com', number: '9812345670' }
const SECRET_WORDS = ['Zubeida', 'zubeida', '9812345670', '@gmail']

let mailbox: Awaited<ReturnType<typeof startMailbox>>
let server: OneServer
beforeAll(async () => {
  mailbox = await startMailbox()
  const SESSION_SECRET = 'the secret of the server with limits'
  server = await startOneServer(mailbox.smtpUrl, { METRICS_TOKEN, SESSION_SECRET })
})
afterAll(async () => {
  await server?.close()
  await mailbox?.stop()
})

/** Sends a form until it is refused for being sent too often; answers how often it was taken, and sees a readable page. */
async function triesTaken(send: () => Promise<Response>, atMost: number): Promise<number> {
  for (let taken = 0; taken <= atMost; taken++) {
    const answer = await send()
    const html = await answer.text()
    if (answer.status !== 429) continue
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(answer.headers.get('Content-Type')).toContain('text/html')
    expect(html).toMatch(/Too many tries\. Please try again in (a minute|\d+ minutes)\./)
    return taken
  }
  throw new Error('It was never too often.')
}

test.each([
  ['/login', { email: 'owner@lumiere.example', password: 'Wrong#Word1' }, 10],
  ['/register', { name: 'Somebody', email: 'somebody@lumiere.example', password: 'Word#12345' }, 10],
  ['/forgot-password', { email: 'nobody@lumiere.example' }, 5],
  ['/find', { number: '9812345670', email: 'nobody@gmail.com' }, 5],
])('%s is taken a few times, then refused with a sentence', async (path, fields, allowed) => {
  const walker = new Walker(server.url)
  expect(await triesTaken(() => walker.submit(path, fields), allowed)).toBe(allowed)
})

test('/contact is taken five times from one sender', async () => {
  const walker = new Walker(server.url)
  const { fields } = formIn(await (await walker.open('/contact')).text(), /^\/contact/)
  await setTimeout(2_100)
  const message = { ...fields, name: 'Ravi', phone: '9812345671', email: 'often@lumiere.example', message: 'Again' }
  expect(await triesTaken(() => walker.submit('/contact', message), 5)).toBe(5)
})

test('coupons and holds as well; the figures show the hold, and the log nobody’s name', async () => {
  const { walker, total } = await walkToPayment(server.url, FAMILY, 50)
  const coupon = () => walker.submit('/booking/payment', { intent: 'coupon', code: 'GUESSED' })
  expect(await triesTaken(coupon, 30)).toBe(30)
  const hold = () => walker.submit('/booking/payment', { intent: 'pay', payChoice: 'advance', total })
  expect(await triesTaken(hold, 10)).toBe(10)

  const answer = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
  const figures = await answer.text()
  expect(figures).toMatch(/^bookings\{status="pending"\} 1$/m)
  expect(figures).toMatch(/^payment_oldest_pending_seconds [\d.]*[1-9][\d.]*$/m)
  expect(figures).toMatch(/^jobs\{queue="[\w-]+",state="\w+"\} \d+$/m)
  expect(figures).toMatch(/^http_requests_total\{method="POST",route="\/booking\/payment",status="429"\} 2$/m)
  const log = JSON.stringify(server.log())
  expect(log).toContain('/booking/customerDetails')
  for (const word of SECRET_WORDS) {
    expect(log, word).not.toContain(word)
    expect(figures, word).not.toContain(word)
  }
})
