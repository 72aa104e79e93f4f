import { and, asc, eq, exists, gt, inArray, isNotNull, lt, ne, not, sql } from 'drizzle-orm'
import { eachInTurn } from '~/db/each-in-turn'
import { bookings, contactMessages, customers, outbox, payments, webhookInbox } from '~/db/schema'
import { DAY_MS } from '~/domain/durations'
import { isForgotten, UNPAID_KEPT_DAYS } from '~/domain/forgetting'
import { LETTER_KEPT_DAYS } from '~/domain/letters'
import { ZERO } from '~/domain/money'
import { forgetOldPlans } from '~/features/flow/shared-plan.server'
import { forgetOldStaffDrafts } from '~/features/flow/staff-draft.server'
import { MONEY_UNDER_WAY } from '~/features/money/open-money-counts.server'
import type { AppContext } from '~/platform/context.server'
import { erasePersonalData } from './personal-data.server'

const AT_ONCE = 200

/** Days that things about people are kept, as the privacy policy says (content/policies). */
export const KEPT_DAYS = {
  network: 2,
  unpaid: UNPAID_KEPT_DAYS,
  event: 30,
  letter: LETTER_KEPT_DAYS,
  address: 180,
  message: 365,
}

/** What stays of a letter: whose booking's page says that it went. */
const ONLY_BOOKING = sql<
  Record<string, string>
>`jsonb_strip_nulls(jsonb_build_object('bookingId', ${outbox.payload} -> 'bookingId'))`

/**
 * Forgets what is no longer needed: who booked, or began to, and never paid, what letters and the payment provider's events say
 * of people, from where terms were accepted, messages that were answered. What was paid for stays: the books need it. What cannot be
 * forgotten keeps nothing else.
 *
 * @throws AggregateError at the end, of what could not be forgotten
 */
export async function forgetOldData(context: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const { db, clock } = context
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const booked = db.select({ one: sql`1` }).from(bookings).where(eq(bookings.customerId, customers.id))
  await eachInTurn([
    () => forgetUnpaid(context),
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
 * Forgets whom the rule `isForgotten` names, a part of the bookings without money after the other. Payments are read once their bookings
 * are locked: what is taken meanwhile counts.
 */
async function forgetUnpaid({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after
    after = await db.transaction(async (tx) => {
      const rows = await tx
        .select({
          id: bookings.id,
          status: bookings.status,
          attendance: bookings.attendance,
          total: bookings.total,
          endedAt: ENDED_AT.mapWith(bookings.createdAt),
          moneyUnderWay: sql<boolean>`${MONEY_UNDER_WAY}`,
        })
        .from(bookings)
        .where(
          and(
            gt(bookings.id, from),
            ne(bookings.status, 'pending'),
            lt(ENDED_AT, now.toISOString()),
            ne(bookings.customerNumber, ''),
            eq(bookings.received, ZERO),
          ),
        )
        .orderBy(asc(bookings.id))
        .limit(AT_ONCE)
        .for('update')
      const paid = await tx
        .select({ bookingId: payments.bookingId, status: payments.status, voidedAt: payments.voidedAt })
        .from(payments)
        .where(
          inArray(
            payments.bookingId,
            rows.map(({ id }) => id),
          ),
        )
      const paymentsOf = (id: string) =>
        paid.flatMap(({ bookingId, status, voidedAt }) =>
          bookingId === id ? [{ status, voided: voidedAt !== null }] : [],
        )
      const bookingIds = rows.flatMap((row) =>
        isForgotten({ ...row, payments: paymentsOf(row.id) }, now) ? row.id : [],
      )
      if (bookingIds.length) await erasePersonalData(tx, { bookingIds })
      return rows.length < AT_ONCE ? undefined : rows.at(-1)?.id
    })
  }
}

/** When it was over: its visit, or as what did not stand. */
const ENDED_AT = sql`case ${bookings.status} when 'booked' then upper(${bookings.during})
  else coalesce(${bookings.cancelledAt}, ${bookings.holdEndsAt}, ${bookings.createdAt}) end`
