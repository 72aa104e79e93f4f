import { and, asc, between, inArray } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import * as schema from '~/db/schema'
import { BLOCKING_STATUSES } from '~/domain/booking-status'
import { addDays, type CalendarDate, type ClockTime, clockTimeIn, todayIn } from '~/domain/calendar'
import { deskDate, deskDayRange } from '~/domain/desk-day'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/domain/durations'
import { includesCake } from '~/domain/packages'
import { type InstantRange, overlaps, rangeOf } from '~/domain/slots'
import { bookingRows, type Place, paymentRows, sentLetter } from './booking-rows'
import { allRooms, type Room } from './bookings'

const HALF_HOUR_MS = 30 * MINUTE_MS

interface Scene {
  /** Which of the rooms of the location, from 0 on. */
  room: number
  date: CalendarDate
  from: ClockTime
  to: ClockTime
  guest: string
  state: 'done' | 'in-house' | 'due' | 'held' | 'to come'
  led?: string
  cake?: string
}

/**
 * What happens at the largest location around `now`, whenever that is: yesterday's visits, one in the house, one that is due
 * soon, a hold, and tomorrow. Other demo data leaves today and tomorrow free.
 */
export function eveningScenes(now: Date, zone: string): Scene[] {
  const half = Math.floor(now.getTime() / HALF_HOUR_MS) * HALF_HOUR_MS
  const at = (minutes: number) => new Date(half + minutes * MINUTE_MS)
  const between = (first: number, last: number) => ({
    date: todayIn(zone, at(first)),
    from: clockTimeIn(zone, at(first)),
    to: clockTimeIn(zone, at(last)),
  })
  const time = (text: string) => text as ClockTime
  const today = deskDate(zone, now)
  // after midnight the evening is still on, with those who came before it; what is to come begins in the morning
  const night = today !== todayIn(zone, now)
  const late = { date: today, from: time('23:45'), to: clockTimeIn(zone, at(90)) }
  // nor does who is in the house in the first hour of a day belong to the evening before
  const begun = Math.max(-60, (deskDayRange(today, zone).from.getTime() - half) / MINUTE_MS)
  const morning = (from: string, to: string) => ({ date: todayIn(zone, now), from: time(from), to: time(to) })
  const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)]
  return [
    { room: 0, date: yesterday, from: time('17:00'), to: time('19:30'), guest: 'Sneha Patil', state: 'done' },
    { room: 1, date: yesterday, from: time('12:00'), to: time('14:30'), guest: 'Rohan Kulkarni', state: 'done' },
    {
      room: 0,
      ...(night ? late : between(begun, 90)),
      guest: 'Priya Sharma',
      state: 'in-house',
      led: 'PRIYA 30',
      cake: 'Happy 30th',
    },
    {
      room: 1,
      ...(night ? morning('10:00', '12:30') : between(60, 210)),
      guest: 'Karthik Reddy',
      state: 'due',
      led: 'आरव ❤',
      cake: 'Happy Birthday Aarav',
    },
    { room: 0, ...(night ? morning('13:00', '15:30') : between(150, 300)), guest: 'Tara Menon', state: 'held' },
    {
      room: 0,
      date: tomorrow,
      from: time('18:00'),
      to: time('20:30'),
      guest: 'Nikhil Joshi',
      state: 'to come',
      cake: 'Love ♥ Isha',
    },
    {
      room: 1,
      date: tomorrow,
      from: time('19:00'),
      to: time('21:30'),
      guest: 'Deepika Shetty',
      state: 'to come',
      led: 'DEEPU',
    },
  ]
}

/** The rooms of the location that has most of them. */
function largestHouse(rooms: readonly Room[]): Room[] {
  const houses = rooms.map(({ locationId }) => rooms.filter((room) => room.locationId === locationId))
  return houses.sort((one, other) => other.length - one.length)[0] ?? []
}

const inRoom = ({ date, from, to }: Scene, screen: Room, zone: string): Place => ({
  ...{ screen, date, from, to },
  during: rangeOf(date, { from, to }, zone),
})

/** The slot nearest to a scene that fits it, as far as there is one within three hours. */
function slotFor(scene: Scene, rooms: readonly Room[], isFree: (place: Place) => boolean, now: Date, zone: string) {
  const wanted = rangeOf(scene.date, scene, zone).from.getTime()
  const far = ({ during }: Place) => Math.abs(during.from.getTime() - wanted)
  const fits = ({ during, date }: Place) =>
    scene.state === 'in-house'
      ? during.from <= now && now < during.to
      : date === scene.date &&
        (scene.state === 'done' || during.from > now) &&
        (scene.state !== 'held' || isLater(during))
  // a hold ends half an hour before its slot, and is to be seen for a while
  const isLater = ({ from }: InstantRange) => from.getTime() - now.getTime() > HOUR_MS
  return rooms
    .flatMap((screen) =>
      screen.slots.flatMap(({ from, to }) =>
        [addDays(scene.date, -1), scene.date].map((date) => {
          return { screen, date, from, to, during: rangeOf(date, { from, to }, zone) }
        }),
      ),
    )
    .filter((place) => fits(place) && isFree(place) && far(place) <= 3 * HOUR_MS)
    .sort((one, other) => far(one) - far(other))[0]
}

/** Books the scenes: in slots of the largest house, else of any, else in its rooms at times of their own. */
export async function seedEvening(tx: Transaction, { now, zone }: { now: Date; zone: string }): Promise<void> {
  const rooms = await allRooms(tx)
  const house = largestHouse(rooms)
  const catalogue = await tx.select().from(schema.catalogueItems).orderBy(asc(schema.catalogueItems.position))
  const guests = await tx.select().from(schema.customers)
  const today = todayIn(zone, now)
  const taken = await tx
    .select({ screenId: schema.bookings.screenId, during: schema.bookings.during })
    .from(schema.bookings)
    .where(
      and(
        between(schema.bookings.visitDate, addDays(today, -3), addDays(today, 3)),
        inArray(schema.bookings.status, [...BLOCKING_STATUSES]),
      ),
    )
  for (const scene of eveningScenes(now, zone)) {
    const isFree = ({ screen, during }: Place) =>
      !taken.some((one) => one.screenId === screen.id && overlaps(one.during, during))
    const own = [house[scene.room], ...house].find((room) => room && isFree(inRoom(scene, room, zone)))
    const guest = guests.find(({ name }) => name === scene.guest)
    const slot = slotFor(scene, house, isFree, now, zone) ?? slotFor(scene, rooms, isFree, now, zone)
    const place = slot ?? (own && inRoom(scene, own, zone))
    if (!place || !guest) continue
    taken.push({ screenId: place.screen.id, during: place.during })
    await book(tx, scene, { ...place, guest, catalogue, now })
  }
}

interface Found extends Place {
  guest: typeof schema.customers.$inferSelect
  catalogue: readonly (typeof schema.catalogueItems.$inferSelect)[]
  now: Date
}

async function book(tx: Transaction, scene: Scene, { guest, catalogue, now, ...place }: Found): Promise<void> {
  const { screen, during } = place
  const first = (kind: string, word = '') => catalogue.find((item) => item.kind === kind && item.name.includes(word))
  const chosen = screen.packages.find(({ inclusions }) => includesCake(inclusions)) ?? screen.packages[0]
  const occasion = first('occasion', 'Birthday') ?? first('occasion')
  if (!chosen || !occasion) return
  const lights = scene.led === undefined ? undefined : first('addon', 'LED Name')
  const cake = scene.cake === undefined ? undefined : first('cake')
  const held = scene.state === 'held'
  const bookedAt = new Date(Math.min(now.getTime(), during.from.getTime()) - (held ? 10 * MINUTE_MS : 3 * DAY_MS))
  const made = bookingRows(
    {
      ...{ place, guest, chosen, people: screen.minPeople + 1, occasion, bookedAt },
      addons: lights ? [{ ...lights, count: 1 }] : [],
      cakes: cake ? [{ ...cake, count: 1 }] : [],
      gifts: [],
      ledName: lights && scene.led,
    },
    {
      source: held ? 'staff' : 'online',
      status: held ? 'pending' : 'booked',
      // a hold of staff, that ends half an hour before its slot
      holdEndsAt: held ? new Date(during.from.getTime() - HALF_HOUR_MS) : null,
      attendance: scene.state === 'done' || scene.state === 'in-house' ? 'arrived' : 'expected',
      nameOnCake: cake ? scene.cake : '',
    },
  )
  const { id: bookingId } = made
  await tx.insert(schema.bookings).values(made.booking)
  await tx.insert(schema.bookingLines).values(made.lines)
  const begun = held
    ? ({ kind: 'held', toStatus: 'pending' } as const)
    : ({ kind: 'paid', toStatus: 'booked' } as const)
  await tx.insert(schema.bookingEvents).values({ bookingId, at: bookedAt, actor: 'demo', ...begun })
  if (held) return
  const rest = scene.state === 'done' ? { at: during.from, mode: 'upi' as const } : undefined
  await tx.insert(schema.payments).values(paymentRows(made, bookedAt, rest))
  await tx.insert(schema.outbox).values(sentLetter('confirmation', bookingId, bookedAt))
}
