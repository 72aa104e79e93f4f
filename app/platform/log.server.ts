import pino, { type Logger } from 'pino'
import { currentRequest } from './request-watch.server'

export type Log = Logger

/** Structured logs on standard output. Callers log ids and codes, never names, numbers or addresses of people. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const requestId = currentRequest()?.id
      return requestId ? { requestId } : {}
    },
  })
}
