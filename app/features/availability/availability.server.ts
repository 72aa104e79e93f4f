import type { Database, Transaction } from '~/db/client.server'
import { addDays, type CalendarDate, startOfDay } from '~/domain/calendar'
import { type SlotOnDate, type SlotTime, slotsOn } from '~/domain/slots'
import { findOccupancies, type OwnBooking } from './availability-queries.server'

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
  const occupied = await findOccupancies(db, [screenId], within, now, except)
  return slotsOn(date, schedule, occupied, now, zone)
}

interface RoomsRequest<Room> {
  rooms: readonly Room[]
  dates: readonly CalendarDate[]
  now: Date
  zone: string
}

/**
 * The slots of many rooms on many dates with their states, in one statement however many they are; in the order of the
 * dates, of the rooms and of the day.
 */
export async function slotsOfRooms<Room extends { id: string; slots: readonly SlotTime[] }>(
  db: Database | Transaction,
  { rooms, dates, now, zone }: RoomsRequest<Room>,
): Promise<{ room: Room; date: CalendarDate; slots: SlotOnDate<Room['slots'][number]>[] }[]> {
  const sorted = [...dates].sort()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (!first || !last) return []
  const within = { from: startOfDay(first, zone), to: startOfDay(addDays(last, 2), zone) }
  const ids = rooms.map(({ id }) => id)
  const all = await findOccupancies(db, ids, within, now)
  const occupied = new Map(ids.map((id) => [id, all.filter(({ screenId }) => screenId === id)]))
  return sorted.flatMap((date) =>
    rooms.map((room) => ({
      ...{ room, date },
      slots: slotsOn<Room['slots'][number]>(date, room.slots, occupied.get(room.id) ?? [], now, zone),
    })),
  )
}
