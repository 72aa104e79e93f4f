import { asc, eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { newId } from '~/db/new-id'
import * as schema from '~/db/schema'
import { addDays, todayIn, weekdayOf } from '~/domain/calendar'
import { DAY_MS, HOUR_MS } from '~/domain/durations'
import { includesCake } from '~/domain/packages'
import { DESK_MODES } from '~/domain/payment-mode'
import { rangeOf } from '~/domain/slots'
import { bookingRows, type Place, paymentRows, sentLetter } from './booking-rows'

const PEOPLE = [
  ['Aarav Mehta', 'aarav.mehta'],
  ['Ananya Rao', 'ananya.rao'],
  ['Arjun Nair', 'arjun.nair'],
  ['Deepika Shetty', 'deepika.shetty'],
  ['Farhan Khan', 'farhan.khan'],
  ['Ishita Banerjee', 'ishita.banerjee'],
  ['Karthik Reddy', 'karthik.reddy'],
  ['Meera Krishnan', 'meera.krishnan'],
  ['Nikhil Joshi', 'nikhil.joshi'],
  ['Priya Sharma', 'priya.sharma'],
  ['Rohan Kulkarni', 'rohan.kulkarni'],
  ['Sneha Patil', 'sneha.patil'],
  ['Tara Menon', 'tara.menon'],
  ['Varun Iyer', 'varun.iyer'],
] as const

/** A repeatable sequence of numbers in [0, 1): the demo looks the same on every machine. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Every room with what is sold in it, by name. */
export const allRooms = (tx: Transaction) =>
  tx.query.screens.findMany({
    orderBy: asc(schema.screens.name),
    with: {
      slots: { orderBy: asc(schema.screenSlots.from) },
      packages: { orderBy: asc(schema.packages.position), with: { customPrices: true } },
      location: { with: { city: true } },
    },
  })

export type Room = Awaited<ReturnType<typeof allRooms>>[number]

/** Three months of bookings, from two months ago to a month ahead; weekends are fuller. */
export async function seedBookings(tx: Transaction, { now, zone }: { now: Date; zone: string }): Promise<void> {
  const random = sequence(20_260_101)
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const today = todayIn(zone, now)
  const screens = await allRooms(tx)
  const catalogue = await tx.select().from(schema.catalogueItems).where(eq(schema.catalogueItems.active, true))
  const shelf = (kind: string) => catalogue.filter((item) => item.kind === kind).sort((a, b) => a.position - b.position)
  const customers = PEOPLE.map(([name, mailbox], index) => ({
    id: newId(),
    name,
    email: `${mailbox}@gmail.com`,
    number: `98450${String(10_000 + index * 617).slice(0, 5)}`,
  }))
  await tx.insert(schema.customers).values(customers)

  const rows: (typeof schema.bookings.$inferInsert)[] = []
  const lines: (typeof schema.bookingLines.$inferInsert)[] = []
  const payments: (typeof schema.payments.$inferInsert)[] = []
  const events: (typeof schema.bookingEvents.$inferInsert)[] = []
  const letters: (typeof schema.outbox.$inferInsert)[] = []

  function book(place: Place): void {
    const { screen, during } = place
    const guest = one(customers)
    const chosen = one(screen.packages)
    const people = screen.minPeople + Math.floor(random() * (screen.capacity - screen.minPeople + 1))
    const cakes = includesCake(chosen.inclusions) ? [{ ...one(shelf('cake')), count: 1 }] : []
    const addons = random() > 0.5 ? [{ ...one(shelf('addon').slice(2)), count: 1 }] : []
    const occasion = one(shelf('occasion'))
    const gifts = random() > 0.75 ? [{ ...one(shelf('gift')), count: 1 }] : []
    const bookedAt = new Date(Math.min(now.getTime(), during.from.getTime()) - (1 + random() * 9) * DAY_MS)
    const cancelledAt = random() > 0.95 ? new Date(bookedAt.getTime() + HOUR_MS) : null
    const past = during.to < now
    const mode = past ? one(DESK_MODES) : 'upi'
    const came = past && !cancelledAt
    const made = bookingRows(
      { place, guest, chosen, people, occasion, addons, cakes, gifts, bookedAt },
      {
        status: cancelledAt ? 'cancelled' : 'booked',
        wasBooked: true,
        attendance: came ? 'arrived' : 'expected',
        celebrantName: occasion.name === 'Birthday' ? (guest.name.split(' ')[0] ?? '') : '',
        ...{ cancelledAt, cancelReason: cancelledAt ? 'Asked by phone' : null },
      },
    )
    const { id } = made
    rows.push(made.booking)
    lines.push(...made.lines)
    payments.push(...paymentRows(made, bookedAt, came ? { at: during.from, mode } : undefined))
    events.push({ bookingId: id, at: bookedAt, kind: 'paid', toStatus: 'booked', actor: 'demo' })
    if (cancelledAt) {
      const move = { kind: 'cancelled', fromStatus: 'booked', toStatus: 'cancelled' } as const
      events.push({ bookingId: id, at: cancelledAt, actor: 'demo', ...move })
    }
    letters.push(sentLetter('confirmation', id, bookedAt))
    if (came) letters.push(sentLetter('thank-you', id, bookedAt, now))
  }

  for (let day = -60; day <= 30; day++) {
    const date = addDays(today, day)
    const busy = (weekdayOf(date) % 6 === 0 ? 0.55 : 0.28) * (day > 7 ? 0.4 : 1)
    // the slots of the next hours stay free, so that there is something to book at once
    const near = day >= 0 && day <= 1
    for (const screen of screens) {
      for (const { from, to } of screen.slots) {
        if (random() > busy || near) continue
        book({ screen, date, from, to, during: rangeOf(date, { from, to }, zone) })
      }
    }
  }
  await insertAll(rows, (part) => tx.insert(schema.bookings).values(part))
  await insertAll(lines, (part) => tx.insert(schema.bookingLines).values(part))
  await insertAll(payments, (part) => tx.insert(schema.payments).values(part))
  await insertAll(events, (part) => tx.insert(schema.bookingEvents).values(part))
  await insertAll(letters, (part) => tx.insert(schema.outbox).values(part))
}

/** In parts, since a statement takes at most 65,535 parameters. */
async function insertAll<Row>(rows: readonly Row[], insert: (part: Row[]) => PromiseLike<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += 400) await insert(rows.slice(at, at + 400))
}
