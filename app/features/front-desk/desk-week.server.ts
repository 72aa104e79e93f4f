import { addDays, type CalendarDate, formatDate, formatWeekday, weekdayOf } from '~/domain/calendar'
import { closedDatesAt } from '~/domain/closed-dates'
import { slotsOn } from '~/domain/slots'
import type { Scope } from '~/domain/staff-role'
import type { AppContext } from '~/platform/context.server'
import type { DayBooking } from './day-queries.server'
import { dueAtDesk, occupied, onDay } from './day-visits.server'

/** The first and the last day of a date's week. */
export function weekOf(date: CalendarDate): [CalendarDate, CalendarDate] {
  const monday = addDays(date, -((weekdayOf(date) + 6) % 7))
  return [monday, addDays(monday, 6)]
}

/** Seven days from a Monday on, each with how much stands in it. */
export async function deskWeek(
  { db, clock, business }: AppContext,
  scope: Scope,
  locations: readonly { id: string; name: string }[],
  date: CalendarDate,
) {
  const zone = business.timeZone
  const now = clock.now()
  const [monday, sunday] = weekOf(date)
  const { rooms, taken, closed } = await occupied(db, locations, [monday, sunday], now, zone)
  const onSale = rooms.filter(({ unsold }) => !unsold)
  // where something is sold its number says enough
  const unsold = onSale.length ? null : [...new Set(rooms.map((room) => room.unsold))].join('; ') || null
  const reasons = locations.map(({ id }) => closedDatesAt(closed, id))
  return Array.from({ length: 7 }, (_, index) => {
    const day = addDays(monday, index)
    const visits = onDay(taken, scope, locations, day, zone)
    const free = onSale.flatMap(({ id, slots }) =>
      slotsOn(day, slots, { occupied: occupancyOf(taken.filter(({ screenId }) => screenId === id)), now, zone }).filter(
        ({ state }) => state === 'available',
      ),
    )
    const booked = visits.filter(({ status }) => status === 'booked')
    return {
      date: day,
      title: formatWeekday(day),
      day: formatDate(day),
      booked: booked.length,
      held: visits.length - booked.length,
      free: free.length,
      /** Why nothing can be sold in any of the rooms, in words. */
      unsold,
      people: booked.reduce((total, { people }) => total + people, 0),
      due: dueAtDesk(booked),
      closed: [...new Set(reasons.flatMap((at) => at.get(day) ?? []))].join('; ') || null,
    }
  })
}

export type DeskWeek = Awaited<ReturnType<typeof deskWeek>>

const occupancyOf = (taken: readonly DayBooking[]) =>
  taken.map(({ during, status }) => ({
    ...during,
    status: status === 'booked' ? ('booked' as const) : ('pending' as const),
  }))
