import type { Database, Transaction } from '~/db/client.server'
import { addDays, type CalendarDate, startOfDay } from '~/domain/calendar'
import { type SlotOnDate, type SlotTime, slotsOn } from '~/domain/slots'
import { findOccupancy, type OwnBooking } from './availability-queries.server'

interface AvailabilityRequest<Slot extends SlotTime> {
  screenId: string
  date: CalendarDate
  schedule: readonly Slot[]
  now: Date
  zone: string
  except?: OwnBooking
}

/**
 * A screen's slots on a date with their states, looking also at what spills over from the day before and into the next one
 * (rule T5).
 */
export async function slotsForDate<Slot extends SlotTime>(
  db: Database | Transaction,
  { screenId, date, schedule, now, zone, except }: AvailabilityRequest<Slot>,
): Promise<SlotOnDate<Slot>[]> {
  const within = { from: startOfDay(date, zone), to: startOfDay(addDays(date, 2), zone) }
  const occupied = await findOccupancy(db, screenId, within, now, except)
  return slotsOn(date, schedule, occupied, now, zone)
}
