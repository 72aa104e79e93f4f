import type { Transaction } from '~/db/client.server'
import type { bookings } from '~/db/schema'
import { findScreen, isOnSale, type ScreenOnOffer } from './on-offer.server'

/** Whether a screen can be booked at the place that a booking names: it stands nowhere else by now. */
export const isOfferedAt = (screen: ScreenOnOffer, locationId: string | null): boolean =>
  isOnSale(screen) && screen.locationId === locationId

/** What staff have changed since a slot was chosen: the date closed there, the room no longer offered at its place. */
export async function stillOffered(
  tx: Transaction,
  { screenId, locationId, visitDate }: Pick<typeof bookings.$inferSelect, 'screenId' | 'locationId' | 'visitDate'>,
): Promise<{ closed: boolean; offered: boolean }> {
  const screen = await findScreen(tx, screenId)
  return {
    closed: screen?.closedDates.has(visitDate) ?? false,
    offered: screen !== undefined && isOfferedAt(screen, locationId),
  }
}
