import { and, eq, type SQL, sql } from 'drizzle-orm'
import { bookings, locations, type payments, type refundReversals, type refunds } from '~/db/schema'
import { within } from '~/db/within'
import { inScope, type Scope } from '~/domain/staff-role'

type Money = typeof payments | typeof refunds | typeof refundReversals

/** The id of the location where money was taken or paid out: a booking that goes elsewhere takes along nothing of the days before (rule M25). */
export const placeOf = (money: Money) => sql<string | null>`coalesce(${money.locationId}, ${bookings.locationId})`

/** Joins `locations` by that location, after the booking. */
export const atPlace = (money: Money): SQL => eq(locations.id, placeOf(money))

/** What that location is called now; in the booking's words where it is no more. The query joins `locations` `atPlace`. */
export const PLACE_NAME = sql<string | null>`coalesce(${locations.name}, ${bookings.locationName})`

/** A booking's guest for somebody: of one that has left their location they see the money that it left there, and nobody's name. */
export const guestWithin = <Name>(scope: Scope, bookedAt: string | null, name: Name): Name | null =>
  inScope(scope, bookedAt) ? name : null

/** The condition that money moved at a location, or at all within a scope. */
export const movedAt = (money: Money, scope: Scope, locationId: string | undefined): SQL | undefined =>
  and(within(scope, placeOf(money)), locationId ? eq(placeOf(money), locationId) : undefined)
