import { and, asc, count, desc, eq, gte, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Transaction } from '~/db/client.server'
import { constraintRefusal } from '~/db/constraint-errors.server'
import { findPage } from '~/db/find-page'
import { newId } from '~/db/new-id'
import { blockedDates, bookings, locations } from '~/db/schema'
import { within } from '~/db/within'
import { ALL_LOCATIONS } from '~/domain/asked-day'
import { type CalendarDate, formatDate, todayIn } from '~/domain/calendar'
import { datesToClose, openedWords } from '~/domain/closed-dates'
import { inScope, type Scope } from '~/domain/staff-role'
import { LONGEST, LONGEST_READ } from '~/domain/text-limits'
import { recordChange } from '~/features/back-office/audit.server'
import { type Added, addOnce, MISSING } from '~/features/back-office/save.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import type { Staff } from '~/features/staff/staff-session.server'
import type { AppContext } from '~/platform/context.server'
import { dateField, optionalDateField, requiredText } from '~/platform/form-fields.server'
import { locationOptionRows } from './venue-queries.server'

/** Closes a date, or all dates until another one, to online booking; `all` means every location. */
export const blockedDatesForm = (today: CalendarDate) =>
  z
    .object({
      date: dateField('Date').refine((date) => date >= today, 'Date is in the past'),
      until: optionalDateField('Until'),
      locationId: requiredText('Location', LONGEST_READ.id),
      reason: requiredText('Message', LONGEST.reason),
    })
    .transform(({ date, until, ...rest }, check) => {
      const found = datesToClose(date, until)
      if ('dates' in found) return { ...rest, dates: found.dates }
      check.addIssue({ code: 'custom', path: ['until'], message: found.fault })
      return z.NEVER
    })
export type BlockedDatesValues = z.output<ReturnType<typeof blockedDatesForm>>

/** The closed dates from today on that hold within a scope, each with the bookings that stand on it; all on one page. */
export const listBlockedDates = (context: AppContext, scope: Scope) => blockedRows(context, scope, { past: false })

/** A page of those that are over, the last first. */
export const listPastBlockedDates = (context: AppContext, scope: Scope, page: number) =>
  blockedRows(context, scope, { past: true, page })

/**
 * A closed date that may be opened again within a scope, wherever in the list it stands, and what comes of that in words; undefined
 * when there is none.
 */
export async function findBlockedDate({ db, business, clock }: AppContext, scope: Scope, id: string) {
  const [found] = await db
    .select()
    .from(blockedDates)
    .where(and(eq(blockedDates.id, id), within(scope, blockedDates.locationId)))
  if (!found) return undefined
  const [others, places] = await Promise.all([
    db
      .select()
      .from(blockedDates)
      .where(and(eq(blockedDates.date, found.date), ne(blockedDates.id, id))),
    locationOptionRows(db, scope),
  ])
  const today = todayIn(business.timeZone, clock.now())
  return { id, opened: openedWords(found, others, places, { today, months: business.bookingMonths }) }
}

async function blockedRows(
  { db, business, clock }: AppContext,
  scope: Scope,
  { past, page }: { past: boolean; page?: number },
) {
  const today = todayIn(business.timeZone, clock.now())
  const where = and(
    past ? lt(blockedDates.date, today) : gte(blockedDates.date, today),
    scope.kind === 'location'
      ? or(isNull(blockedDates.locationId), eq(blockedDates.locationId, scope.locationId))
      : undefined,
  )
  const at = past ? await findPage(db, blockedDates, where, { page, whole: true }) : undefined
  const standing = db
    .select({ rows: count() })
    .from(bookings)
    .where(
      and(
        eq(bookings.status, 'booked'),
        eq(bookings.visitDate, blockedDates.date),
        or(isNull(blockedDates.locationId), eq(bookings.locationId, blockedDates.locationId)),
        within(scope, bookings.locationId),
      ),
    )
  const found = db
    .select({
      id: blockedDates.id,
      date: blockedDates.date,
      locationId: blockedDates.locationId,
      location: locations.name,
      reason: blockedDates.reason,
      bookings: sql<number>`(${standing})`.mapWith(Number),
    })
    .from(blockedDates)
    .leftJoin(locations, eq(locations.id, blockedDates.locationId))
    .where(where)
    .orderBy(past ? desc(blockedDates.date) : asc(blockedDates.date), asc(blockedDates.id))
    .$dynamic()
  const rows = await (at ? found.limit(at.limit).offset(at.offset) : found)
  // what holds everywhere is not one location's to open again
  return {
    ...{ page: at?.page ?? 1, pages: at?.pages ?? 1 },
    blockedDates: rows.map((row) => ({ ...row, past, mayDelete: inScope(scope, row.locationId) })),
  }
}

/**
 * Closes dates at a location, or everywhere, once under an id; those that are closed there already keep their message, and `before` says
 * how many have another one. `taken` when all of them do, `no-location` when there is none within reach.
 */
export async function addBlockedDates(
  context: AppContext,
  staff: Staff,
  { dates, locationId: chosen, reason }: BlockedDatesValues,
  id: string,
): Promise<{ ok: true; before: number } | Exclude<Added<'taken' | 'no-location'>, { ok: true }>> {
  const scope = scopeOf(staff)
  const locationId = chosen === ALL_LOCATIONS ? null : chosen
  const known = locationId === null || (await locationOptionRows(context.db, scope)).some(({ id }) => id === locationId)
  if (!known || !inScope(scope, locationId)) {
    return { ok: false, reason: 'no-location', message: 'Location is required' }
  }
  const there = locationId === null ? isNull(blockedDates.locationId) : eq(blockedDates.locationId, locationId)
  const closedThere = (db: Database | Transaction) =>
    db
      .select({ date: blockedDates.date, reason: blockedDates.reason })
      .from(blockedDates)
      .where(and(inArray(blockedDates.date, dates), there))
  const addFree = () =>
    context.db.transaction(async (tx) => {
      const known = new Set((await closedThere(tx)).map(({ date }) => date))
      const free = dates.filter((date) => !known.has(date))
      // the first carries the form's own id, by which the form sent again is known; where none is free the database refuses it
      const rows = (free.length ? free : dates.slice(0, 1)).map((date, at) => ({
        ...{ id: at === 0 ? id : newId(), date, locationId, reason },
      }))
      await tx.insert(blockedDates).values(rows)
      for (const row of rows) {
        const after = { Date: formatDate(row.date), Message: reason }
        const entry = { entity: 'Blocked date', id: row.id, name: formatDate(row.date), locationId }
        await recordChange(context, tx, staff, { ...entry, action: 'added', after })
      }
      return { ok: true, id } as const
    })
  const add = () =>
    addFree().catch((error) => {
      if (!constraintRefusal(error)) throw error
      // somebody closed one of them at this moment: the others are still to be closed
      return addFree()
    })
  const again = async () => {
    const [found] = await context.db.select().from(blockedDates).where(eq(blockedDates.id, id))
    if (!found) return MISSING
    const same = found.reason === reason && found.locationId === locationId && dates.includes(found.date)
    // more dates than were sent the first time are open still
    return same && (await closedThere(context.db)).length === dates.length
      ? ({ ok: true, id } as const)
      : ({ ok: false, reason: 'stale' } as const)
  }
  try {
    const added = await addOnce(add, again)
    if (!added.ok) return added
  } catch (error) {
    if (!constraintRefusal(error)) throw error
    const message = dates.length === 1 ? 'This date is blocked already' : 'These dates are blocked already'
    return { ok: false, reason: 'taken', message }
  }
  return { ok: true, before: (await closedThere(context.db)).filter((one) => one.reason !== reason).length }
}

/** Opens a closed date again; false when there is none within reach. */
export async function deleteBlockedDate(context: AppContext, staff: Staff, id: string): Promise<boolean> {
  const scope = scopeOf(staff)
  return context.db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(blockedDates)
      .where(and(eq(blockedDates.id, id), within(scope, blockedDates.locationId)))
      .returning()
    if (!gone) return false
    const { date, locationId, reason } = gone
    const entry = { entity: 'Blocked date', id, name: formatDate(date), locationId }
    const before = { Date: formatDate(date), Message: reason }
    await recordChange(context, tx, staff, { ...entry, action: 'deleted', before })
    return true
  })
}
