import type { Transaction } from '~/db/client.server'
import type { bookings } from '~/db/schema'
import type { PaidBooking } from '~/domain/late-money'
import { sameHours } from '~/domain/slots'
import { findScreen, isOnSale, type ScreenOnOffer } from './on-offer.server'

/** Whether a screen can be booked at the place that a booking names: it stands nowhere else by now. */
export const isOfferedAt = (screen: ScreenOnOffer, locationId: string | null): boolean =>
  isOnSale(screen) && screen.locationId === locationId

/** What staff have changed since a slot was chosen: the date closed there, the room no longer offered at its place, or with other hours. */
export async function stillOffered(
  tx: Transaction,
  booking: Pick<typeof bookings.$inferSelect, 'screenId' | 'locationId' | 'visitDate' | 'slotFrom' | 'slotTo'>,
): Promise<Pick<PaidBooking, 'closed' | 'offered' | 'scheduled'>> {
  const { screenId, locationId, visitDate, slotFrom: from, slotTo: to } = booking
  const screen = await findScreen(tx, screenId)
  return {
    closed: screen?.closedDates.has(visitDate) ?? false,
    offered: screen !== undefined && isOfferedAt(screen, locationId),
    scheduled: screen?.slots.some((slot) => sameHours(slot, { from, to })) ?? false,
  }
}
