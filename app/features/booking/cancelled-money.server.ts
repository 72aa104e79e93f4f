import type { Database, Transaction } from '~/db/client.server'
import { explanationFor, quoteCancellation } from '~/domain/cancellation-policy'
import { type Paise, paise, sum } from '~/domain/money'
import { isComingBack, returnedByNow } from '~/domain/refund-life'
import { type CancelledMoney, cancelledWords, type RefundPart, type ReturnedSums, sumsOf } from '~/domain/refund-parts'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import { asKeptByDispute } from '~/features/money/dispute.server'
import { lastEvent } from '~/features/stored-booking/booking-history.server'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'

type Refund = StoredBooking['refunds'][number]

/** What went back of a booking by now, what is on its way, of which a dispute may keep some (rule P23), and what a bank took. */
export async function returnsOf(
  db: Database | Transaction,
  { id, refunds }: { id: string; refunds: readonly Refund[] },
): Promise<{ gone: Paise; coming: ReturnedSums; taken: Paise }> {
  const { gone, taken } = returnedByNow(refunds)
  const live = refunds.filter(isComingBack)
  const coming = live.map(
    ({ mode, amount }): Pick<RefundPart, 'online' | 'amount'> => ({ online: mode === 'online', amount }),
  )
  const sums = { ...sumsOf(coming), refunds: live.map((refund) => refund.id) }
  return { gone, taken, coming: await asKeptByDispute(db, id, sums) }
}

/**
 * What became of the money of a cancelled booking, in the words of its cancellation: what comes back, or why nothing does; undefined
 * of one that is not cancelled.
 */
export async function cancelledMoney(context: AppContext, booking: StoredBooking): Promise<string | undefined> {
  if (booking.status !== 'cancelled' || !booking.cancelledAt) return undefined
  return cancelledWords(await cancelledSums(context, booking))
}

/** The same in sums, with the reason that the policy had for them; `charged` where what is kept is what the bank charged. */
export async function cancelledSums(
  { db }: Pick<AppContext, 'db'>,
  booking: Omit<StoredBooking, 'location'>,
): Promise<CancelledMoney & { charged: boolean }> {
  const { cancelledAt, visitDate, during, rescheduleCount } = booking
  const late = booking.payments.filter(({ receivedAt }) => cancelledAt && receivedAt > cancelledAt)
  const isLate = ({ paymentId }: Refund) => late.some(({ id }) => id === paymentId)
  const { id, refunds } = booking
  const [returns, ofLate, event] = await Promise.all([
    returnsOf(db, { id, refunds: refunds.filter((one) => !isLate(one)) }),
    returnsOf(db, { id, refunds: refunds.filter(isLate) }),
    lastEvent(db, id, 'cancelled'),
  ])
  const returned = paise(Number(event?.detail?.returned ?? 0))
  const policy = quoteCancellation({ visitDate, start: during.from, rescheduleCount }, cancelledAt ?? during.from)
  const byPolicy = cancelledAt && event?.detail?.refund === 'policy' && (returned > 0 || policy.gives === 'nothing')
  const receivedOf = (payments: typeof late) => ledgerOfRows(booking, payments, refunds).received
  const received = receivedOf(booking.payments.filter((payment) => !late.includes(payment)))
  // what a bank took was not ours to give
  const why = explanationFor(policy, paise(received - returns.taken), sum([returns.gone, returns.coming.all]))
  const charged = Boolean(byPolicy) && policy.gives === 'less-charges'
  const lateMoney = { received: receivedOf(late), ...ofLate }
  return { received, returned, ...returns, why: byPolicy ? why : '', charged, late: lateMoney }
}
