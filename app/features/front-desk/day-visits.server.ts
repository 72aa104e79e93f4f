import { addDays, type CalendarDate, formatSlot, startOfDay } from '~/domain/calendar'
import { type DeskState, deskDate, owesAtDesk, visitState } from '~/domain/desk-day'
import { type Paise, sum } from '~/domain/money'
import { inScope, type Scope } from '~/domain/staff-role'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import { listClosedDates, whyNotBookable } from '~/features/offer/on-offer.server'
import type { AppContext } from '~/platform/context.server'
import { bookingsBetween, type DayBooking, roomsOf } from './day-queries.server'

interface Room {
  id: string
  name: string
  locationId: string | null
  location: string
  /** Why no place of it is sold, in words; null where one can be booked. */
  unsold: string | null
  capacity: number | null
  slots: Awaited<ReturnType<typeof roomsOf>>[number]['slots']
}

/** The rooms of some locations on some dates, what is taken in them and which of the dates are closed. */
export async function occupied(
  db: AppContext['db'],
  locations: readonly { id: string; name: string }[],
  dates: readonly [CalendarDate, CalendarDate],
  now: Date,
  zone: string,
) {
  const locationIds = locations.map(({ id }) => id)
  // a slot may run into the next day
  const within = { from: startOfDay(dates[0], zone), to: startOfDay(addDays(dates[1], 2), zone) }
  const [found, shut] = await Promise.all([roomsOf(db, locationIds), listClosedDates(db)])
  const screenIds = found.map(({ id }) => id)
  const taken = await bookingsBetween(db, { screenIds, locationIds }, dates, within, now)
  const rooms: Room[] = found.map((room) => ({
    ...{ id: room.id, name: room.name, capacity: room.capacity, slots: room.slots },
    locationId: room.location?.id ?? null,
    location: room.location?.name ?? '',
    unsold: whyNotBookable(room) ?? null,
  }))
  const place = new Map(locationIds.map((id, index) => [id, index]))
  rooms.sort((a, b) => (place.get(a.locationId ?? '') ?? 0) - (place.get(b.locationId ?? '') ?? 0))
  // a room that was deleted, or has moved away, and still has its visits
  for (const { screenId: id, screenName: name, locationId, locationName: location, visitDate } of taken) {
    if (visitDate < dates[0] || visitDate > dates[1] || rooms.some((room) => room.id === id)) continue
    rooms.push({ id, name, locationId, location, unsold: 'In Active', capacity: null, slots: [] })
  }
  const [first, last] = dates
  const closed = shut.filter(
    ({ date, locationId }) =>
      date >= first && date <= last && (locationId === null || locationIds.includes(locationId)),
  )
  return { rooms, taken, closed }
}

/** The visits of the desk's day of a date that were booked at some locations and that a scope may see, the earliest first. */
export function onDay(
  taken: readonly DayBooking[],
  scope: Scope,
  locations: readonly { id: string }[],
  date: CalendarDate,
  zone: string,
) {
  const here = new Set<string | null>(locations.map(({ id }) => id))
  return taken
    .filter(({ locationId }) => here.has(locationId) && inScope(scope, locationId))
    .filter(({ during }) => deskDate(zone, during.from) === date)
    .sort((a, b) => a.during.from.getTime() - b.during.from.getTime())
}

/** The hours that a visit was sold for, in words. */
export const hoursOf = ({ slotFrom: from, slotTo: to }: DayBooking): string => formatSlot({ from, to })

/** A booking as the states of a visit ask for it. */
export const deskVisitOf = ({ status, attendance, during }: DayBooking) => ({
  status: status === 'booked' ? ('booked' as const) : ('pending' as const),
  attendance,
  during,
})

/** How a visit stands at the desk. */
export const stateOf = (booking: DayBooking, now: Date): DeskState => visitState(deskVisitOf(booking), now)

/** What remains to be paid of a visit. */
export const dueOf = (booking: DayBooking): Paise => ledgerOfRows(booking, booking.payments, booking.refunds).remaining

/** What is due at the desk of each visit that owes it. */
const duesAtDesk = (visits: readonly DayBooking[]): Paise[] => visits.filter(owesAtDesk).map(dueOf)

/** What all of some visits owe together. */
export const dueAtDesk = (visits: readonly DayBooking[]): Paise => sum(duesAtDesk(visits))

/**
 * What the desk's day of a date (rule E4) still waits for at a location: how many parties owe something at the desk, and how much, as the
 * day itself counts it; and how many visits have not ended.
 */
export async function waitingOnDay(
  { db, clock, business }: AppContext,
  scope: Scope,
  place: { id: string; name: string },
  date: CalendarDate,
): Promise<{ parties: number; due: Paise; toCome: number }> {
  const zone = business.timeZone
  const now = clock.now()
  const { taken } = await occupied(db, [place], [date, date], now, zone)
  const visits = onDay(taken, scope, [place], date, zone)
  const dues = duesAtDesk(visits)
  const states = visits.map((visit) => stateOf(visit, now))
  return {
    parties: dues.filter((due) => due > 0).length,
    due: sum(dues),
    toCome: states.filter((state) => state === 'booked' || state === 'in-house').length,
  }
}
