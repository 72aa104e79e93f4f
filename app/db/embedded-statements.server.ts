import { type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite'
import { isParsedAnew, oftenAsked } from './prepared-statements.server'
import { readSqlState } from './sql-state.server'
import { OUTDATED } from './trouble.server'

/** What rows come of; scripts, and what copies files, are for the driver alone. */
const OF_ROWS = /^\s*(select|insert|update|delete|with)\b/i

/** A statement that the database keeps: under which name, what its parameters' types are, and what it said of its rows. */
interface Kept {
  name: string
  types: number[]
  rows: Awaited<ReturnType<PGlite['execProtocolStream']>>
}

/**
 * Has the embedded database parse and plan once what is asked again and again. Its driver sends each statement in six messages, of
 * which the first three find out what was found out before; a kept one needs three. Which are kept, and that a migration may outdate
 * one, is as with Postgres (`prepared`).
 */
export function keepPrepared(client: PGlite): void {
  const isWorthIt = oftenAsked()
  const kept = new Map<string, Kept>()
  let names = 0

  const send = (message: Uint8Array) => client.execProtocolStream(message, { syncToFs: false })

  async function keep(text: string): Promise<Kept> {
    const name = `kept_${++names}`
    await send(protocol.serialize.parse({ name, text }))
    const described = await send(protocol.serialize.describe({ type: 'S', name }))
    const types = parse.parseDescribeStatementResults(described)
    const statement = { name, types, rows: described.filter((message) => message.name === 'rowDescription') }
    kept.set(text, statement)
    return statement
  }

  const run = <Row>(text: string, values: unknown[], options?: QueryOptions): Promise<Results<Row>> =>
    client._runExclusiveQuery(async () => {
      try {
        const { name: statement, types, rows } = kept.get(text) ?? (await keep(text))
        const words = values.map((value, at) => inWords(client, types[at], value))
        await send(protocol.serialize.bind({ statement, values: words }))
        const answered = await send(protocol.serialize.execute({}))
        return parse.parseResults([...rows, ...answered], client.parsers, options)[0] as Results<Row>
      } catch (error) {
        if (isOutdated(error)) kept.delete(text)
        // as the driver tells it, from which our reader of errors knows that a query was refused
        throw error instanceof Error ? Object.assign(error, { query: text, params: values }) : error
      } finally {
        await send(protocol.serialize.sync())
      }
    })

  const isKept = (text: string, options: QueryOptions | undefined): boolean =>
    !options?.paramTypes && !options?.blob && OF_ROWS.test(text) && !isParsedAnew() && isWorthIt(text)

  const ask = client.query.bind(client)
  client.query = async <Row>(text: string, values: unknown[] = [], options?: QueryOptions) => {
    if (!isKept(text, options)) return ask<Row>(text, values, options)
    await client._checkReady()
    return client._runExclusiveTransaction(async () => {
      // alone it can be asked anew, which is all that an outdated one needs; in a transaction `tryAgain` does all of that anew
      const found = await run<Row>(text, values, options).catch((error) => {
        if (!isOutdated(error)) throw error
        return run<Row>(text, values, options)
      })
      await client.syncToFs()
      return found
    })
  }
  const begin = client.transaction.bind(client)
  client.transaction = (work) =>
    begin((tx) => {
      const asked = tx.query.bind(tx)
      tx.query = <Row>(text: string, values: unknown[] = [], options?: QueryOptions) =>
        tx.closed || !isKept(text, options) ? asked<Row>(text, values, options) : run<Row>(text, values, options)
      return work(tx)
    })
}

const isOutdated = (error: unknown): boolean => readSqlState(error)?.code === OUTDATED

/** A value as the driver writes it for a parameter of a type. */
function inWords(client: PGlite, type: number | undefined, value: unknown): string | null {
  if (value === null || value === undefined) return null
  const write = client.serializers[type ?? 0]
  return write ? write(value) : String(value)
}
