import { and, eq, sql } from 'drizzle-orm'
import { bookingEvents, taxDocuments } from '~/db/schema'
import { givenBy, quoteCancellation } from '~/domain/cancellation-policy'
import { sum } from '~/domain/money'
import { isLiveRefund } from '~/domain/refund-life'
import { receivedOf } from '~/features/money/desk-money.server'
import { findStoredBooking, type StoredBooking } from '~/features/stored-booking/stored-booking.server'
import { Broken } from './model'
import { lacksNoPaper, saysItOnPaper } from './paper-promises'
import type { World } from './world'

/** At rest each booking's papers and money are as they must be. */
export async function settlesEachBooking(world: World): Promise<void> {
  for (const { id } of await world.rows<{ id: string }>(sql`select id from bookings order by id`)) {
    const stored = await findStoredBooking(world.db, id)
    if (!stored) continue
    const papers = await world.db.select().from(taxDocuments).where(eq(taxDocuments.bookingId, id))
    lacksNoPaper(stored, papers, world.now())
    saysItOnPaper(stored, papers)
    staysWithinTheDesksLimit(world, stored)
    await keepsForAReason(world, stored)
  }
}

/** The front desk has sent back and taken off no more of a booking than it may (rule K19). */
function staysWithinTheDesksLimit({ context: { business } }: World, { code, deskReturned }: StoredBooking): void {
  if (deskReturned > business.deskRefundLimit)
    throw new Broken(`${code}: the front desk sent back ${deskReturned} paise`)
}

/** What is kept of a booking that stood and was cancelled is no more than was chosen, or than the policy keeps (rules M20, M21). */
async function keepsForAReason(world: World, booking: StoredBooking): Promise<void> {
  const { id, code, wasBooked, cancelledAt, visitDate, during, rescheduleCount, total } = booking
  if (!wasBooked || !cancelledAt) return
  const [cancelled] = await world.db
    .select({ detail: bookingEvents.detail })
    .from(bookingEvents)
    .where(and(eq(bookingEvents.bookingId, id), eq(bookingEvents.toStatus, 'cancelled')))
  const received = receivedOf(booking.payments)
  const gone = booking.refunds.filter(({ status }) => isLiveRefund(status))
  const kept = sum(received.map(({ amount }) => amount)) - sum(gone.map(({ amount }) => amount))
  const chosen = cancelled?.detail?.refund
  const policy = quoteCancellation({ visitDate, start: during.from, rescheduleCount }, cancelledAt)
  const gives = givenBy(chosen === 'full' || chosen === 'none' ? chosen : 'policy', policy)
  const charges = sum(received.flatMap(({ fee }) => fee ?? []))
  const most = { everything: 0, 'less-charges': charges, nothing: total }[gives]
  if (kept > most) throw new Broken(`${code} was cancelled, ${kept} paise are kept and ${most} may be (${gives})`)
}
