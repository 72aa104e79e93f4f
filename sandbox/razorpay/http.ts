import type { IncomingMessage, ServerResponse } from 'node:http'

const MOST_BYTES = 1_048_576

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  body: string
  headers: IncomingMessage['headers']
}

export interface Reply {
  status: number
  type: string
  body: string
  headers?: Record<string, string>
}

/** A reply in JSON. */
export const json = (value: unknown, status = 200): Reply => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
})

/** A reply that is a page. */
export const html = (body: string, status = 200): Reply => ({ status, type: 'text/html; charset=utf-8', body })

/** To another page, always as a GET. */
export const seeOther = (location: string): Reply => ({
  status: 303,
  type: 'text/plain',
  body: '',
  headers: { Location: location },
})

/** Reads a call whole. @throws Error when its body is too big */
export async function readCall(request: IncomingMessage): Promise<Call> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MOST_BYTES) throw new Error('The body is too big.')
    parts.push(part)
  }
  const url = new URL(request.url ?? '/', 'http://emulator')
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body: Buffer.concat(parts).toString(),
    headers: request.headers,
  }
}

/** Sends a reply, unless the browser has gone. */
export function sendReply(response: ServerResponse, { status, type, body, headers }: Reply): void {
  if (response.destroyed) return
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store', ...headers })
  response.end(body)
}
