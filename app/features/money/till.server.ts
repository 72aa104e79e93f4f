import type { Database, Transaction } from '~/db/client.server'
import type { PlaceOption } from '~/domain/asked-day'
import { type CalendarDate, clockTimeIn, formatClockTime, formatInstant, todayIn } from '~/domain/calendar'
import { csvLine } from '~/domain/csv'
import { DAY_ENDS_HOUR, deskDate, deskDayRange, tillDate } from '~/domain/desk-day'
import { type Paise, paise, sum, toRupeeNumber, ZERO } from '~/domain/money'
import { inScope, type Scope } from '~/domain/staff-role'
import {
  beginWords,
  begunWith,
  byName,
  cashLeft,
  differenceWords,
  expectedCash,
  isUndoneUncounted,
  movementsOf,
  sumsBy,
  TILL_MODES,
  type TillHours,
} from '~/domain/till'
import type { AppContext } from '~/platform/context.server'
import { guestWithin } from './money-place.server'
import {
  type ClosedDay,
  closedHours,
  closingOf,
  closingsOn,
  dayKey,
  lastClosedBefore,
  placesCounted,
} from './till-closings.server'
import { paymentsWithin, placesOfMoney, refundsWithin } from './till-queries.server'

interface Asked {
  business: AppContext['business']
  db: Database | Transaction
  scope: Scope
  locationId: string | undefined
}

/** What moved on a day of the till, of one location or of all within a scope; `closed` where its hours are known already. */
export async function movementsOn(asked: Asked, date: CalendarDate, closed?: ReadonlyMap<string, ClosedDay>) {
  const { business, db, locationId } = asked
  const hours = closed ?? (await closedHours(db, locationId, date))
  const dayAt = (id: string | null): TillHours => {
    const day = hours.get(id ?? '')
    return { ...deskDayRange(date, business.timeZone, day), closedAt: day?.closedAt }
  }
  // of all locations each has its own day, within the widest
  const within = locationId
    ? dayAt(locationId)
    : deskDayRange(date, business.timeZone, { own: DAY_ENDS_HOUR, before: 0 })
  return movementsWithin(asked, within, locationId ? undefined : dayAt)
}

/** What moved within a stretch of time, or within each location's own part of it. */
async function movementsWithin(
  { db, scope, locationId }: Asked,
  within: TillHours,
  dayAt: (locationId: string | null) => TillHours = () => within,
) {
  const received = await paymentsWithin(db, scope, locationId, within)
  const given = await refundsWithin(db, scope, locationId, within)
  const places = new Map([...received, ...given].map(({ locationId: id, location }) => [id, location]))
  const known = new Map(
    [...received, ...given].map(({ booking, code, guest, bookedAt }) => [
      booking,
      { code, guest: guestWithin(scope, bookedAt, guest), within: inScope(scope, bookedAt) },
    ]),
  )
  const moved = [...places].flatMap(([id, location]) => {
    const there = ({ locationId: of }: { locationId: string | null }) => of === id
    return movementsOf(received.filter(there), given.filter(there), dayAt(id)).map((one) => ({ ...one, location }))
  })
  return byName(moved)
    .map((one) => ({ ...one, ...known.get(one.booking) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

/**
 * The cash that the last closed day left for a location's day, so far as is known: what was counted, with the entries that correct it and
 * what moved in cash since, after midnight or on days that nobody closed. Null where none was closed before.
 */
export async function leftBefore(asked: Asked & { locationId: string }, date: CalendarDate): Promise<Paise | null> {
  const { db, business, locationId } = asked
  const last = await lastClosedBefore(db, locationId, date)
  const closing = last && (await closingOf(db, locationId, last))
  if (!closing) return null
  const hours = async (day: CalendarDate) => (await closedHours(db, locationId, day)).get(locationId)
  const ended = deskDayRange(closing.date, business.timeZone, await hours(closing.date)).to
  const begins = deskDayRange(date, business.timeZone, await hours(date)).from
  const later = ended < begins ? await movementsWithin(asked, { from: ended, to: begins }) : []
  return cashLeft(closing, { own: await movementsOn(asked, closing.date), later })
}

/** A day of the till: what came in and went out, and how it was closed; of one location, or of all within a scope. */
export async function tillDay(context: AppContext, scope: Scope, place: PlaceOption | undefined, date: CalendarDate) {
  const { db, business } = context
  const zone = business.timeZone
  const asked = { business, db, scope, locationId: place?.id }
  const movements = await movementsOn(asked, date)
  const closing = place && (await closingOf(db, place.id, date))
  // of a closed day what was proposed then: what is entered afterwards changes nothing of it
  const left = closing ? closing.floatLeft : place ? await leftBefore({ ...asked, locationId: place.id }, date) : null
  const float = closing?.openingFloat ?? left ?? ZERO
  const begun = begunWith(float, left)
  return {
    modes: sumsBy(movements, 'mode', TILL_MODES),
    people: sumsBy(movements, 'person'),
    net: sum(movements.map(({ amount }) => amount)),
    float,
    /** What was left for it; null where that is not known. */
    left,
    expected: expectedCash(float, movements),
    movements: movements.map(({ at, code, guest, location, within, ...moved }, index) => ({
      ...{ id: String(index), code: code ?? null, guest: guest ?? null, location: location ?? null },
      ...{ amount: moved.amount, mode: moved.mode, person: moved.person, what: moved.what, late: moved.late },
      ...{ reference: moved.reference, booking: within ? moved.booking : null },
      when: `${formatClockTime(clockTimeIn(zone, at))}${todayIn(zone, at) === date ? '' : ', next day'}`,
    })),
    closing: closing && {
      ...closing,
      when: formatInstant(closing.closedAt, zone),
      words: differenceWords(paise(closing.counted - closing.expected)),
      /** How much more or less it began with than was left, where it did. */
      begunWords: begun === 0 ? null : beginWords(begun),
      /** What moved in cash after it was closed. */
      since: paise(expectedCash(closing.openingFloat, movements) - closing.expected),
      corrections: closing.corrections.map((one) => ({ ...one, when: formatInstant(one.at, zone) })),
      ...afterCorrections(closing),
    },
  }
}

/** What a closed till comes to with the entries that correct it; in words, where there are any. */
function afterCorrections({ counted, expected, corrections }: NonNullable<Awaited<ReturnType<typeof closingOf>>>) {
  const corrected = sum([counted, ...corrections.map(({ amount }) => amount)])
  const words = `${differenceWords(paise(corrected - expected))} after corrections`
  return { corrected, correctedWords: corrections.length ? words : null }
}

/** In which of some locations' tills money moved, or was counted, on some days. */
export async function placesThatMoved(
  { db, business }: AppContext,
  locationIds: readonly string[],
  [first, last]: readonly [CalendarDate, CalendarDate],
): Promise<(string | null)[]> {
  // the widest that a day is: one that was closed at midnight begins there
  const { from } = deskDayRange(first, business.timeZone, { own: 0 })
  const [moved, counted] = await Promise.all([
    placesOfMoney(db, locationIds, { from, to: deskDayRange(last, business.timeZone).to }),
    placesCounted(db, locationIds, { from: first, to: last }),
  ])
  return [...moved, ...counted]
}

export type TillDay = Awaited<ReturnType<typeof tillDay>>

/**
 * A day's movements as a CSV file. Amounts in rupees, what went out negative; what moved after the day was closed says so, and what
 * moved after midnight has another date on the calendar.
 */
export async function* exportTill(
  context: AppContext,
  scope: Scope,
  place: PlaceOption | undefined,
  date: CalendarDate,
): AsyncGenerator<string> {
  yield csvLine([
    'Date',
    'Time',
    'Location',
    'Booking',
    'What',
    'Mode',
    'Person',
    'Amount',
    'After closing',
    'Reference',
    'Calendar date',
  ])
  const { db, business } = context
  const zone = business.timeZone
  for (const moved of await movementsOn({ business, db, scope, locationId: place?.id }, date)) {
    const { at, location, code, what, mode, person, amount, late, reference } = moved
    yield csvLine([
      ...[date, clockTimeIn(zone, at), location, code, what, mode, person],
      ...[toRupeeNumber(amount), late ? 'yes' : '', reference, todayIn(zone, at)],
    ])
  }
}

/** To which day of the till of a location each of some instants belongs, and whether what moved on a day was undone before it was counted. */
export async function tillDays({ db, business }: Pick<AppContext, 'db' | 'business'>, instants: readonly Date[]) {
  const dates = instants.flatMap((at) => [deskDate(business.timeZone, at), todayIn(business.timeZone, at)])
  const closings = await closingsOn(db, [...new Set(dates)])
  const dateAt = (locationId: string | null, at: Date): CalendarDate =>
    tillDate(at, business.timeZone, (date) => closings.get(dayKey(locationId, date))?.hour)
  const undone = (locationId: string | null, at: Date, again: Date): boolean => {
    const date = dateAt(locationId, at)
    const closedAt = closings.get(dayKey(locationId, date))?.closedAt
    return dateAt(locationId, again) === date && isUndoneUncounted(at, again, closedAt)
  }
  return { dateAt, undone }
}
