import { ServerResponse } from 'node:http'
import { answering, type WatchedRequest } from '~/platform/request-watch.server'

/** A request as the server watches it, from a network address. */
export function requestFrom(address: string): WatchedRequest {
  return {
    id: address,
    address,
    method: 'POST',
    route: '/login',
    startedAt: 0,
    response: new ServerResponse({ method: 'POST' } as never),
  }
}

/** Runs `work` as part of answering somebody at a network address. */
export const from = <T>(address: string, work: () => Promise<T>): Promise<T> => answering(requestFrom(address), work)
