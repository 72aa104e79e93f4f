import { eq } from 'drizzle-orm'
import type { Transaction } from './client.server'
import type { cities, locations } from './schema'

/**
 * Keeps a city or a location as it is until the transaction ends: whoever is deleting it is waited for, and whoever begins to waits, and
 * then finds what was placed there meanwhile.
 */
export async function keepRow(tx: Transaction, table: typeof cities | typeof locations, id: string): Promise<void> {
  await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('share')
}
