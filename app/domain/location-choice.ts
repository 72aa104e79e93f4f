import { fewestPeople } from './customer-details'
import { formatRupees, type Paise } from './money'
import { type PricedByPeople, priceFrom } from './pricing'

interface Place {
  cityId: string
  /** Whether a room there can be booked: it is open and has slots and packages. */
  bookable: boolean
}

/** The location that is chosen by itself: the one that can be booked, where the whole business has but one (rule B21). */
export function onlyBookable<Location extends Place>(locations: readonly Location[]): Location | undefined {
  const [only, ...others] = locations.filter(({ bookable }) => bookable)
  return others.length ? undefined : only
}

/** Whether nothing can be booked in the city that was chosen, though elsewhere something can: then the page says so. */
export const nothingOpenIn = (cityId: string | undefined, locations: readonly Place[]): boolean => {
  const open = locations.filter(({ bookable }) => bookable)
  return cityId !== undefined && open.length > 0 && open.every((one) => one.cityId !== cityId)
}

/**
 * All locations, those of the city in the header first, and last what cannot be booked: the city filters nothing
 * (rule B22).
 */
export function inShownOrder<Location extends Place>(
  locations: readonly Location[],
  cityId: string | undefined,
): Location[] {
  const place = ({ bookable, cityId: city }: Location) => (bookable ? 0 : 2) + (city === cityId ? 0 : 1)
  return [...locations].sort((a, b) => place(a) - place(b))
}

interface Room extends PricedByPeople {
  capacity: number
  packages: readonly { price: Paise }[]
}

/**
 * What a location's card says of the rooms that can be booked there: how many, for how many people, and what the cheapest of their
 * packages costs on most days (rule B35). Undefined where there is none.
 */
export function roomsInWords(rooms: readonly Room[]): string | undefined {
  if (!rooms.length) return undefined
  const [fewest, most] = [Math.min(...rooms.map(fewestPeople)), Math.max(...rooms.map((room) => room.capacity))]
  const people = fewest === most ? `${most} people` : `${fewest} – ${most} people`
  const prices = rooms.flatMap((room) => room.packages.map(({ price }) => priceFrom(room, price)))
  const from = prices.length ? ` · from\u00a0${formatRupees(prices.reduce((a, b) => (b < a ? b : a)))}` : ''
  return `${rooms.length === 1 ? '1 room' : `${rooms.length} rooms`} · ${people}${from}`
}
