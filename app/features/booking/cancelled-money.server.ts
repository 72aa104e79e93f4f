import type { Database, Transaction } from '~/db/client.server'
import { explanationFor, quoteCancellation } from '~/domain/cancellation-policy'
import { type Paise, paise, sum } from '~/domain/money'
import { isLiveRefund } from '~/domain/refund-life'
import { cancelledWords, type ReturnedSums, sumsOf } from '~/domain/refund-parts'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import { asKeptByDispute } from '~/features/money/dispute.server'
import { lastEvent } from '~/features/stored-booking/booking-history.server'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'

/** What went back of a booking by now, and what is on its way, of which a dispute may keep some (rule P23). */
export async function returnsOf(
  db: Database | Transaction,
  { id, refunds }: Pick<StoredBooking, 'id' | 'refunds'>,
): Promise<{ gone: Paise; coming: ReturnedSums }> {
  const live = refunds.filter(({ status }) => isLiveRefund(status))
  const sums = (rows: typeof live) => sumsOf(rows.map(({ mode, amount }) => ({ online: mode === 'online', amount })))
  return {
    gone: sums(live.filter(({ status }) => status === 'processed')).all,
    coming: await asKeptByDispute(db, id, sums(live.filter(({ status }) => status !== 'processed'))),
  }
}

/**
 * What became of the money of a cancelled booking, in the words of its cancellation: what comes back, or why nothing does; undefined
 * of one that is not cancelled.
 */
export async function cancelledMoney({ db }: AppContext, booking: StoredBooking): Promise<string | undefined> {
  const { status, cancelledAt, visitDate, during, rescheduleCount } = booking
  if (status !== 'cancelled' || !cancelledAt) return undefined
  const [returns, event] = await Promise.all([returnsOf(db, booking), lastEvent(db, booking.id, 'cancelled')])
  const returned = paise(Number(event?.detail?.returned ?? 0))
  const policy = quoteCancellation({ visitDate, start: during.from, rescheduleCount }, cancelledAt)
  const byPolicy = event?.detail?.refund === 'policy' && (returned > 0 || policy.gives === 'nothing')
  const { received } = ledgerOfRows(booking, booking.payments, booking.refunds)
  const why = explanationFor(policy, received, sum([returns.gone, returns.coming.all]))
  return cancelledWords({ received, returned, ...returns, why: byPolicy ? why : '' })
}
