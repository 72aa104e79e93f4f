import { and, eq, type SQL, sql } from 'drizzle-orm'
import { bookings, locations, type payments, type refundReversals, type refunds } from '~/db/schema'
import { within } from '~/db/within'
import type { Scope } from '~/domain/staff-role'

type Money = typeof payments | typeof refunds | typeof refundReversals

/** The id of the location where money was taken or paid out: a booking that goes elsewhere takes along nothing of the days before (rule M25). */
export const placeOf = (money: Money) => sql<string | null>`coalesce(${money.locationId}, ${bookings.locationId})`

/** What that location is called; the query joins `locations` by the money's own location, and its booking. */
export const PLACE_NAME = sql<string | null>`coalesce(${locations.name}, ${bookings.locationName})`

/** The condition that money moved at a location, or at all within a scope. */
export const movedAt = (money: Money, scope: Scope, locationId: string | undefined): SQL | undefined =>
  and(within(scope, placeOf(money)), locationId ? eq(placeOf(money), locationId) : undefined)
