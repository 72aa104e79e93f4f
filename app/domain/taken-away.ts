import { formatSlot } from './calendar'
import type { SlotTime } from './slots'

/** What a screen offers, as far as bookings depend on it. */
interface Offered {
  /** Where it stands; nowhere since its location was deleted. */
  locationId: string | null
  capacity: number
  packages: readonly { id?: string; name: string }[]
  slots: readonly SlotTime[]
}

/** Bookings to come on a screen, counted by the location to which they lead, package, slot and number of people. */
export interface UpcomingCount extends SlotTime {
  locationId: string | null
  locationName: string
  packageId: string
  people: number
  bookings: number
}

export interface TakenAway {
  name: string
  bookings: number
}

/**
 * The packages, slots and places that an edit takes away although bookings to come have them, each with their number; a slot
 * whose times change is a slot taken away. So is the location that was deleted, once its room goes to another one: whom its letters
 * lead there finds no room.
 */
export function takenAway(before: Offered, wanted: Offered, upcoming: readonly UpcomingCount[]): TakenAway[] {
  const count = (fits: (one: UpcomingCount) => boolean) =>
    upcoming.filter(fits).reduce((sum, { bookings }) => sum + bookings, 0)
  const same = (a: SlotTime, b: SlotTime) => a.from === b.from && a.to === b.to
  const packages = before.packages
    .filter(({ id }) => !wanted.packages.some((other) => other.id === id))
    .map(({ id, name }) => ({ name, bookings: count(({ packageId }) => packageId === id) }))
  const slots = before.slots
    .filter((slot) => !wanted.slots.some((other) => same(slot, other)))
    .map((slot) => ({ name: formatSlot(slot), bookings: count((one) => same(one, slot)) }))
  const { capacity } = wanted
  const room = { name: `room for more than ${capacity}`, bookings: count(({ people }) => people > capacity) }
  const lost = before.locationId ? [] : upcoming.filter(({ locationId }) => locationId !== wanted.locationId)
  const places = [...new Set(lost.map(({ locationName }) => locationName))].map((name) => ({
    name: `the room at ${name}`,
    bookings: count((one) => lost.includes(one) && one.locationName === name),
  }))
  const all = [...packages, ...slots, ...(capacity < before.capacity ? [room] : []), ...places]
  return all.filter(({ bookings }) => bookings > 0)
}

/** The question before it happens; undefined when no booking depends on it. */
export function takenAwayQuestion(taken: readonly TakenAway[]): string | undefined {
  if (!taken.length) return undefined
  const list = taken.map(({ name, bookings }) => `${name} (${bookings === 1 ? '1 booking' : `${bookings} bookings`})`)
  return `Bookings to come have what you take away: ${list.join(', ')}. They stay as they are.`
}

/**
 * Why a room cannot go to another location: `bookings` of families to come would be led to where the room is no more (rule K16).
 * Undefined when it stays, when nobody is to come, or when it stood nowhere.
 */
export function roomMoveFault(
  from: { id: string; name: string } | null,
  to: string,
  bookings: number,
): string | undefined {
  if (!from || from.id === to || bookings === 0) return undefined
  const few = bookings === 1 ? '1 booking to come is' : `${bookings} bookings to come are`
  return `${few} for this room in ${from.name}. Add a room at the other location and move them there first: their families are told. Then delete this one.`
}
