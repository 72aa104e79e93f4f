import type { Database, Transaction } from '~/db/client.server'
import { addDays, type CalendarDate, startOfDay } from '~/domain/calendar'
import { type SlotOnDate, type SlotTime, slotsOn } from '~/domain/slots'
import {
  type FoundOccupancy,
  findOccupancies,
  findOccupanciesAndRevision,
  isOwn,
  type OwnBooking,
} from './availability-queries.server'

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
  const days = { first: date, last: date }
  return slotsAmong(await occupanciesOn(db, [screenId], days, now, zone), { date, schedule, now, zone, except })
}

/** From one date to another, both included. */
interface Days {
  first: CalendarDate
  last: CalendarDate
}

/** What slots begun from one date to another can meet, in one statement. */
export const occupanciesOn = (
  db: Database | Transaction,
  screenIds: readonly string[],
  { first, last }: Days,
  now: Date,
  zone: string,
): Promise<FoundOccupancy[]> => findOccupancies(db, screenIds, spanOf({ first, last }, zone), now)

/** The same of one screen, with the revision of what is on offer in the same statement. */
export const occupanciesAndRevision = (
  db: Database,
  screenId: string,
  days: Days,
  now: Date,
  zone: string,
): Promise<{ found: FoundOccupancy[]; revision: string | null }> =>
  findOccupanciesAndRevision(db, screenId, spanOf(days, zone), now)

const spanOf = ({ first, last }: Days, zone: string) => ({
  from: startOfDay(first, zone),
  to: startOfDay(addDays(last, 2), zone),
})

/** The same as `slotsForDate`, of a screen whose occupancies on that date have been found. */
export const slotsAmong = <Slot extends SlotTime>(
  found: readonly FoundOccupancy[],
  { date, schedule, now, zone, except = {} }: Omit<AvailabilityRequest<Slot>, 'screenId'>,
): SlotOnDate<Slot>[] => slotsOn(date, schedule, { occupied: found.filter((one) => !isOwn(one, except)), now, zone })

interface RoomsRequest<Room> {
  rooms: readonly Room[]
  dates: readonly CalendarDate[]
  now: Date
  zone: string
  except?: OwnBooking
}

/**
 * The slots of many rooms on many dates with their states, in one statement however many they are; in the order of the
 * dates, of the rooms and of the day.
 */
export async function slotsOfRooms<Room extends { id: string; slots: readonly SlotTime[] }>(
  db: Database | Transaction,
  { rooms, dates, now, zone, except }: RoomsRequest<Room>,
): Promise<{ room: Room; date: CalendarDate; slots: SlotOnDate<Room['slots'][number]>[] }[]> {
  const sorted = [...dates].sort()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (!first || !last) return []
  const ids = rooms.map(({ id }) => id)
  const all = await occupanciesOn(db, ids, { first, last }, now, zone)
  const occupied = new Map(ids.map((id) => [id, all.filter(({ screenId }) => screenId === id)]))
  return sorted.flatMap((date) =>
    rooms.map((room) => ({
      ...{ room, date },
      slots: slotsAmong<Room['slots'][number]>(occupied.get(room.id) ?? [], {
        ...{ date, schedule: room.slots, now, zone, except },
      }),
    })),
  )
}
