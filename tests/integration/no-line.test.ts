import type { ClientActionFunctionArgs } from '@remix-run/react'
import { describe, expect, test } from 'vitest'
import { staleBy } from '~/ui/live-answer'
import { isUnreachable } from '~/ui/no-answer'
import { clientAction } from '~/ui/unreachable'

describe('nobody answered', () => {
  test.each([
    ['Chromium', 'Failed to fetch'],
    ['Chromium of today', 'Failed to fetch (theatre.example)'],
    ['Chromium, while the answer came', 'network error'],
    ['Firefox', 'NetworkError when attempting to fetch resource.'],
    ['Firefox, while the answer came', 'Error in input stream'],
    ['Safari', 'Load failed'],
    ['Safari of today', 'Load failed (theatre.example)'],
    ['Safari, cut off', 'The network connection was lost.'],
    ['Safari, in flight mode', 'The Internet connection appears to be offline.'],
  ])('%s says "%s"', (_browser, words) => {
    expect(isUnreachable(new TypeError(words))).toBe(true)
  })

  test.each([
    new TypeError("Cannot read properties of undefined (reading 'fetch')"),
    new TypeError('fetcher is not a function'),
    new TypeError('network is not iterable'),
    new TypeError('Failed to fetch dynamically imported module: https://theatre.example/assets/today.js'),
    new Error('Failed to fetch'),
    'Failed to fetch',
    undefined,
  ])('%s is a fault of ours', (error) => {
    expect(isUnreachable(error)).toBe(false)
  })
})

describe('a page that follows the server', () => {
  const OURS = { 'X-Request-Id': 'abc' }
  test.each([
    [200, OURS, undefined],
    [401, OURS, 'signed-out'],
    [403, OURS, 'not-live'],
    [500, OURS, 'not-live'],
    [500, {}, 'not-live'],
    [503, OURS, 'not-live'],
    [502, {}, 'offline'],
    [503, {}, 'offline'],
    [504, {}, 'offline'],
  ])('that is answered %i with %j is %s', (status, headers, stale) => {
    expect(staleBy(new Response('', { status, headers }))).toBe(stale)
  })
})

describe('an answer that is an error page', () => {
  const failure = { status: 408, statusText: 'Request Timeout', internal: false, data: 'Too slow' }
  async function answered(intent: string) {
    const request = new Request('http://localhost/', { method: 'POST', body: new URLSearchParams({ intent }) })
    const serverAction = () => Promise.reject(failure)
    return clientAction({ request, params: {}, serverAction } as unknown as ClientActionFunctionArgs)
  }

  test.each([
    'keep',
    'recalculate',
  ])('takes nothing away of what is typed while the page sends "%s" by itself', async (intent) => {
    const answer = await answered(intent)
    expect(answer instanceof Response && (await answer.json())).toMatchObject({ unreachable: true })
  })

  test('is shown to who pressed', async () => {
    await expect(answered('book')).rejects.toBe(failure)
  })
})
