import { knowingRevision } from '~/db/offer-cache.server'
import { firstIncompleteStep } from '~/domain/booking-steps'
import {
  type CalendarDate,
  type CalendarDay,
  type DayState,
  dayState,
  type MonthGrid,
  monthGrid,
  monthOf,
  todayIn,
  type YearMonth,
} from '~/domain/calendar'
import { dateFault } from '~/domain/closed-dates'
import { formatRupees, type Paise, paise } from '~/domain/money'
import { packagePriceOn } from '~/domain/pricing'
import { packagePriceFor } from '~/domain/selection'
import { onlineSlots, soldInSlots } from '~/domain/slots'
import { occupanciesAndRevision, occupanciesOn, slotsAmong } from '~/features/availability/availability.server'
import type { DayFullness } from '~/features/availability/month-calendar'
import type { ScreenOnOffer } from '~/features/offer/on-offer.server'
import type { AppContext } from '~/platform/context.server'
import type { FlowDraft } from './flow-draft.server'
import { type FlowQuote, reviseQuote } from './flow-quote.server'

/** What comes after a chosen slot: a customer's details, or straight back to the payment when all is answered (rule B29). */
export function slotLeadsTo({ draft, steps }: FlowQuote): 'customer-details' | 'payment' {
  const answered = draft.packageId && firstIncompleteStep(draft, steps).step === 'payment'
  return answered ? 'payment' : 'customer-details'
}

/** What occupies a screen from one date to another, found before the screen itself. */
interface Foreseen {
  screenId: string
  first: CalendarDate
  last: CalendarDate
  found: Awaited<ReturnType<typeof occupanciesOn>>
}

/**
 * Opens a draft at its slots. For a customer what occupies the room in the month that is shown is asked for together with the state
 * of what is on offer, so that the page takes one statement.
 */
export async function openSlots(
  context: AppContext,
  flowDraft: FlowDraft,
  wanted: YearMonth | undefined,
): Promise<{ quote: FlowQuote; foreseen?: Foreseen }> {
  const { db, clock, business } = context
  const { draft, staffActor } = flowDraft
  const { screenId } = draft
  if (!screenId || staffActor) return { quote: await reviseQuote(context, flowDraft, draft) }
  const [now, zone] = [clock.now(), business.timeZone]
  const today = todayIn(zone, now)
  const days = monthGrid(wanted ?? monthOf(draft.date ?? today), today, new Map(), business.bookingMonths).weeks.flat()
  // what is over is asked for by nobody
  const first = days.find(({ date }) => date >= today)?.date ?? today
  const last = days.at(-1)?.date ?? today
  const { found, revision } = await occupanciesAndRevision(db, screenId, { first, last }, now, zone)
  const knowing = { ...context, db: knowingRevision(db, revision) }
  return { quote: await reviseQuote(knowing, flowDraft, draft), foreseen: { screenId, first, last, found } }
}

/**
 * The dates and slots of a screen as this visitor may choose them. Staff may book on a date that is closed to online
 * booking; the date and slot of the booking that is edited stay selectable, even when they are over.
 */
export function slotStep(context: AppContext, quote: FlowQuote, screen: ScreenOnOffer, foreseen?: Foreseen) {
  const { db, clock, business } = context
  const now = clock.now()
  const zone = business.timeZone
  const today = todayIn(zone, now)
  const closed: typeof screen.closedDates = quote.staffActor ? new Map() : screen.closedDates
  const stored = quote.staffActor?.stored
  const own = stored?.screenId === screen.id ? stored : undefined
  /** What is this draft's own is no obstacle to it. */
  const except = own ? { bookingId: own.id } : { attemptId: quote.draft.attemptId }

  /** The package that an edit leaves or has taken: its price stands on the days, since that is what another day changes. */
  const kept = stored && quote.selection?.package

  /** A month has thirty prices, and most are the same. */
  const said = new Map<Paise, string>()
  const words = (price: Paise): string => {
    const text = said.get(price) ?? formatRupees(price)
    said.set(price, text)
    return text
  }

  const stateOf = (date: CalendarDate): DayState =>
    own?.visitDate === date ? 'available' : dayState(date, today, closed, business.bookingMonths)

  return {
    /** The day on which the page opens while none is chosen: that of the booking which staff edit, where it can be had, or today. */
    opensOn: stored && stateOf(stored.visitDate) === 'available' ? stored.visitDate : today,
    stateOf,
    /** The name of the package whose price the days have; undefined where it is the least of all. */
    priceOf: kept?.name,
    /** Why this visitor cannot choose a date; undefined when they can. */
    faultOf: (date: CalendarDate) =>
      own?.visitDate === date ? undefined : dateFault(date, today, closed, business.bookingMonths),
    /** Why a date is closed to online booking. */
    closedBecause: (date: CalendarDate) => screen.closedDates.get(date),
    grid(wanted: YearMonth) {
      const grid = monthGrid(wanted, today, closed, business.bookingMonths)
      const seen = (day: CalendarDay): CalendarDay =>
        own?.visitDate === day.date ? { ...day, state: 'available' } : day
      return { ...grid, weeks: grid.weeks.map((week) => week.map(seen)) }
    },
    slots: async (date: CalendarDate) => slotsOf(date, await occupied([date])),
    /**
     * The slots of a date, and how full each day of a month is that can be chosen, with its price from: in one statement
     * where the date lies in that month.
     */
    async month(date: CalendarDate, { weeks }: MonthGrid) {
      const dates = weeks.flat().flatMap((day) => (day.state === 'available' ? [day.date] : []))
      const [first, last] = [dates[0], dates.at(-1)]
      // of a month in which no day can be chosen nothing is asked, the date's own slots are
      const among = first !== undefined && last !== undefined && first <= date && date <= last
      const [found, apart] = await Promise.all([occupied(dates), among ? undefined : occupied([date])])
      const fullness: Record<CalendarDate, DayFullness> = {}
      for (const one of dates) fullness[one] = fullnessOf(one, found)
      return { fullness, slots: slotsOf(date, apart ?? found) }
    },
  }

  async function occupied(dates: readonly CalendarDate[]) {
    const [first, last] = [dates[0], dates.at(-1)]
    if (first && last && foreseen?.screenId === screen.id && foreseen.first <= first && last <= foreseen.last)
      return foreseen.found
    return first && last ? occupanciesOn(db, [screen.id], { first, last }, now, zone) : []
  }

  function slotsOf(date: CalendarDate, found: Awaited<ReturnType<typeof occupied>>) {
    const slots = slotsAmong(found, { date, schedule: screen.slots, now, zone, except })
    const shown = quote.staffActor ? slots : onlineSlots(slots, screen, now)
    return shown.map(({ slot, state }) => {
      const mine = own?.visitDate === date && slot.from === own.slotFrom && slot.to === own.slotTo
      return { id: slot.id, from: slot.from, to: slot.to, state: mine ? ('available' as const) : state }
    })
  }

  function fullnessOf(date: CalendarDate, found: Awaited<ReturnType<typeof occupied>>): DayFullness {
    const slots = slotsAmong(found, { date, schedule: screen.slots, now, zone, except })
    const shown = quote.staffActor ? slots : onlineSlots(slots, screen, now)
    const free = shown.filter(({ state }) => state === 'available')
    const prices = kept
      ? [packagePriceFor(kept, date, quote.storedTerms)]
      : soldInSlots(screen.packages, free, now).map((one) => packagePriceOn(one, date))
    return { free: free.length, of: slots.length, from: prices.length ? words(paise(Math.min(...prices))) : '' }
  }
}
