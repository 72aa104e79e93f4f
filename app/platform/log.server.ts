import { format } from 'node:util'
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

/** What libraries print (the address remix-serve listens at) becomes lines of the same log. */
export function captureConsole(log: Log): void {
  const into =
    (level: 'debug' | 'warn' | 'error') =>
    (...said: unknown[]) =>
      log[level]({ printed: true }, format(...said))
  console.log = into('debug')
  console.info = into('debug')
  console.warn = into('warn')
  console.error = into('error')
}
