import { and, asc, desc, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { tillClosings, tillCorrections } from '~/db/schema'
import { within } from '~/db/within'
import { addDays, type CalendarDate } from '~/domain/calendar'
import type { ClosedHours } from '~/domain/desk-day'
import { paise } from '~/domain/money'
import type { Scope } from '~/domain/staff-role'
import type { CountedDay, Days } from '~/domain/till-days'

/** The closing of a location's day, with what corrects it. */
export async function closingOf(db: Database | Transaction, locationId: string, date: CalendarDate) {
  const [closing] = await db
    .select()
    .from(tillClosings)
    .where(and(eq(tillClosings.locationId, locationId), eq(tillClosings.date, date)))
  if (!closing) return undefined
  const corrections = await db
    .select()
    .from(tillCorrections)
    .where(eq(tillCorrections.closingId, closing.id))
    .orderBy(asc(tillCorrections.at), asc(tillCorrections.id))
  return { ...closing, corrections }
}

/** The closed days of a stretch with what their corrections come to, by location and date; of one location or of all within a scope. */
export async function closingsOf(
  db: Database,
  scope: Scope,
  locationId: string | undefined,
  { from, to }: Days,
): Promise<
  ReadonlyMap<
    string,
    CountedDay &
      Pick<typeof tillClosings.$inferSelect, 'locationId' | 'openingFloat' | 'floatLeft' | 'reason' | 'closedByName'>
  >
> {
  const rows = await db
    .select({
      ...{ locationId: tillClosings.locationId, date: tillClosings.date, counted: tillClosings.counted },
      ...{ expected: tillClosings.expected, openingFloat: tillClosings.openingFloat },
      ...{ floatLeft: tillClosings.floatLeft, reason: tillClosings.reason, closedByName: tillClosings.closedByName },
      more: sql<number>`coalesce(sum(${tillCorrections.amount}), 0)`.mapWith(Number),
    })
    .from(tillClosings)
    .leftJoin(tillCorrections, eq(tillCorrections.closingId, tillClosings.id))
    .where(
      and(
        within(scope, tillClosings.locationId),
        locationId ? eq(tillClosings.locationId, locationId) : undefined,
        gte(tillClosings.date, from),
        lte(tillClosings.date, to),
      ),
    )
    .groupBy(tillClosings.id)
  return new Map(
    rows.map(({ date, more, ...closing }) => [
      dayKey(closing.locationId, date),
      { ...closing, corrected: paise(closing.counted + more) },
    ]),
  )
}

/** Which of some locations closed one of some days; nothing need have moved on it. */
export async function placesCounted(
  db: Database,
  locationIds: readonly string[],
  { from, to }: Days,
): Promise<(string | null)[]> {
  const rows = await db
    .selectDistinct({ id: tillClosings.locationId })
    .from(tillClosings)
    .where(
      and(inArray(tillClosings.locationId, [...locationIds]), gte(tillClosings.date, from), lte(tillClosings.date, to)),
    )
  return rows.map(({ id }) => id)
}

/** By what a location's day is found among others. */
export const dayKey = (locationId: string | null, date: CalendarDate): string => `${locationId} ${date}`

/** What is known of a location's day from closings: its hours, and when it was closed itself. */
export interface ClosedDay extends ClosedHours {
  closedAt?: Date
}

const CLOSING = {
  place: tillClosings.locationId,
  date: tillClosings.date,
  hour: tillClosings.endsHour,
  closedAt: tillClosings.closedAt,
}

/** When each location's day was closed, and at which hours it and those beside it ended, as far as they were; of one location or of all. */
export async function closedHours(
  db: Database | Transaction,
  locationId: string | undefined,
  date: CalendarDate,
): Promise<ReadonlyMap<string, ClosedDay>> {
  const beside = { [addDays(date, -1)]: 'before', [date]: 'own', [addDays(date, 1)]: 'after' } as const
  const rows = await db
    .select(CLOSING)
    .from(tillClosings)
    .where(
      and(
        locationId ? eq(tillClosings.locationId, locationId) : undefined,
        inArray(tillClosings.date, Object.keys(beside) as CalendarDate[]),
      ),
    )
  const found = new Map<string, ClosedDay>()
  for (const { place, date: day, hour, closedAt } of rows) {
    const which = beside[day]
    if (place && which) found.set(place, { ...found.get(place), [which]: hour, ...(which === 'own' && { closedAt }) })
  }
  return found
}

/**
 * When those of some days that were closed were, and the hour at which each ended, by location and date; of one location, of all within
 * a scope, or of all.
 */
export async function closingsOn(
  db: Database,
  dates: readonly CalendarDate[],
  scope: Scope = { kind: 'all' },
  locationId?: string,
): Promise<ReadonlyMap<string, { hour: number; closedAt: Date }>> {
  if (!dates.length) return new Map()
  const there = locationId ? eq(tillClosings.locationId, locationId) : undefined
  const rows = await db
    .select(CLOSING)
    .from(tillClosings)
    .where(and(within(scope, tillClosings.locationId), there, inArray(tillClosings.date, [...dates])))
  return new Map(rows.map(({ place, date, ...closed }) => [dayKey(place, date), closed]))
}

/** The date for which a location's till was last closed before another one. */
export async function lastClosedBefore(db: Database | Transaction, locationId: string, date: CalendarDate) {
  const [last] = await db
    .select({ date: tillClosings.date })
    .from(tillClosings)
    .where(and(eq(tillClosings.locationId, locationId), lt(tillClosings.date, date)))
    .orderBy(desc(tillClosings.date))
    .limit(1)
  return last?.date
}
