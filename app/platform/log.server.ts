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

/** What an error says in somebody's words beside its message: what was asked, a value that was refused, whom a letter was for. */
const PERSONAL = new Set(['params', 'query', 'detail', 'response', 'recipient', 'rejected', 'rejectedErrors'])

/**
 * A failed query carries its parameters, in its message too, the database's own words quote values, and a mail server's answer
 * names whom it refuses: all stay out, wherever in an error of several they stand. Its code stays. What the parameters are is known,
 * and taken out as it stands: people write lines that look like any line of a message. The patterns are for what is quoted in other
 * words.
 */
function withoutPersonalData(error: Error) {
  const known = valuesIn(errorsIn(error))
  const cut = (text: string) =>
    known
      .reduce((left, one) => left.replaceAll(one, '…'), text)
      .replace(/\nparams:[\s\S]*?(?=\n\s+at |\ncaused by: |$)/g, '')
      .replace(/: ".*"$/gm, ': …')
      .replace(EMAIL, '…')
  return cleaned(pino.stdSerializers.err(error), cut)
}

/** What an error told, each text of it cut: the errors in it too, which the serializer tells as plainly as the first. */
function cleaned(told: unknown, cut: (text: string) => string, depth = 0): unknown {
  if (typeof told === 'string') return cut(told)
  if (typeof told !== 'object' || told === null) return told
  if (depth === DEEPEST) return undefined
  if (Array.isArray(told)) return told.map((one) => cleaned(one, cut, depth + 1))
  return Object.fromEntries(
    Object.entries(told)
      .filter(([key]) => !PERSONAL.has(key))
      .map(([key, value]) => [key, cleaned(value, cut, depth + 1)]),
  )
}

/** Errors lie in each other so deep and no deeper; what goes round ends here too. */
const DEEPEST = 6

/** An error and all that lie in it: its causes, those it gathers, and those it holds by other names. */
function errorsIn(error: unknown, seen = new Set<Error>()): Set<Error> {
  if (!(error instanceof Error) || seen.has(error)) return seen
  seen.add(error)
  const gathered = error instanceof AggregateError ? error.errors : []
  for (const one of [error.cause, ...gathered, ...Object.values(error).flat()]) errorsIn(one, seen)
  return seen
}

/**
 * The parameters of each failed query among these errors, as messages write them: all in a row, and each in the database's
 * quotes. The longest first: with the beginning of one taken out, the rest of it would not be known any more.
 */
function valuesIn(errors: Set<Error>): string[] {
  const found: string[] = []
  for (const one of errors) {
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
