import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '~/db/client.server'

/** What a Postgres server must be started with, so that `readStatements` can tell what it executed. */
export const LOGGING = ['logging_collector=on', 'log_destination=jsonlog', 'log_directory=log', 'log_rotation_size=0']

export interface Statement {
  /** The connection it came by. */
  session: number
  /** What that calls itself. */
  asker: string
  /** With its parameters put in, so that it can be executed again. */
  sql: string
}

/** Whether the server writes every statement into its log; it costs time, so that it is off while time is measured. */
export async function logStatements(url: string, on: boolean): Promise<void> {
  const client = await openDatabase({ url })
  await client.db.execute(sql.raw(`alter system set log_statement = '${on ? 'all' : 'none'}'`))
  await client.db.execute(sql`select pg_reload_conf()`)
  await client.close()
  await new Promise((resolve) => setTimeout(resolve, 500))
}

interface Line {
  pid: number
  application_name?: string
  message?: string
  detail?: string
}

/** Every statement in the server's log so far. */
export function readStatements(data: string): Statement[] {
  const folder = path.join(data, 'log')
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return files
    .sort()
    .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'))
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line)
    .flatMap(({ pid, application_name: asker = '', message = '', detail = '' }) => {
      const sql = /^(?:statement|execute [^:]+): ([\s\S]*)$/.exec(message)?.[1]
      return sql ? [{ session: pid, asker, sql: withParameters(sql, detail) }] : []
    })
}

function withParameters(sql: string, detail: string): string {
  const values = new Map([...detail.matchAll(/\$(\d+) = (NULL|'(?:[^']|'')*')/g)].map(([, n, value]) => [n, value]))
  return sql.replace(/\$(\d+)/g, (name, n) => values.get(n) ?? name)
}
