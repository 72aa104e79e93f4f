import { ALL_LOCATIONS, type PlaceOption } from '~/domain/asked-day'
import { type CalendarDate, clockTimeIn, formatClockTime, formatSlot, startOfDay } from '~/domain/calendar'
import { closedDatesAt } from '~/domain/closed-dates'
import {
  type DeskState,
  dayGrid,
  deskDate,
  emptyState,
  isAwaited,
  isSellable,
  isUnmarked,
  lowRows,
  minutesLate,
} from '~/domain/desk-day'
import { type Paise, ZERO } from '~/domain/money'
import { momentWords } from '~/domain/money-request'
import { overWords, phoneDay } from '~/domain/phone-day'
import { preparationsOf, preparationWords } from '~/domain/preparations'
import { type InstantRange, overlaps, slotsOn } from '~/domain/slots'
import { inScope, type Scope } from '~/domain/staff-role'
import { payableNow } from '~/features/money/pay-on-own-page.server'
import { toHandOver } from '~/features/money/refund.server'
import type { AppContext } from '~/platform/context.server'
import { type DayBooking, roomsByLocation } from './day-queries.server'
import { deskVisitOf, dueAtDesk, dueOf, hoursOf, occupied, onDay, stateOf } from './day-visits.server'

/** A visit as its card shows it. */
export interface DeskCardVisit {
  id: string
  code: string
  customer: string
  number: string
  people: number
  package: string
  due: Paise
  /** What of it the customer is asked to pay from a distance. */
  asked: Paise
  /** What goes back to them, by the desk's hand. */
  toHandOver: Paise
  /** What must be prepared, in words. */
  needs: string[]
  /** Until when a hold lasts, in words. */
  heldUntil: string | null
  awaited: boolean
  late: number
  unmarked: boolean
}

/** What stands on a card: a slot of a room, or what was sold at a time that the schedule no longer has. */
export interface DeskCardPlace {
  key: string
  room: { id: string; name: string; location: string; column: number }
  slot: string
  /** The slot that can be booked. */
  slotId: string | null
  state: DeskState
  visit: DeskCardVisit | null
}

/** One place of the day, where it stands in the grid. */
export interface DeskPlace extends DeskCardPlace {
  row: number
  rows: number
}

/** Most rooms that are shown beside each other unless somebody asks for more. */
const ROOMS_AT_ONCE = 6

/**
 * The locations that the desk opens: the one asked for; else all of them while their rooms fit beside each other, else the
 * first that has rooms. `chosen` is undefined for all.
 */
export async function deskLocations<Place extends PlaceOption>(
  { db }: AppContext,
  locations: readonly Place[],
  wanted: string | undefined,
): Promise<{ chosen: Place | undefined; shown: readonly Place[] }> {
  const found = locations.find(({ id }) => id === wanted)
  if (found || locations.length < 2) return { chosen: found ?? locations[0], shown: found ? [found] : locations }
  const rooms = await roomsByLocation(db)
  const all = locations.reduce((total, { id }) => total + (rooms.get(id) ?? 0), 0)
  if (wanted === ALL_LOCATIONS || all <= ROOMS_AT_ONCE) return { chosen: undefined, shown: locations }
  const first = locations.find(({ id }) => rooms.get(id)) ?? locations[0]
  return { chosen: first, shown: first ? [first] : [] }
}

/**
 * One day of some locations: every slot of their rooms on that date with what stands in it; and apart from these places the visits
 * of the desk's day (rule E4), which are what is counted. A room that has moved here may have bookings of its former location: they
 * are counted there alone, and whose they are only that location's staff are told.
 */
export async function deskDay(
  { db, clock, business }: AppContext,
  scope: Scope,
  locations: readonly { id: string; name: string }[],
  date: CalendarDate,
) {
  const zone = business.timeZone
  const now = clock.now()
  const midnight = startOfDay(date, zone)
  const { rooms, taken, closed } = await occupied(db, locations, [date, date], now, zone)
  const found = placesOfRooms(rooms, { taken, closed }, scope, date, now, zone)
  const grid = dayGrid(
    midnight,
    found.map(({ range }) => range),
  )
  found.sort((a, b) => a.range.from.getTime() - b.range.from.getTime() || a.room.column - b.room.column)
  const places: DeskPlace[] = found.map(({ range, ...place }) => ({ ...place, ...grid.placeOf(range) }))
  const isToday = date === deskDate(zone, now)
  const nowRow = isToday ? (grid.rowOf(now) ?? null) : null
  const ofTheDay = onDay(taken, scope, locations, date, zone)
  const ids = new Set(ofTheDay.map(({ id }) => id))
  const late = ofTheDay.filter(({ visitDate }) => visitDate !== date)
  const cards = lateCards(late, scope, now, zone)
  const visits: DeskCardPlace[] = [
    ...places.filter(({ visit }) => visit && ids.has(visit.id)),
    ...cards.map(({ range: _, ...card }) => card),
  ]
  return {
    rooms: rooms.map(({ id, name, location, unsold, capacity }) => ({ id, name, location, unsold, capacity })),
    places,
    /** How the day stands on a phone (rule E29): what it leads with, and by where they stand in the grid, what is not drawn there again and what is folded. */
    phone: phoneViewOf(found, cards, ids, now, isToday),
    grid: {
      rows: grid.rows,
      hours: grid.hours.map(({ row, hour }) => ({ row, words: hourWords(hour) })),
      nowRow,
      low: lowRows(nowRow),
      now: formatClockTime(clockTimeIn(zone, now)),
      /** How many of the places have begun. */
      begun: isToday ? found.filter(({ range }) => range.from <= now).length : 0,
    },
    closed: closed.map(({ reason, locationId }) => ({
      reason,
      where: locations.find(({ id }) => id === locationId)?.name ?? null,
    })),
    counts: countsOf(ofTheDay, places, now),
    /** What is counted, the earliest first, also what begins after midnight and so stands in the next date's grid. */
    visits,
    /** That which begins after midnight, in words. */
    late: late.map((booking) => ({
      id: booking.id,
      words: `${hoursOf(booking)}, ${booking.screenName}: ${booking.customerName}`,
    })),
  }
}

type WholeDay = Awaited<ReturnType<typeof deskDay>>
export type DeskDay = Omit<WholeDay, 'visits' | 'late'>

/** The day as its page draws it: what is counted beside the grid is not sent along. */
export const drawnDay = ({ visits: _, late: __, ...day }: WholeDay): DeskDay => day

const unslotted = (booking: DayBooking) => ({ key: booking.id, slot: hoursOf(booking), slotId: null })

function shown(booking: DayBooking, scope: Scope, now: Date, zone: string): DeskCardVisit | null {
  if (!inScope(scope, booking.locationId)) return null
  const visit = deskVisitOf(booking)
  const lines = [...booking.lines].sort((a, b) => a.position - b.position)
  return {
    id: booking.id,
    code: booking.code,
    customer: booking.customerName,
    number: booking.customerNumber,
    people: booking.people,
    package: booking.packageName,
    due: dueOf(booking),
    asked: payableNow(booking, now)?.asked ?? ZERO,
    toHandOver: toHandOver(booking.refunds),
    needs: preparationsOf({ lines, texts: booking, inclusions: booking.packageInclusions }).map(preparationWords),
    heldUntil: visit.status === 'pending' && booking.holdEndsAt ? momentWords(booking.holdEndsAt, now, zone) : null,
    awaited: isAwaited(visit, now),
    late: minutesLate(visit, now),
    unmarked: isUnmarked(visit, now),
  }
}

/** What stands on a card, with its time. */
type Timed = DeskCardPlace & { range: InstantRange }

type Occupied = Awaited<ReturnType<typeof occupied>>

/** Every slot of some rooms on a date with what stands in it, and what was sold there at another time. */
function placesOfRooms(
  rooms: Occupied['rooms'],
  { taken, closed }: Pick<Occupied, 'taken' | 'closed'>,
  scope: Scope,
  date: CalendarDate,
  now: Date,
  zone: string,
): Timed[] {
  const found: Timed[] = []
  for (const [column, { id, name, location, locationId, unsold, slots }] of rooms.entries()) {
    const room = { id, name, location, column }
    const own = taken.filter(({ screenId }) => screenId === id)
    const shut = closedDatesAt(closed, locationId).has(date)
    const seen = new Set<string>()
    const filledBy = (booking: DayBooking) => ({
      state: stateOf(booking, now),
      visit: shown(booking, scope, now, zone),
    })
    for (const { slot, range } of slotsOn(date, slots, { occupied: [], now, zone })) {
      const inIt = own.filter(({ during }) => overlaps(range, during))
      // a visit has the hours that it was sold for, whatever the room's slots are by now: it stands once, on its own day
      const booking = inIt.find(({ visitDate }) => visitDate === date)
      if (booking && seen.has(booking.id)) continue
      if (booking) seen.add(booking.id)
      // a room that nobody can book has the visits it was sold for, and nothing to sell
      else if (unsold) continue
      const [ofTheDayBeside] = inIt
      const state = ofTheDayBeside ? stateOf(ofTheDayBeside, now) : emptyState(range, shut, now)
      const what = booking
        ? { slot: hoursOf(booking), range: booking.during, ...filledBy(booking) }
        : { slot: formatSlot(slot), range, state, visit: null }
      found.push({ key: slot.id, room, slotId: slot.id, ...what })
    }
    for (const booking of own) {
      if (booking.visitDate !== date || seen.has(booking.id)) continue
      found.push({ ...unslotted(booking), room, range: booking.during, ...filledBy(booking) })
    }
  }
  return found
}

/** The visits of the desk's day that begin after midnight, and so stand in the grid of the next date. */
const lateCards = (late: readonly DayBooking[], scope: Scope, now: Date, zone: string): Timed[] =>
  late.map((booking) => ({
    ...{ ...unslotted(booking), range: booking.during, state: stateOf(booking, now) },
    room: { id: booking.screenId, name: booking.screenName, location: booking.locationName, column: 0 },
    visit: shown(booking, scope, now, zone),
  }))

/** How a day stands on a phone (rule E29), of the places of its grid in the order of time and of what begins after midnight. */
function phoneViewOf(
  inGrid: readonly Timed[],
  late: readonly Timed[],
  counted: ReadonlySet<string>,
  now: Date,
  isToday: boolean,
) {
  const asOnPhone = ({ range, ...card }: Timed, at: number | null) => ({
    /** Where it stands in the grid; null of what does not. */
    at,
    ...{ card, from: range.from, state: card.state, unmarked: card.visit?.unmarked ?? false },
    owed: card.visit !== null && (card.visit.due > 0 || card.visit.toHandOver > 0),
    counted: card.visit !== null && counted.has(card.visit.id),
  })
  const cards = [...inGrid.map((card, at) => asOnPhone(card, at)), ...late.map((card) => asOnPhone(card, null))]
  const phone = phoneDay(cards, now, isToday)
  const over = phone.over.filter(({ at }) => at !== null)
  return {
    lead: phone.lead.map(({ card }) => card),
    led: placesIn(phone.lead),
    over: placesIn(over),
    overWords: overWords(over),
  }
}

/** Where those of some cards stand that stand in the grid. */
const placesIn = (cards: readonly { at: number | null }[]): number[] => cards.flatMap(({ at }) => at ?? [])

function countsOf(visits: readonly DayBooking[], places: readonly DeskPlace[], now: Date) {
  const states = visits.map((booking) => stateOf(booking, now))
  const having = (wanted: DeskState) => states.filter((state) => state === wanted).length
  return {
    visits: visits.length - having('held'),
    expected: having('booked'),
    inHouse: having('in-house'),
    held: having('held'),
    free: places.filter(({ state }) => isSellable(state)).length,
    due: dueAtDesk(visits),
  }
}

function hourWords(hour: number): string {
  const of = hour % 24
  return `${of % 12 || 12} ${of < 12 ? 'AM' : 'PM'}`
}
