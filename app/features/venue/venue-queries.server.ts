import { and, asc, count, eq, gte, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '~/db/client.server'
import { comingFrom } from '~/db/occupancy'
import {
  bookings,
  catalogueItems,
  cities,
  locations,
  packagePrices,
  packages,
  screenSlots,
  screens,
  staff,
} from '~/db/schema'
import { within } from '~/db/within'
import { UNALLOCATED } from '~/domain/asked-day'
import type { CalendarDate } from '~/domain/calendar'
import type { CatalogueKind } from '~/domain/catalogue-kinds'
import type { Scope } from '~/domain/staff-role'

type Reader = Database | Transaction

/** The condition that something stands at a place that a list is asked for, or at none any more. */
const standsAt = (column: AnyPgColumn, place: string | undefined): SQL | undefined =>
  place === UNALLOCATED ? isNull(column) : place ? eq(column, place) : undefined

/** The cities that have not been deleted. */
export const listCityRows = (db: Reader) =>
  db.select().from(cities).where(isNull(cities.archivedAt)).orderBy(asc(cities.name), asc(cities.id))

/** A city; undefined when there is none, or none any more. */
export const findCityRow = (db: Reader, id: string) =>
  db.query.cities.findFirst({ where: and(eq(cities.id, id), isNull(cities.archivedAt)) })

/** The locations within a scope with their city and their admin; of one city when that is named, or of none (`UNALLOCATED`). */
export async function listLocationRows(
  db: Reader,
  scope: Scope,
  { cityId, id }: { cityId?: string; id?: string } = {},
) {
  return (
    db
      .select({
        location: locations,
        city: { id: cities.id, name: cities.name },
        admin: { id: staff.id, name: staff.name, email: staff.email, number: staff.number, version: staff.version },
      })
      .from(locations)
      .leftJoin(cities, eq(cities.id, locations.cityId))
      // the oldest active account of its admins is the location's admin
      .leftJoin(
        staff,
        eq(
          staff.id,
          sql`(select s.id from staff s where s.location_id = ${locations.id} and s.active and s.role = 'location-admin' order by s.created_at, s.id limit 1)`,
        ),
      )
      .where(
        and(
          isNull(locations.archivedAt),
          within(scope, locations.id),
          standsAt(locations.cityId, cityId),
          id ? eq(locations.id, id) : undefined,
        ),
      )
      .orderBy(asc(locations.name), asc(locations.id))
  )
}

/** Ids and names for a location dropdown. */
export const locationOptionRows = (db: Reader, scope: Scope) =>
  db
    .select({ id: locations.id, name: locations.name })
    .from(locations)
    .where(and(isNull(locations.archivedAt), within(scope, locations.id)))
    .orderBy(asc(locations.name), asc(locations.id))

/** Every location that there is or was. */
export const allLocationRows = (db: Reader) =>
  db
    .select({ id: locations.id, name: locations.name, gone: sql<boolean>`${isNotNull(locations.archivedAt)}` })
    .from(locations)
    .orderBy(asc(locations.name), asc(locations.id))

/** The screens within a scope; those without a location (`UNALLOCATED`) belong to nobody but a super admin. */
export const listScreenRows = (db: Reader, scope: Scope, { locationId }: { locationId: string | undefined }) =>
  db
    .select({
      screen: screens,
      location: { id: locations.id, name: locations.name },
      slots: sql<number>`(select count(*)::int from ${screenSlots} where ${screenSlots.screenId} = ${screens.id} and ${screenSlots.archivedAt} is null)`,
      packages: sql<number>`(select count(*)::int from ${packages} where ${packages.screenId} = ${screens.id} and ${packages.archivedAt} is null)`,
    })
    .from(screens)
    .leftJoin(locations, eq(locations.id, screens.locationId))
    .where(and(isNull(screens.archivedAt), within(scope, screens.locationId), standsAt(screens.locationId, locationId)))
    .orderBy(asc(screens.name), asc(screens.id))

const wholeScreen = (today: CalendarDate) => ({
  location: true as const,
  slots: { where: isNull(screenSlots.archivedAt), orderBy: asc(screenSlots.from) },
  packages: {
    where: isNull(packages.archivedAt),
    orderBy: [asc(packages.position), asc(packages.id)],
    // what is over is sold no more, and asked for by nobody
    with: { customPrices: { where: gte(packagePrices.date, today), orderBy: asc(packagePrices.date) } },
  },
})

/** A screen with its slots and packages, as the form edits it from a day on. */
export const findScreenRow = (db: Reader, scope: Scope, id: string, today: CalendarDate) =>
  db.query.screens.findFirst({
    where: and(eq(screens.id, id), isNull(screens.archivedAt), within(scope, screens.locationId)),
    with: wholeScreen(today),
  })

/** The screens within a scope as the form edits them, of one location when named. */
export const listWholeScreenRows = (
  db: Reader,
  scope: Scope,
  today: CalendarDate,
  { locationId }: { locationId: string | undefined },
) =>
  db.query.screens.findMany({
    where: and(
      isNull(screens.archivedAt),
      within(scope, screens.locationId),
      locationId ? eq(screens.locationId, locationId) : undefined,
    ),
    orderBy: [asc(screens.name), asc(screens.id)],
    with: wholeScreen(today),
  })
/** What everything of the catalogue is called, that is gone too, by its id. */
export async function catalogueNames(db: Reader): Promise<ReadonlyMap<string, string>> {
  const rows = await db.select({ id: catalogueItems.id, name: catalogueItems.name }).from(catalogueItems)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Which of these ids are those of things of a kind that are in the catalogue. */
export async function knownItems(db: Reader, kind: CatalogueKind, ids: readonly string[]): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const ofKind = and(eq(catalogueItems.kind, kind), isNull(catalogueItems.archivedAt))
  const rows = await db
    .select({ id: catalogueItems.id })
    .from(catalogueItems)
    .where(and(ofKind, inArray(catalogueItems.id, [...ids])))
  return new Set(rows.map(({ id }) => id))
}

export type ScreenRow = NonNullable<Awaited<ReturnType<typeof findScreenRow>>>

/** How many bookings from `today` on there are at the locations or screens that `where` names. */
async function futureBookings(db: Reader, today: CalendarDate, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ rows: count() })
    .from(bookings)
    .where(and(comingFrom(today), where))
  return row?.rows ?? 0
}

/** How many bookings from `today` on stand in a city. */
export const futureBookingsInCity = (db: Database, cityId: string, today: CalendarDate) =>
  futureBookings(
    db,
    today,
    inArray(bookings.locationId, db.select({ id: locations.id }).from(locations).where(eq(locations.cityId, cityId))),
  )

/** The same at a location. */
export const futureBookingsAtLocation = (db: Database, locationId: string, today: CalendarDate) =>
  futureBookings(db, today, eq(bookings.locationId, locationId))

/** The same in a room. */
export const futureBookingsOnScreen = (db: Reader, screenId: string, today: CalendarDate) =>
  futureBookings(db, today, eq(bookings.screenId, screenId))

/** The bookings of a screen from `today` on, counted by the location to which they lead, package and slot. */
export const upcomingOnScreen = (db: Reader, screenId: string, today: CalendarDate) =>
  db
    .select({
      locationId: bookings.locationId,
      locationName: bookings.locationName,
      packageId: bookings.packageId,
      from: bookings.slotFrom,
      to: bookings.slotTo,
      people: bookings.people,
      bookings: count(),
    })
    .from(bookings)
    .where(and(eq(bookings.screenId, screenId), comingFrom(today)))
    .groupBy(
      bookings.locationId,
      bookings.locationName,
      bookings.packageId,
      bookings.slotFrom,
      bookings.slotTo,
      bookings.people,
    )
