import { asc, eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { newCode, newId, newToken } from '~/db/new-id'
import * as schema from '~/db/schema'
import { addDays, todayIn, weekdayOf } from '~/domain/calendar'
import { type Paise, paise } from '~/domain/money'
import { includesCake } from '~/domain/packages'
import { ADVANCE } from '~/domain/payment-choice'
import { DESK_MODES } from '~/domain/payment-mode'
import { priceBooking } from '~/domain/pricing'
import { rangeOf } from '~/domain/slots'

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
  const mails: (typeof schema.outbox.$inferInsert)[] = []
  for (let day = -60; day <= 30; day++) {
    const date = addDays(today, day)
    const busy = (weekdayOf(date) % 6 === 0 ? 0.55 : 0.28) * (day > 7 ? 0.4 : 1)
    for (const screen of screens) {
      for (const slot of screen.slots) {
        const during = rangeOf(date, slot, zone)
        // the slots of the next hours stay free, so that there is something to book at once
        const near = day >= 0 && day <= 1
        if (random() > busy || near) continue
        const customer = one(customers)
        const chosen = one(screen.packages)
        const people = screen.minPeople + Math.floor(random() * (screen.capacity - screen.minPeople + 1))
        const cake = includesCake(chosen.inclusions) ? [{ ...one(shelf('cake')), count: 1 }] : []
        const addon = random() > 0.5 ? [{ ...one(shelf('addon').slice(2)), count: 1 }] : []
        const occasion = one(shelf('occasion'))
        const priced = priceBooking({
          visitDate: date,
          package: chosen,
          people,
          minPeople: screen.minPeople,
          extraPersonPrice: screen.extraPersonPrice,
          occasion,
          addons: addon,
          cakes: cake,
          gifts: random() > 0.75 ? [{ ...one(shelf('gift')), count: 1 }] : [],
          ledName: '',
          coupon: null,
        })
        const id = newId()
        const createdAt = new Date(Math.min(now.getTime(), during.from.getTime()) - (1 + random() * 9) * 86_400_000)
        const cancelled = random() > 0.95
        const past = during.to < now
        const cancelledAt = cancelled ? new Date(createdAt.getTime() + 3_600_000) : null
        rows.push({
          id,
          code: `LUM-${newCode()}`,
          linkToken: newToken(),
          attemptId: newId(),
          status: cancelled ? 'cancelled' : 'booked',
          attendance: past && !cancelled ? 'arrived' : 'expected',
          cityName: screen.location?.city?.name ?? '',
          locationId: screen.locationId,
          locationName: screen.location?.name ?? '',
          screenId: screen.id,
          screenName: screen.name,
          visitDate: date,
          slotFrom: slot.from,
          slotTo: slot.to,
          during,
          customerId: customer.id,
          customerName: customer.name,
          customerEmail: customer.email,
          customerNumber: customer.number,
          people,
          minPeople: screen.minPeople,
          extraPersonPrice: screen.extraPersonPrice,
          packageId: chosen.id,
          packageName: chosen.name,
          packageInclusions: chosen.inclusions,
          celebrantName: occasion.name === 'Birthday' ? (customer.name.split(' ')[0] ?? '') : '',
          couponPrice: priced.couponPrice,
          subtotal: priced.subtotal,
          total: priced.total,
          termsAcceptedAt: createdAt,
          cancelledAt,
          cancelReason: cancelled ? 'Asked by phone' : null,
          createdAt,
        })
        priced.lines.forEach((line, position) => {
          lines.push({ ...line, bookingId: id, position })
        })
        const advance = paise(Math.min(ADVANCE, priced.total))
        payments.push(paymentRow(id, advance, 'advance', createdAt))
        const balance = paise(priced.total - advance)
        if (past && balance > 0)
          payments.push({ ...paymentRow(id, balance, 'balance', during.from), mode: one([...DESK_MODES]) })
        events.push({ bookingId: id, at: createdAt, kind: 'paid', toStatus: 'booked', actor: 'demo' })
        if (cancelledAt) {
          const move = { kind: 'cancelled', fromStatus: 'booked', toStatus: 'cancelled' } as const
          events.push({ bookingId: id, at: cancelledAt, actor: 'demo', ...move })
        }
        const mail = { payload: { bookingId: id }, createdAt, sentAt: createdAt }
        mails.push({ ...mail, kind: 'confirmation', dedupeKey: `confirmation:${id}:0` })
        // who was here has been thanked: nothing of the demo goes out by itself
        if (past) mails.push({ ...mail, kind: 'thank-you', dedupeKey: `thank-you:${id}:0`, sentAt: now })
      }
    }
  }
  await insertAll(rows, (part) => tx.insert(schema.bookings).values(part))
  await insertAll(lines, (part) => tx.insert(schema.bookingLines).values(part))
  await insertAll(payments, (part) => tx.insert(schema.payments).values(part))
  await insertAll(events, (part) => tx.insert(schema.bookingEvents).values(part))
  await insertAll(mails, (part) => tx.insert(schema.outbox).values(part))
}

function paymentRow(bookingId: string, amount: Paise, purpose: 'advance' | 'balance', receivedAt: Date) {
  return { bookingId, amount, purpose, receivedAt, mode: 'upi' as const, status: 'captured' as const }
}

/** In parts, since a statement takes at most 65,535 parameters. */
async function insertAll<Row>(rows: readonly Row[], insert: (part: Row[]) => PromiseLike<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += 400) await insert(rows.slice(at, at + 400))
}
