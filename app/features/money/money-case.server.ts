import { and, eq, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { moneyCases, payments } from '~/db/schema'
import { paise } from '~/domain/money'
import { recordEvent } from '~/features/stored-booking/booking-history.server'
import type { AppContext } from '~/platform/context.server'
import type { GatewayPayment } from '~/platform/payment-gateway.server'

/** Opens a case for money that no booking knows, or that does not fit the booking's order; once for each payment. */
export async function openPaymentCase(
  { clock }: Pick<AppContext, 'clock'>,
  db: Database | Transaction,
  { id, orderId, amount, currency, fee, tax }: GatewayPayment,
  bookingId?: string,
): Promise<void> {
  await db
    .insert(moneyCases)
    .values({
      kind: bookingId ? 'unfitting-payment' : 'unknown-payment',
      reference: id,
      providerPaymentId: id,
      providerOrderId: orderId,
      ...{ bookingId, amount, currency, fee, tax },
      openedAt: clock.now(),
    })
    .onConflictDoNothing()
}

/** A dispute as the provider's events tell of it. */
export interface ToldDispute {
  id: string
  payment_id: string
  amount: number
  currency: string
  reason_code?: string | null
  respond_by?: number | null
  status: string
  phase?: string | null
}

/** These end a dispute in our favour; a lost one waits until somebody has booked it off. */
const OVER = ['won', 'closed']

/** Follows the provider's word on a dispute: opens a case, brings it up to date, closes it when it is won. */
export async function followDispute({ db, clock }: AppContext, told: ToldDispute): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const payment = await tx.query.payments.findFirst({ where: eq(payments.providerPaymentId, told.payment_id) })
    const words = [told.phase, told.status.replaceAll('_', ' '), told.reason_code?.replaceAll('_', ' ')]
    const detail = words.filter(Boolean).join(', ')
    const settled = OVER.includes(told.status)
      ? { settledAt: now, outcome: 'closed' as const, settledBy: 'Razorpay', settledNote: detail }
      : {}
    const opened = await tx
      .insert(moneyCases)
      .values({
        kind: 'dispute',
        reference: told.id,
        providerPaymentId: told.payment_id,
        bookingId: payment?.bookingId,
        amount: paise(told.amount),
        currency: told.currency,
        detail,
        openedAt: now,
        respondBy: told.respond_by ? new Date(told.respond_by * 1_000) : null,
        ...settled,
      })
      .onConflictDoNothing()
      .returning()
    if (!opened.length) {
      // what is settled stays settled: events may come in any order
      const open = and(eq(moneyCases.reference, told.id), isNull(moneyCases.settledAt))
      await tx
        .update(moneyCases)
        .set({ detail, ...settled })
        .where(open)
    } else if (payment) {
      const entry = { at: now, kind: 'dispute', actor: 'provider', detail: { disputeId: told.id } } as const
      await recordEvent(tx, payment.bookingId, entry)
    }
  })
}
