import { type ClientRequest, request } from 'node:http'

/** Sends a request of which it is known when the server has begun with it: it says so before the body comes. */
export function beginRequest(url: string, method: 'GET' | 'POST', headers: Record<string, string | number> = {}) {
  const asked: ClientRequest = request(url, { method, headers: { ...headers, Expect: '100-continue' } })
  const begun = new Promise<void>((resolve) => {
    asked.once('continue', () => resolve())
    asked.once('response', () => resolve())
  })
  const status = new Promise<number>((resolve, reject) => {
    asked.once('error', reject)
    asked.once('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
  })
  asked.flushHeaders()
  return { asked, begun, status }
}
