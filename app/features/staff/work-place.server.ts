import { and, eq, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { keepRow } from '~/db/keep-row.server'
import { locations } from '~/db/schema'
import type { Result } from '~/domain/result'
import { type Place, placeFault } from '~/domain/staff-account'

/** The name of the location that somebody is to work at, null for a super admin; refused when there is none such. */
export async function findPlace(
  db: Database | Transaction,
  place: Place,
): Promise<Result<{ location: string | null }, 'place'>> {
  const wrong = placeFault(place)
  if (wrong) return { ok: false, reason: 'place', message: wrong }
  if (place.locationId === null) return { ok: true, location: null }
  const here = and(eq(locations.id, place.locationId), isNull(locations.archivedAt))
  const [open] = await db.select({ location: locations.name }).from(locations).where(here)
  return open ? { ok: true, ...open } : { ok: false, reason: 'place', message: 'There is no such location any more' }
}

/**
 * The same at the end of a save, to which the place then stays: it was a while ago that it was looked for, and whoever deletes it
 * is to find the account that is opened at it, and close it.
 */
export async function keepPlace(tx: Transaction, place: Place): ReturnType<typeof findPlace> {
  if (place.locationId) await keepRow(tx, locations, place.locationId)
  return findPlace(tx, place)
}
