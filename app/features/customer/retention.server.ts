import { and, eq, exists, inArray, isNotNull, lt, ne, not, sql } from 'drizzle-orm'
import { bookings, contactMessages, customers, payments, webhookInbox } from '~/db/schema'
import { forgetOldStaffDrafts } from '~/features/booking/staff-draft.server'
import type { AppContext } from '~/platform/context.server'

const DAY_MS = 86_400_000

/** Days that things about people are kept, as the privacy policy says (content/policies). */
const DAYS = { network: 2, unpaid: 30, event: 30, address: 180, message: 365 }

/** Stands where a name was. */
const REMOVED = 'Removed'

/**
 * Forgets what is no longer needed: who began a booking and never paid, what the payment provider's events say of people,
 * from where terms were accepted, messages that were answered, bookings that staff began and left. What was booked stays: the books need it.
 */
export async function forgetOldData({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const paid = db.select({ id: payments.id }).from(payments).where(eq(payments.bookingId, bookings.id))
  await db
    .update(bookings)
    .set({
      customerId: null,
      customerName: REMOVED,
      customerEmail: '',
      customerNumber: '',
      celebrantName: '',
      ledName: '',
      ledNumber: '',
      nameOnCake: '',
      termsAddress: null,
    })
    .where(
      and(
        inArray(bookings.status, ['expired', 'cancelled']),
        lt(bookings.createdAt, before(DAYS.unpaid)),
        ne(bookings.customerNumber, ''),
        not(exists(paid)),
      ),
    )
  const booked = db.select({ one: sql`1` }).from(bookings).where(eq(bookings.customerId, customers.id))
  await db.delete(customers).where(and(lt(customers.updatedAt, before(DAYS.unpaid)), not(exists(booked))))
  // the event's id stays, so that a repeat is still known
  await db
    .update(webhookInbox)
    .set({ body: '' })
    .where(and(ne(webhookInbox.body, ''), lt(webhookInbox.doneAt, before(DAYS.event))))
  await db
    .update(bookings)
    .set({ termsAddress: null })
    .where(and(isNotNull(bookings.termsAddress), lt(bookings.termsAcceptedAt, before(DAYS.address))))
  await forgetOldStaffDrafts({ db, clock })
  await db
    .update(bookings)
    .set({ heldFrom: null })
    .where(and(isNotNull(bookings.heldFrom), lt(bookings.createdAt, before(DAYS.network))))
  await db
    .delete(contactMessages)
    .where(and(isNotNull(contactMessages.handledAt), lt(contactMessages.handledAt, before(DAYS.message))))
}
