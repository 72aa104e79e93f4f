import { addDays, type CalendarDate, formatSlot, startOfDay } from '~/domain/calendar'
import { overlaps, slotsOn } from '~/domain/slots'
import { inScope, type Scope } from '~/domain/staff-role'
import type { AppContext } from '~/platform/context.server'
import { closedBecause, locationsWithScreens, screensOn, takenWithin } from './board-queries.server'

/** What a card of the board is: free or over, closed to online booking, held, or booked. */
export type BoardState = 'free' | 'over' | 'blocked' | 'held' | 'booked'

export interface BoardCard {
  key: string
  from: string
  slot: string
  state: BoardState
  /** The slot that can be booked. */
  slotId: string | null
  booking: { id: string; code: string; customer: string; people: number; package: string; attendance: string } | null
}

export interface BoardColumn {
  id: string
  name: string
  active: boolean
  capacity: number
  cards: BoardCard[]
}

/** The location whose board is opened first: the first that has screens. */
export async function firstOnBoard<Place extends { id: string }>(
  { db }: AppContext,
  locations: readonly Place[],
): Promise<Place | undefined> {
  if (locations.length < 2) return locations[0]
  const furnished = await locationsWithScreens(db)
  return locations.find(({ id }) => furnished.has(id)) ?? locations[0]
}

/**
 * One day of one location: screens beside each other, each with its slots and what stands in them. Whose booking of another
 * location stands in a screen that has moved here, only that location's staff are told.
 */
export async function dayBoard(
  { db, clock, business }: AppContext,
  locationId: string,
  date: CalendarDate,
  scope: Scope,
): Promise<{ columns: BoardColumn[]; closed: string | undefined }> {
  const zone = business.timeZone
  const now = clock.now()
  // a slot may run into the next day
  const within = { from: startOfDay(date, zone), to: startOfDay(addDays(date, 2), zone) }
  const [found, taken, closed] = await Promise.all([
    screensOn(db, locationId),
    takenWithin(db, locationId, within, now),
    closedBecause(db, locationId, date),
  ])
  const columns = found.map(({ id, name, active, capacity, slots }) => {
    const own = taken.filter(({ screenId }) => screenId === id)
    const occupancy = own.map(({ during, status }) => ({
      ...during,
      status: status === 'booked' ? ('booked' as const) : ('pending' as const),
    }))
    const cards: BoardCard[] = slotsOn(date, slots, occupancy, now, zone).map(({ slot, range, state }) => {
      const booking = own.find(({ during }) => overlaps(range, during))
      return {
        key: slot.id,
        from: slot.from,
        slot: formatSlot(slot),
        slotId: slot.id,
        // a slot that has begun is over, unless somebody is in it
        state: booking ? stateOf(booking.status) : state === 'started' ? 'over' : closed ? 'blocked' : 'free',
        booking: booking && inScope(scope, booking.locationId) ? shown(booking) : null,
      }
    })
    const seen = new Set(cards.map(({ booking }) => booking?.id))
    // what was sold at a time that the schedule no longer has
    for (const booking of own) {
      if (booking.visitDate !== date || seen.has(booking.id)) continue
      const { id: key, slotFrom: from, slotTo: to } = booking
      cards.push({
        ...{ key, from, slot: formatSlot({ from, to }), slotId: null },
        state: stateOf(booking.status),
        booking: inScope(scope, booking.locationId) ? shown(booking) : null,
      })
    }
    return { id, name, active, capacity, cards: cards.sort((a, b) => a.from.localeCompare(b.from)) }
  })
  return { columns, closed }
}

const stateOf = (status: string): BoardState => (status === 'booked' ? 'booked' : 'held')

const shown = (booking: Awaited<ReturnType<typeof takenWithin>>[number]) => ({
  id: booking.id,
  code: booking.code,
  customer: booking.customerName,
  people: booking.people,
  package: booking.packageName,
  attendance: booking.attendance,
})
