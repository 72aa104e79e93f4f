import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { meeting, occupying } from '~/db/occupancy'
import { REVISION } from '~/db/offer-cache.server'
import { rowsOf } from '~/db/rows-of'
import { bookings, offerChanges } from '~/db/schema'
import type { InstantRange, Occupancy } from '~/domain/slots'

/** What does not stand in its own way: a booking that is edited, the hold of a draft's own attempt. */
export interface OwnBooking {
  bookingId?: string
  attemptId?: string
}

export interface FoundOccupancy extends Occupancy, Required<OwnBooking> {
  screenId: string
}

/** What occupies some screens within a range, in one statement: booked, or held and not run out at `now`. */
export async function findOccupancies(
  db: Database | Transaction,
  screenIds: readonly string[],
  within: InstantRange,
  now: Date,
): Promise<FoundOccupancy[]> {
  if (!screenIds.length) return []
  const rows = await db
    .select(FOUND)
    .from(bookings)
    .where(and(inArray(bookings.screenId, [...screenIds]), occupying(now), meeting(within)))
  return rows.map(occupancyOf)
}

/** What occupies one screen, and in the same statement the revision of what is on offer (`knowingRevision`). */
export async function findOccupanciesAndRevision(
  db: Database,
  screenId: string,
  within: InstantRange,
  now: Date,
): Promise<{ found: FoundOccupancy[]; revision: string | null }> {
  const { id, during, status, attemptId } = bookings
  const taken = and(eq(bookings.screenId, screenId), occupying(now), meeting(within))
  // written out: the builder's own words for it would take longer than the trip that is saved
  const rows = rowsOf<{ revision: string | null; id: string | null; during: string; status: string; attempt: string }>(
    await db.execute(sql`
      select offer.revision, ${id} as id, ${during} as during, ${status} as status, ${attemptId} as attempt
      from (select ${REVISION} as revision from ${offerChanges}) offer left join ${bookings} on ${taken}`),
  )
  return {
    found: rows.flatMap(({ id, attempt: attemptId, ...row }) => {
      const range = id ? (during.mapFromDriverValue(row.during) as InstantRange) : undefined
      return id && range ? [occupancyOf({ ...row, screenId, bookingId: id, attemptId, during: range })] : []
    }),
    revision: rows[0]?.revision ?? null,
  }
}

const FOUND = {
  screenId: bookings.screenId,
  during: bookings.during,
  status: bookings.status,
  bookingId: bookings.id,
  attemptId: bookings.attemptId,
}

type Found = Required<OwnBooking> & { screenId: string; during: InstantRange; status: string }

const occupancyOf = ({ during, status, ...row }: Found): FoundOccupancy => ({
  ...{ ...row, ...during },
  status: status === 'booked' ? 'booked' : 'pending',
})

/** Whether something does not stand in its own way. */
export const isOwn = ({ status, bookingId, attemptId }: FoundOccupancy, own: OwnBooking): boolean =>
  bookingId === own.bookingId || (status === 'pending' && attemptId === own.attemptId)
