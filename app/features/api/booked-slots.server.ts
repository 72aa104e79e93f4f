import { type CalendarDate, todayIn } from '~/domain/calendar'
import { dateFault } from '~/domain/closed-dates'
import { onlineSlots } from '~/domain/slots'
import { slotsForDate } from '~/features/availability/availability.server'
import { findScreen, isBookable } from '~/features/offer/on-offer.server'
import type { AppContext } from '~/platform/context.server'

/**
 * The slots of a screen that cannot be booked on a date, each with why; all of them on a date that is closed, over or too far ahead, whose
 * reason is `closed`.
 * Undefined when there is no such screen that can be booked.
 */
export async function bookedSlots({ db, clock, business }: AppContext, screenId: string, date: CalendarDate) {
  const screen = await findScreen(db, screenId)
  if (!screen || !isBookable(screen)) return undefined
  const now = clock.now()
  const asked = { screenId, date, schedule: screen.slots, now, zone: business.timeZone }
  const closed = dateFault(date, todayIn(business.timeZone, now), screen.closedDates, business.bookingMonths) ?? null
  const slots = onlineSlots(await slotsForDate(db, asked), screen, now).flatMap(({ slot: { from, to }, state }) => {
    const status = state === 'available' ? closed !== null && ('closed' as const) : state
    return status ? [{ from, to, status }] : []
  })
  return { slots, closed }
}
