import type { PlaceOption } from '~/domain/asked-day'
import { addDays, type CalendarDate, datesBetween, formatDay } from '~/domain/calendar'
import { deskDate, deskDayRange } from '~/domain/desk-day'
import { type Paise, paise, sum } from '~/domain/money'
import type { Scope } from '~/domain/staff-role'
import {
  begunWith,
  byName,
  expectedCash,
  type Movement,
  movementsOf,
  sumsBy,
  TILL_MODES,
  type TillMode,
  type TillPerson,
} from '~/domain/till'
import {
  amissWords,
  type Counting,
  countingOf,
  countingWords,
  type Days,
  daysReminded,
  isAmiss,
  reducedWords,
  unclosedWords,
} from '~/domain/till-days'
import type { AppContext } from '~/platform/context.server'
import { closingsOf, closingsOn, dayKey } from './till-closings.server'
import { paymentsWithin, reductionsOn, refundsWithin } from './till-queries.server'

/** How one location's day was counted, for the list of days. */
interface CountedThere {
  location: string
  words: string
  amiss: boolean
  /** By whom it was closed. */
  by: string | null
  /** Cash that moved after it was closed. */
  since: Paise
}

/**
 * The days of the till in a stretch, the last one first, with what came in and went out in all of them (rule M32); of one location, or of
 * all within a scope. Days on which nothing moved and nobody counted are left out.
 */
export async function tillByDays(
  { db, business, clock }: Pick<AppContext, 'db' | 'business' | 'clock'>,
  scope: Scope,
  places: readonly PlaceOption[],
  place: PlaceOption | undefined,
  asked: Days,
) {
  const zone = business.timeZone
  const today = deskDate(zone, clock.now())
  const span = { from: deskDayRange(asked.from, zone, { own: 0 }).from, to: deskDayRange(asked.to, zone).to }
  const [received, given, closings, hours, reductions] = await Promise.all([
    paymentsWithin(db, scope, place?.id, span),
    refundsWithin(db, scope, place?.id, span),
    closingsOf(db, scope, place?.id, asked),
    // a day ends where those beside it say
    closingsOn(db, datesBetween(addDays(asked.from, -1), addDays(asked.to, 1)), scope, place?.id),
    reductionsOn(db, scope, place?.id, asked),
  ])
  const ids = new Set<string | null>([
    ...[...received, ...given, ...closings.values()].map(({ locationId }) => locationId),
    ...(place ? [place] : places).map(({ id }) => id),
  ])
  const tills = [...ids].map((id) => {
    const there = ({ locationId }: { locationId: string | null }) => locationId === id
    return { id, received: received.filter(there), given: given.filter(there) }
  })
  const everything: Movement<TillPerson>[] = []
  const countings: Counting[][] = []
  const named = new Map(places.map(({ id, name }) => [id, name]))

  const dayOf = (date: CalendarDate) => {
    const hour = (id: string | null, on: CalendarDate) => hours.get(dayKey(id, on))?.hour
    const moved: Movement<TillPerson>[] = []
    const counted: CountedThere[] = []
    const ofDay: Counting[] = []
    for (const { id, ...till } of tills) {
      const closed = { own: hour(id, date), before: hour(id, addDays(date, -1)), after: hour(id, addDays(date, 1)) }
      const day = { ...deskDayRange(date, zone, closed), closedAt: hours.get(dayKey(id, date))?.closedAt }
      const movements = movementsOf(till.received, till.given, day)
      const closing = closings.get(dayKey(id, date))
      const stood = closing && { ...closing, begun: begunWith(closing.openingFloat, closing.floatLeft) }
      const counting = countingOf(movements, stood, { over: date < today, ofLocation: id !== null })
      moved.push(...movements)
      ofDay.push(counting)
      if (counting.state === 'nothing') continue
      counted.push({
        location: named.get(id ?? '') ?? 'Elsewhere',
        words: countingWords(counting),
        amiss: isAmiss(counting),
        by: closing?.closedByName ?? null,
        since: closing ? paise(expectedCash(closing.openingFloat, movements) - closing.expected) : paise(0),
      })
    }
    countings.push(ofDay)
    everything.push(...moved)
    const net = (some: readonly Movement<TillPerson>[]) => sum(some.map(({ amount }) => amount))
    return {
      id: date,
      title: formatDay(date),
      modes: Object.fromEntries(
        TILL_MODES.map((mode) => [mode, net(moved.filter((one) => one.mode === mode))]),
      ) as Record<TillMode, Paise>,
      net: net(moved),
      moved: moved.length > 0,
      counted,
      open: ofDay.some(({ state }) => state === 'open'),
    }
  }
  const days = datesBetween(asked.from, asked.to).reverse().map(dayOf)
  return {
    days: days.filter(({ moved, counted }) => moved || counted.length),
    modes: sumsBy(byName(everything), 'mode', TILL_MODES),
    people: sumsBy(byName(everything), 'person'),
    amiss: amissWords(countings),
    /** What technical failures took off the visits of these days. */
    reduced: reducedWords(reductions),
  }
}

/** The last day before a day that nobody closed at a place, and what is said of it and of those before it; undefined when there is none. */
export async function unclosedBefore(
  context: Pick<AppContext, 'db' | 'business' | 'clock'>,
  scope: Scope,
  place: PlaceOption,
  date: CalendarDate,
) {
  const { days } = await tillByDays(context, scope, [place], place, daysReminded(date))
  const open = days.filter((day) => day.open).map(({ id }) => id)
  const closed = days.filter(({ counted }) => counted.some(({ by }) => by !== null)).map(({ id }) => id)
  const words = unclosedWords(open, closed)
  return open[0] && words ? { date: open[0], words } : undefined
}

export type DayOfTill = Awaited<ReturnType<typeof tillByDays>>['days'][number]
