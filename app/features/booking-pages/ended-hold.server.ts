import { and, desc, eq, exists, gte, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '~/db/client.server'
import { meeting, occupying } from '~/db/occupancy'
import { bookingEvents, bookings, paymentAttempts, type refunds } from '~/db/schema'
import { countsAs } from '~/domain/booking-status'
import { type HoldEnd, holdEndWords, noLongerHeldWords, paymentWindowSeconds, statusAt } from '~/domain/hold'
import { RETURNS } from '~/domain/late-money'
import { contentOf, isMoved } from '~/features/booking/booking-content.server'
import { quoteAsStored } from '~/features/booking/held-quote.server'
import type { OpenQuote } from '~/features/booking/quote.server'
import { bookedInstead, isOfAttempt, nameOf } from '~/features/stored-booking/attempt-name.server'
import { findStoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'

type Held = Pick<
  typeof bookings.$inferSelect,
  | 'id'
  | 'attemptId'
  | 'status'
  | 'holdEndsAt'
  | 'wasBooked'
  | 'received'
  | 'screenId'
  | 'during'
  | 'customerNumber'
  | 'customerEmail'
  | 'createdAt'
>

type WithRefunds = Held & { refunds: readonly Pick<typeof refunds.$inferSelect, 'reason'>[] }

/** Whether money of an order may still come to a booking (rule S8): what `mayStillCome` says of its orders, as a condition. */
const mayBePaid = (db: Database): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(paymentAttempts)
      .where(
        and(
          eq(paymentAttempts.bookingId, bookings.id),
          isNotNull(paymentAttempts.underWayAt),
          isNotNull(paymentAttempts.nextCheckAt),
        ),
      ),
  )

/** How each of these ended that is a hold nothing was paid for; the others are left out. */
export async function holdEnds({ db, clock }: AppContext, held: readonly Held[]): Promise<Map<string, HoldEnd>> {
  const now = clock.now()
  const ended = held.filter(
    (one) => one.received === 0 && countsAs({ ...one, status: statusAt(one, now) }) === 'expired',
  )
  if (!ended.length) return new Map()
  const ids = ended.map(({ id }) => id)
  const open = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(inArray(bookings.id, ids), mayBePaid(db)))
  const causes = await db
    .select({ id: bookingEvents.bookingId, kind: bookingEvents.kind })
    .from(bookingEvents)
    .where(and(inArray(bookingEvents.bookingId, ids), eq(bookingEvents.toStatus, 'expired')))
  // of one that nothing has tidied nobody has written down that it ran out
  const isReleased = (hold: Held) => causes.some(({ id, kind }) => id === hold.id && kind !== 'hold-ended')
  return new Map(
    ended.map((hold): [string, HoldEnd] => {
      if (open.some(({ id }) => id === hold.id)) return [hold.id, 'under-way']
      const end = hold.status === 'cancelled' ? 'let-go' : isReleased(hold) ? 'released' : 'run-out'
      return [hold.id, end]
    }),
  )
}

/**
 * What a draft's payment page says once its slot is held no longer and nothing was paid for it: that its time is over, for the provider
 * takes nothing in a hold's last seconds, or that staff have let it go, and what holding it again costs where that is another price. Undefined where it was never held, where the draft names another
 * slot by now, and where its customer gave it back, who has read so.
 */
export async function heldNoLonger(context: AppContext, quote: OpenQuote): Promise<string | undefined> {
  const hold = await context.db.query.bookings.findFirst({ where: eq(bookings.attemptId, quote.draft.attemptId) })
  if (!hold?.holdEndsAt || isMoved(hold, contentOf(context, quote))) return undefined
  const over = hold.status === 'pending' && paymentWindowSeconds(hold.holdEndsAt, context.clock.now()) === 0
  const end = over ? 'run-out' : (await holdEnds(context, [hold])).get(hold.id)
  return end === 'run-out' || end === 'let-go'
    ? noLongerHeldWords(end, await repriced(context, quote, hold))
    : undefined
}

/** What just this costs now and cost while it was held, where the offer has another price by now; undefined where it is the same, or another booking. */
async function repriced(context: AppContext, quote: OpenQuote, { id, total }: typeof bookings.$inferSelect) {
  const stored = await findStoredBooking(context.db, id)
  const { asked: draft, dropped, priced } = quote
  if (!stored || priced.total === total) return undefined
  const asHeld = await quoteAsStored(context, context.db, { draft, dropped }, stored)
  return asHeld.priced?.total === total ? { was: total, now: priced.total } : undefined
}

/**
 * Whether a booking is a hold, unpaid, that another one of its customer for the same slot followed, which stands or did, or is held now.
 * One that may still be paid is none: its page alone asks the bank about that money.
 */
export function isFollowed(db: Database, now: Date): SQL {
  const later = alias(bookings, 'later')
  const following = db
    .select({ one: sql`1` })
    .from(later)
    .where(
      and(
        eq(later.customerNumber, bookings.customerNumber),
        sql`lower(${later.customerEmail}) = lower(${bookings.customerEmail})`,
        eq(later.screenId, bookings.screenId),
        sql`${later.during} && ${bookings.during}`,
        sql`(${later.createdAt}, ${later.id}) > (${bookings.createdAt}, ${bookings.id})`,
        or(later.wasBooked, occupying(now, later)),
      ),
    )
  return sql`(not ${bookings.wasBooked} and ${bookings.received} = 0 and not ${mayBePaid(db)} and ${exists(following)})`
}

/**
 * What the page of a hold says that ended unpaid, or was paid when its family's evening was `booked` already, and the link of what
 * followed it; undefined of anything else. Only the browser that held it made the other one in the same attempt, for the same number and
 * address: whoever typed those of a stranger is led nowhere.
 */
export async function endedHold(
  context: AppContext,
  booking: WithRefunds,
): Promise<{ words: string; next: string | null; booked: boolean } | undefined> {
  if (booking.refunds.some(({ reason }) => reason === RETURNS['booked-otherwise'].refund)) {
    const stands = await bookedInstead(context.db, booking)
    return stands && { words: stands.words, next: stands.linkToken, booked: true }
  }
  const end = (await holdEnds(context, [booking])).get(booking.id)
  if (!end) return undefined
  const { id, screenId, customerNumber, customerEmail, createdAt } = booking
  const next = await context.db.query.bookings.findFirst({
    columns: { linkToken: true },
    where: and(
      ne(bookings.id, id),
      isOfAttempt(nameOf(booking)),
      eq(bookings.customerNumber, customerNumber),
      eq(sql`lower(${bookings.customerEmail})`, customerEmail.toLowerCase()),
      eq(bookings.screenId, screenId),
      meeting(booking.during),
      gte(bookings.createdAt, createdAt),
      or(eq(bookings.wasBooked, true), occupying(context.clock.now())),
    ),
    orderBy: [desc(bookings.createdAt), desc(bookings.id)],
  })
  return { words: holdEndWords(end), next: next?.linkToken ?? null, booked: false }
}
