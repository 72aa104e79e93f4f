import { format } from 'node:util'
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { currentRequest } from './request-watch.server'

export type Log = Logger

/**
 * Structured logs on standard output, written without anybody waiting for it; what is left goes out when the process ends. Callers
 * log ids and codes, never names, numbers or addresses of people (rule D7).
 */
export function createLog(level: string, into?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: withoutPersonalData },
    mixin: () => {
      const requestId = currentRequest()?.id
      return requestId ? { requestId } : {}
    },
  }
  return pino(options, into ?? pino.destination({ dest: 1, sync: false }))
}

/** An e-mail address of people, in whatever letters. */
const EMAIL = /[^\s<>()[\]:;,"'/@]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

/**
 * A failed query carries its parameters, in its message too, the database's own words quote values, and a mail server's answer
 * names whom it refuses: all stay out. Its code stays. What the parameters are is known, and taken out as it stands: people write
 * lines that look like any line of a message. The patterns are for what is quoted in other words.
 */
function withoutPersonalData(error: Error) {
  const { params, query, detail, response, recipient, rejected, rejectedErrors, ...told } =
    pino.stdSerializers.err(error)
  const known = valuesIn(error)
  // what was thrown need not be an Error
  const cut = (text: string | undefined) =>
    text &&
    known
      .reduce((left, one) => left.replaceAll(one, '…'), text)
      .replace(/\nparams:[\s\S]*?(?=\n\s+at |\ncaused by: |$)/g, '')
      .replace(/: ".*"$/gm, ': …')
      .replace(EMAIL, '…')
  return { ...told, message: cut(told.message), stack: cut(told.stack) }
}

/**
 * The parameters of each failed query in an error and its causes, as messages write them: all in a row, and each in the database's
 * quotes. The longest first: with the beginning of one taken out, the rest of it would not be known any more.
 */
function valuesIn(error: unknown): string[] {
  const found: string[] = []
  const seen = new Set<unknown>()
  for (let one = error; one instanceof Error && !seen.has(one); one = one.cause) {
    seen.add(one)
    const { params } = one as { params?: unknown }
    if (!Array.isArray(params)) continue
    found.push(
      `\nparams: ${params}`,
      ...params.filter((value) => typeof value === 'string').map((value) => `"${value}"`),
    )
  }
  return [...new Set(found)].sort((one, other) => other.length - one.length)
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
