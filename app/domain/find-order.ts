import type { BookingStatus } from './booking-status'
import type { CalendarDate } from './calendar'
import type { InstantRange } from './slots'

/** What of a booking decides where it stands among those that the front desk finds. */
export interface FoundVisit {
  /** The desk's day that it belongs to (rule E4). */
  day: CalendarDate
  /** Its slot. */
  during: InstantRange
  /** As what it counts. */
  status: BookingStatus
}

/** When a visit is, as seen from today, in the order in which the desk needs them. */
const WHEN = ['today', 'coming', 'past'] as const
const whenIs = ({ day }: FoundVisit, today: CalendarDate): (typeof WHEN)[number] =>
  day === today ? 'today' : day > today ? 'coming' : 'past'

const stands = ({ status }: FoundVisit): boolean => status === 'booked' || status === 'pending'

/**
 * The order of what the front desk finds (rule E9), as `sort` takes it: today's visits, what of them is over after what runs or comes,
 * then the coming ones, the nearest first, then the past ones, the latest first; in each of these what does not stand comes last.
 */
export const inFindOrder =
  (today: CalendarDate, now: Date) =>
  (one: FoundVisit, other: FoundVisit): number => {
    const when = whenIs(one, today)
    const isOver = ({ during }: FoundVisit) => when === 'today' && during.to <= now
    const sooner = one.during.from.getTime() - other.during.from.getTime()
    return (
      WHEN.indexOf(when) - WHEN.indexOf(whenIs(other, today)) ||
      Number(stands(other)) - Number(stands(one)) ||
      Number(isOver(one)) - Number(isOver(other)) ||
      (when === 'past' ? -sooner : sooner)
    )
  }
