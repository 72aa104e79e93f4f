import type { Database, Transaction } from '~/db/client.server'
import { addDays, type CalendarDate, startOfDay } from '~/domain/calendar'
import { type SlotOnDate, type SlotTime, slotsOn } from '~/domain/slots'
import { findOccupancy } from './availability-queries.server'

interface AvailabilityRequest<Slot extends SlotTime> {
  screenId: string
  date: CalendarDate
  schedule: readonly Slot[]
  now: Date
  zone: string
  /** A booking being edited does not stand in its own way. */
  exceptBookingId?: string
}

/**
 * A screen's slots on a date with their states, looking also at what spills over from the day before and into the next
 * one (decisions.md Time).
 */
export async function slotsForDate<Slot extends SlotTime>(
  db: Database | Transaction,
  { screenId, date, schedule, now, zone, exceptBookingId }: AvailabilityRequest<Slot>,
): Promise<SlotOnDate<Slot>[]> {
  const within = { from: startOfDay(date, zone), to: startOfDay(addDays(date, 2), zone) }
  const occupied = await findOccupancy(db, screenId, within, now, exceptBookingId)
  return slotsOn(date, schedule, occupied, now, zone)
}
