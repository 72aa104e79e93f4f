import { type CalendarDate, formatDay, formatSlot, horizonOf, todayIn } from '~/domain/calendar'
import { closedDatesAt, dateFault } from '~/domain/closed-dates'
import { fewestPeople } from '~/domain/customer-details'
import { type Draft, emptyDraft } from '~/domain/draft'
import { datesNear, EVENINGS_A_PAGE, type EveningSearch, nearestFirst } from '~/domain/evening-search'
import { basicOnly } from '~/domain/last-hour'
import { formatRupees, type Paise } from '~/domain/money'
import { isBasic } from '~/domain/packages'
import { priceBooking } from '~/domain/pricing'
import { type Offers, resolveSelection } from '~/domain/selection'
import { onlineSlots, soldInSlots } from '~/domain/slots'
import { unbroken } from '~/domain/unbroken'
import { slotsOfRooms } from '~/features/availability/availability.server'
import { listClosedDates, type listScreens, type Placed } from '~/features/offer/on-offer.server'
import type { AppContext } from '~/platform/context.server'

type Room = Placed<Awaited<ReturnType<typeof listScreens>>[number]>

/** What a room costs for so many people on a date, package by package, the cheapest first. */
interface PricedOption {
  name: string
  total: Paise
  /** Where the price comes from: `Package ₹1,499 + Extra Persons Amount ₹500 (2 × ₹250)`. */
  reason: string
}

/** A room that is free on a date, with its free slots. */
export interface Evening {
  date: CalendarDate
  day: string
  screenId: string
  room: string
  image: string | null
  location: string
  capacity: number
  total: Paise
  options: readonly PricedOption[]
  slots: { id: string; words: string }[]
}

/**
 * What is free for a search to whoever looks, whose own hold is no obstacle: rooms of all locations on all near dates in one
 * list, with full prices (rule B33). However many rooms and dates there are, the database is asked a fixed number of times.
 */
export async function findEvenings(
  context: AppContext,
  search: EveningSearch,
  onSale: readonly Room[],
  { rows = EVENINGS_A_PAGE, except }: { rows?: number; except: { attemptId: string } },
): Promise<{ evenings: Evening[]; more: number }> {
  const { db, clock, business } = context
  const now = clock.now()
  const zone = business.timeZone
  const today = todayIn(zone, now)
  const { people, near, under, at } = search
  const rooms = onSale.filter(({ capacity, locationId }) => capacity >= people && (!at || locationId === at))
  const dates = datesNear(near, today, horizonOf(today, business.bookingMonths))
  const [shown, closed] = await Promise.all([
    slotsOfRooms(db, { rooms, dates, now, zone, except }),
    listClosedDates(db),
  ])
  const closedOn = new Set(
    rooms.flatMap(({ locationId }) =>
      [...closedDatesAt(closed, locationId).keys()].map((date) => `${date} ${locationId}`),
    ),
  )
  const evenings = shown.flatMap(({ room, date, slots }): Evening[] => {
    if (closedOn.has(`${date} ${room.locationId}`)) return []
    const affordable = optionsOf(room, date, people).filter(({ total }) => !under || total <= under)
    // in the last hour only Basic is sold, and that may be too dear
    const free = onlineSlots(slots, { packages: affordable }, now).filter(({ state }) => state === 'available')
    const options = soldInSlots(affordable, free, now)
    const basics = options.filter(({ name }) => isBasic(name)).length
    const [cheapest] = options
    if (!cheapest || !free.length) return []
    return [
      {
        date,
        day: formatDay(date),
        screenId: room.id,
        room: room.name,
        image: room.images[0] ?? null,
        location: room.location.name,
        capacity: room.capacity,
        total: cheapest.total,
        options,
        slots: free.map(({ slot, range }) => ({
          id: slot.id,
          words: `${unbroken(formatSlot(slot))}${options.length > basics && basicOnly(range.from, now) ? ', Basic only' : ''}`,
        })),
      },
    ]
  })
  const sorted = evenings.sort(nearestFirst(near))
  return { evenings: sorted.slice(0, rows), more: Math.max(0, sorted.length - rows) }
}

/**
 * What each of some rooms has free on a day for whoever looks, whose own hold is no obstacle, and its price from, so that they can
 * be compared (rule B35); a fault, in the words that visitors read, when nobody can book on that day.
 */
export async function compareRooms(
  { db, clock, business }: AppContext,
  rooms: readonly Room[],
  date: CalendarDate,
  except: { attemptId: string },
): Promise<{ day: string; fault?: string; rooms: Map<string, { from: Paise | null; slots: Evening['slots'] }> }> {
  const now = clock.now()
  const zone = business.timeZone
  // they are the rooms of one location
  const closed = closedDatesAt(await listClosedDates(db), rooms[0]?.locationId ?? null)
  const fault = dateFault(date, todayIn(zone, now), closed, business.bookingMonths)
  if (fault) return { day: formatDay(date), fault, rooms: new Map() }
  const shown = await slotsOfRooms(db, { rooms, dates: [date], now, zone, except })
  const compared = shown.map(({ room, slots }) => {
    const free = onlineSlots(slots, room, now).filter(({ state }) => state === 'available')
    const [cheapest] = soldInSlots(optionsOf(room, date, fewestPeople(room)), free, now)
    const from = cheapest?.total ?? null
    return [
      room.id,
      { from, slots: free.map(({ slot }) => ({ id: slot.id, words: unbroken(formatSlot(slot)) })) },
    ] as const
  })
  return { day: formatDay(date), rooms: new Map(compared) }
}

/** What a room costs with each of its packages, by the one function that makes prices. */
function optionsOf(room: Room, date: CalendarDate, people: number): PricedOption[] {
  const { minPeople, capacity, extraPersonPrice, packages } = room
  const offers: Offers = {
    ...{ minPeople, capacity, extraPersonPrice, packages },
    ...{ occasions: [], addons: [], cakes: [], gifts: [] },
  }
  const asked: Draft = { ...emptyDraft('search'), people: Math.max(people, fewestPeople(room)) }
  return packages
    .flatMap(({ id, name }) => {
      const selection = resolveSelection({ ...asked, packageId: id }, offers, { date, lastHour: false })
      if (!selection) return []
      const { total, summary } = priceBooking(selection.input)
      const reason = summary
        .filter(({ amount }) => amount !== 0)
        .map(({ title, amount, explanations }) =>
          [`${title} ${formatRupees(amount)}`, ...explanations.map((words) => `(${words})`)].join(' '),
        )
        .join(' + ')
      return [{ name, total, reason }]
    })
    .sort((a, b) => a.total - b.total)
}
