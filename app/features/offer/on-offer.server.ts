import { type AnyColumn, and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { cachedWhileOnOffer } from '~/db/offer-cache.server'
import { blockedDates, catalogueItems, cities, coupons, locations, packages, screenSlots, screens } from '~/db/schema'
import type { CatalogueKind } from '~/domain/catalogue-kinds'
import { type ClosedDate, closedDatesAt } from '~/domain/closed-dates'
import type { Coupon } from '~/domain/coupon'
import { whyUnsold } from '~/domain/room-lacks'
import type { OfferedItem } from '~/domain/selection'

/** Active cities, by name. */
export const listCities = cachedWhileOnOffer('cities', (db) =>
  db
    .select({ id: cities.id, name: cities.name })
    .from(cities)
    .where(and(eq(cities.active, true), isNull(cities.archivedAt)))
    .orderBy(asc(cities.name), asc(cities.id)),
)

/** Active locations of active cities, of one city when named; the public shape, without staff. */
export const listLocations = cachedWhileOnOffer('locations', (db, cityId?: string) =>
  db
    .select({
      id: locations.id,
      name: locations.name,
      address: locations.address,
      addressLink: locations.addressLink,
      parking: locations.parking,
      image: locations.image,
      addonIds: locations.addonIds,
      giftIds: locations.giftIds,
      cityId: cities.id,
      cityName: cities.name,
    })
    .from(locations)
    .innerJoin(cities, eq(cities.id, locations.cityId))
    .where(
      and(
        eq(locations.active, true),
        isNull(locations.archivedAt),
        eq(cities.active, true),
        isNull(cities.archivedAt),
        cityId ? eq(cities.id, cityId) : undefined,
      ),
    )
    .orderBy(asc(cities.name), asc(locations.name), asc(locations.id)),
)

const sellable = {
  slots: { where: isNull(screenSlots.archivedAt), orderBy: asc(screenSlots.from) },
  packages: {
    where: isNull(packages.archivedAt),
    orderBy: [asc(packages.position), asc(packages.name), asc(packages.id)],
    with: { customPrices: true as const },
  },
}

/** The dates closed to online booking: at one location, or everywhere when it names none. */
export const listClosedDates = cachedWhileOnOffer(
  'closed dates',
  (db): Promise<ClosedDate[]> =>
    db
      .select({ date: blockedDates.date, locationId: blockedDates.locationId, reason: blockedDates.reason })
      .from(blockedDates),
)

/** Active screens, of one location when named, with slots, packages and place, by name; `isOnSale` judges the place. */
export const listScreens = cachedWhileOnOffer('screens', (db, locationId?: string) =>
  db.query.screens.findMany({
    where: and(
      locationId ? eq(screens.locationId, locationId) : undefined,
      eq(screens.active, true),
      isNull(screens.archivedAt),
    ),
    orderBy: [asc(screens.name), asc(screens.id)],
    with: { ...sellable, location: { with: { city: true } } },
  }),
)

/**
 * One screen with its location and city, whatever their state; the caller decides what may be sold. `closedDates` are those
 * on which its location takes no booking online, with the text to show: in the same statement, since every step asks.
 */
export const findScreen = cachedWhileOnOffer('screen', async (db, screenId: string) => {
  const found = await db.query.screens.findFirst({
    where: eq(screens.id, screenId),
    with: { ...sellable, location: { with: { city: true } } },
    extras: (screen) => ({ closed: closedDatesOf(screen.locationId).as('closed') }),
  })
  if (!found) return undefined
  const { closed, ...screen } = found
  return { ...screen, closedDates: closedDatesAt(closed, screen.locationId) }
})

/** The closed dates that concern a location. Names are spelt out: drizzle would read columns as the screen's. */
const closedDatesOf = (locationId: AnyColumn) => sql<ClosedDate[]>`(
  select coalesce(
    json_agg(json_build_object('date', date, 'locationId', blocked_dates.location_id, 'reason', reason)), '[]'::json)
  from blocked_dates
  where blocked_dates.location_id is null or blocked_dates.location_id = ${locationId}
)`

/** A package with its prices, whether or not it is still on offer. */
export const findPackage = (db: Database | Transaction, id: string) =>
  db.query.packages.findFirst({ where: eq(packages.id, id), with: { customPrices: true } })

export type ScreenOnOffer = NonNullable<Awaited<ReturnType<typeof findScreen>>>

/** Something that is switched on and off, and can be deleted. */
type Openable = Pick<ScreenOnOffer, 'active' | 'archivedAt'>
/** A screen, as far as it is asked whether it is open. */
type OpenableScreen = Openable & { location: (Openable & { city: Openable | null }) | null }

const isOpen = (one: Openable | null | undefined): boolean => Boolean(one?.active && !one.archivedAt)

/** A screen that stands somewhere. */
export type Placed<Screen extends Pick<OpenableScreen, 'location'>> = Screen & {
  location: NonNullable<Screen['location']>
}

/** Whether a screen is open: it, its location and its city are. */
export function isOnSale<Screen extends OpenableScreen>(screen: Screen): screen is Placed<Screen> {
  const { location } = screen
  return isOpen(screen) && isOpen(location) && isOpen(location?.city)
}

/** Whether a new booking can be made of a screen: it is open, and has slots to choose from and packages with prices. */
export const isBookable = <Screen extends SellableScreen>(screen: Screen): screen is Placed<Screen> =>
  whyNotBookable(screen) === undefined

type SellableScreen = OpenableScreen & { slots: unknown[]; packages: unknown[] }

/** Why no new booking can be made of a screen, in words for the desk; undefined where `isBookable`. */
export const whyNotBookable = ({ slots, packages, ...screen }: SellableScreen): string | undefined =>
  whyUnsold({
    room: isOpen(screen),
    location: isOpen(screen.location),
    city: isOpen(screen.location?.city),
    ...{ slots: slots.length, packages: packages.length },
  })

/** The rooms that can be booked, at all locations. */
export const roomsOnSale = async (db: Database) => (await listScreens(db)).filter(isBookable)

export interface CatalogueItem extends OfferedItem {
  kind: CatalogueKind
}

/** The whole active catalogue in the owner's order: position, name, id. */
export const listCatalogue = cachedWhileOnOffer('catalogue', (db): Promise<CatalogueItem[]> => {
  const { id, kind, name, description, price, image, special, specialPrice } = catalogueItems
  return db
    .select({ id, kind, name, description, price, image, special, specialPrice })
    .from(catalogueItems)
    .where(and(eq(catalogueItems.active, true), isNull(catalogueItems.archivedAt)))
    .orderBy(asc(catalogueItems.position), asc(catalogueItems.name), asc(catalogueItems.id))
})

/** The name of a package that is named by its id, or by that name already. */
export async function packageNameOf(db: Database, said: string): Promise<string> {
  const found = await db.query.packages.findFirst({ where: eq(packages.id, said), columns: { name: true } })
  return found?.name ?? said
}

/** The coupon with this normalised code, active or not. */
export async function findCoupon(db: Database | Transaction, code: string): Promise<Coupon | undefined> {
  const { type, discount, expireDate, active } = coupons
  const [row] = await db
    .select({ code: coupons.code, type, discount, expireDate, active })
    .from(coupons)
    .where(eq(coupons.code, code))
  return row
}
