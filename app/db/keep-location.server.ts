import { eq } from 'drizzle-orm'
import type { Transaction } from './client.server'
import { locations } from './schema'

/**
 * Keeps a location as it is until the transaction ends: whoever is deleting it is waited for, and whoever begins to waits, and then
 * finds what was placed at it meanwhile.
 */
export async function keepLocation(tx: Transaction, id: string): Promise<void> {
  await tx.select({ id: locations.id }).from(locations).where(eq(locations.id, id)).for('share')
}
