import { and, eq, exists, inArray, isNotNull, lt, ne, not, sql } from 'drizzle-orm'
import { eachInTurn } from '~/db/each-in-turn'
import { bookings, contactMessages, customers, outbox, payments, webhookInbox } from '~/db/schema'
import { DAY_MS } from '~/domain/durations'
import { LETTER_KEPT_DAYS } from '~/domain/letters'
import { forgetOldPlans } from '~/features/flow/shared-plan.server'
import { forgetOldStaffDrafts } from '~/features/flow/staff-draft.server'
import { MONEY_UNDER_WAY } from '~/features/money/open-money.server'
import type { AppContext } from '~/platform/context.server'
import { erasePersonalData } from './personal-data.server'

const AT_ONCE = 200

/** Days that things about people are kept, as the privacy policy says (content/policies). */
export const KEPT_DAYS = { network: 2, unpaid: 30, event: 30, letter: LETTER_KEPT_DAYS, address: 180, message: 365 }

/** What stays of a letter: whose booking's page says that it went. */
const ONLY_BOOKING = sql<
  Record<string, string>
>`jsonb_strip_nulls(jsonb_build_object('bookingId', ${outbox.payload} -> 'bookingId'))`

/**
 * Forgets what is no longer needed: who began a booking and never paid, what letters and the payment provider's events say
 * of people, from where terms were accepted, messages that were answered. What was booked stays: the books need it. What cannot be
 * forgotten keeps nothing else.
 *
 * @throws AggregateError at the end, of what could not be forgotten
 */
export async function forgetOldData(context: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const { db, clock } = context
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const booked = db.select({ one: sql`1` }).from(bookings).where(eq(bookings.customerId, customers.id))
  await eachInTurn([
    () => forgetUnpaid(context, before(KEPT_DAYS.unpaid)),
    () => db.delete(customers).where(and(lt(customers.updatedAt, before(KEPT_DAYS.unpaid)), not(exists(booked)))),
    // the event's id stays, so that a repeat is still known; a letter's key likewise, and which booking it was about
    () =>
      db
        .update(webhookInbox)
        .set({ body: '', lastError: null })
        .where(and(ne(webhookInbox.body, ''), lt(webhookInbox.doneAt, before(KEPT_DAYS.event)))),
    () =>
      db
        .update(outbox)
        .set({ payload: ONLY_BOOKING, lastError: null })
        .where(and(lt(outbox.sentAt, before(KEPT_DAYS.letter)), ne(outbox.payload, ONLY_BOOKING))),
    () =>
      db
        .update(bookings)
        .set({ termsAddress: null })
        .where(and(isNotNull(bookings.termsAddress), lt(bookings.termsAcceptedAt, before(KEPT_DAYS.address)))),
    () => forgetOldStaffDrafts({ db, clock }),
    () => forgetOldPlans({ db, clock }),
    () =>
      db
        .update(bookings)
        .set({ heldFrom: null })
        .where(and(isNotNull(bookings.heldFrom), lt(bookings.createdAt, before(KEPT_DAYS.network)))),
    () =>
      db
        .delete(contactMessages)
        .where(and(isNotNull(contactMessages.handledAt), lt(contactMessages.handledAt, before(KEPT_DAYS.message)))),
  ])
}

/**
 * Whoever never paid for a booking is forgotten so long after it ended, however long ago it was made; not while money that came for
 * it waits to be settled.
 */
async function forgetUnpaid({ db }: Pick<AppContext, 'db'>, endedBefore: Date): Promise<void> {
  const paid = db.select({ id: payments.id }).from(payments).where(eq(payments.bookingId, bookings.id))
  const ended = sql`coalesce(${bookings.cancelledAt}, ${bookings.holdEndsAt}, ${bookings.createdAt})`
  for (let found = AT_ONCE; found === AT_ONCE; ) {
    found = await db.transaction(async (tx) => {
      const rows = await tx
        .select({ id: bookings.id })
        .from(bookings)
        .where(
          and(
            inArray(bookings.status, ['expired', 'cancelled']),
            lt(ended, endedBefore.toISOString()),
            ne(bookings.customerNumber, ''),
            not(exists(paid)),
            not(MONEY_UNDER_WAY),
          ),
        )
        .limit(AT_ONCE)
        .for('update')
      if (rows.length) await erasePersonalData(tx, { bookingIds: rows.map(({ id }) => id) })
      return rows.length
    })
  }
}
