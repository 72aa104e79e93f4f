import { type SQL, sql } from 'drizzle-orm'
import type { Database, DatabaseClient, Transaction } from '~/db/client.server'
import { rowsOf } from '~/db/rows-of'

/** Does what pg-boss asks of its database. */
export async function execute(
  client: DatabaseClient,
  text: string,
  values: unknown[] = [],
): Promise<{ rows: unknown[] }> {
  // several statements at once go as a script; pg-boss gives those no parameters
  if (!values.length && text.trim().replace(/;$/, '').includes(';')) return { rows: await client.runScript(text) }
  return run(client.jobsDb, text, values)
}

/** One statement of pg-boss, in a transaction of ours too. */
export async function run(db: Database | Transaction, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  return { rows: rowsOf(await db.execute(withParameters(text, values))) }
}

/** `… $1 … $2 …` with its values as a Drizzle statement. */
function withParameters(text: string, values: readonly unknown[]): SQL {
  const parts = text.split(/\$(\d+)/)
  return sql.join(parts.map((part, index) => (index % 2 ? sql`${plain(values[Number(part) - 1])}` : sql.raw(part))))
}

/** A value as both drivers take it: dates and objects as text, arrays as Postgres writes them. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(String(item))).join(',')}}`
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : (value ?? null)
}
