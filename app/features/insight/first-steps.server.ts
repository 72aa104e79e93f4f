import { and, eq, exists, isNotNull, isNull } from 'drizzle-orm'
import { bookings, catalogueItems, cities, locations, packages, screenSlots, screens } from '~/db/schema'
import { firstSteps } from '~/domain/first-steps'
import type { AppContext } from '~/platform/context.server'

/**
 * The way to the first paid evening with its ticks; undefined once it is gone, and for the demo, which is no installation: it
 * alone has a mailbox.
 */
export async function stepsToOpening({ db, settings }: AppContext) {
  if (settings.MAILBOX_URL) return undefined
  const slots = db
    .select({ id: screenSlots.id })
    .from(screenSlots)
    .where(and(eq(screenSlots.screenId, screens.id), isNull(screenSlots.archivedAt)))
  const offered = db
    .select({ id: packages.id })
    .from(packages)
    .where(and(eq(packages.screenId, screens.id), isNull(packages.archivedAt)))
  const open = and(isNull(screens.archivedAt), isNotNull(screens.locationId), exists(slots), exists(offered))
  const [city, location, room, occasion, booking] = await Promise.all([
    db.select({ id: cities.id }).from(cities).where(isNull(cities.archivedAt)).limit(1),
    db
      .select({ id: locations.id })
      .from(locations)
      .where(and(isNotNull(locations.cityId), isNull(locations.archivedAt)))
      .limit(1),
    db.select({ id: screens.id }).from(screens).where(open).limit(1),
    db
      .select({ id: catalogueItems.id })
      .from(catalogueItems)
      .where(and(eq(catalogueItems.kind, 'occasion'), isNull(catalogueItems.archivedAt)))
      .limit(1),
    db.select({ id: bookings.id }).from(bookings).where(eq(bookings.wasBooked, true)).limit(1),
  ])
  return firstSteps({
    cities: city.length,
    locations: location.length,
    rooms: room.length,
    occasions: occasion.length,
    bookings: booking.length,
    live: settings.RAZORPAY_KEY_ID.startsWith('rzp_live_'),
  })
}
