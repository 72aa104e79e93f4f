import type { Transaction } from '~/db/client.server'
import type { bookings } from '~/db/schema'
import { findScreen, isOnSale } from './on-offer.server'

/** What staff have changed since a slot was chosen: the date closed there, the room no longer offered at its place. */
export async function stillOffered(
  tx: Transaction,
  { screenId, locationId, visitDate }: Pick<typeof bookings.$inferSelect, 'screenId' | 'locationId' | 'visitDate'>,
): Promise<{ closed: boolean; offered: boolean }> {
  const screen = await findScreen(tx, screenId)
  return {
    closed: screen?.closedDates.has(visitDate) ?? false,
    offered: screen !== undefined && isOnSale(screen) && screen.locationId === locationId,
  }
}
