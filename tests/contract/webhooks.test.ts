import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openEmulator, WEBHOOK_SECRET } from '../support/contract'

const { emulator, gateway, freshOrder } = await openEmulator()
const { webhooks } = emulator

test('webhooks carry the raw body’s signature and the event’s id, the same in every repeat', async () => {
  const heard: { id: string | undefined; signed: boolean }[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const signature = createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex')
    const { 'x-razorpay-signature': sent, 'x-razorpay-event-id': id } = request.headers
    heard.push({ id: String(id), signed: sent === signature && gateway.isWebhookSignature(body, signature) })
    response.writeHead(heard.length === 1 ? 500 : 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  webhooks.addEndpoint(`http://127.0.0.1:${port}/`)
  emulator.pay(freshOrder(), 'upi', 'failure')
  await webhooks.sent()
  await emulator.advance(1_000)
  expect(heard).toEqual([
    { id: expect.stringMatching(/.{10,}/), signed: true },
    { id: heard[0]?.id, signed: true },
  ])
  server.close()
})
