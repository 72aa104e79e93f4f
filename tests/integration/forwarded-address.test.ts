import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ipAddressIn, networkOf } from '~/platform/network.server'
import { currentRequest, watchRequests } from '~/platform/request-watch.server'

let server: Server
let unreadable = 0
beforeAll(async () => {
  watchRequests({ trustProxy: true, headers: {}, onDone: () => {}, onUnreadable: () => unreadable++ })
  server = createServer((_, response) => response.end(currentRequest()?.address))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

async function addressOf(forwarded?: string): Promise<string> {
  const headers = forwarded === undefined ? undefined : { 'X-Forwarded-For': forwarded }
  return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers })).text()
}

const NAMED = [
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
] as const
const NONE = ['unknown', '_hidden', '203.0.113', '203.0.113.7:x', '[2001:db8::1', '7', 'a.example:443']

test.each(
  NAMED,
)('a visitor whom the proxy calls %s is at %s, whatever the visitor says', async (forwarded, address) => {
  expect(ipAddressIn(forwarded)).toBe(address)
  expect(await addressOf(`198.51.100.1, ${forwarded}`)).toBe(address)
  expect(networkOf(forwarded)).toBe(networkOf(address))
})

test('what is no IP address counts as none: the proxy’s own stands, and the log is told once', async () => {
  expect(await addressOf()).toBe('127.0.0.1')
  expect([unreadable, NONE.map(ipAddressIn)]).toEqual([0, NONE.map(() => undefined)])
  for (const forwarded of NONE) expect(await addressOf(forwarded), forwarded).toBe('127.0.0.1')
  expect(unreadable).toBe(1)
})
