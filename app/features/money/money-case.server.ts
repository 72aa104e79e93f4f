import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { moneyCases } from '~/db/schema'
import type { AppContext } from '~/platform/context.server'
import type { GatewayPayment } from '~/platform/payment-gateway.server'

/** Who ends a case that ends by itself. */
export const PROVIDER = 'Razorpay'

/**
 * Opens a case for money that no booking knows, or that does not fit the booking's order; once for each payment. What the bank calls
 * it may be named later: the case has it once the payment is looked at again.
 */
export async function openPaymentCase(
  { clock }: Pick<AppContext, 'clock'>,
  db: Database | Transaction,
  { id, orderId, amount, currency, fee, tax, bankReference }: GatewayPayment,
  bookingId?: string,
): Promise<void> {
  await db
    .insert(moneyCases)
    .values({
      kind: bookingId ? 'unfitting-payment' : 'unknown-payment',
      reference: id,
      providerPaymentId: id,
      providerOrderId: orderId,
      ...{ bookingId, amount, currency, fee, tax, bankReference },
      openedAt: clock.now(),
    })
    .onConflictDoUpdate({
      target: moneyCases.reference,
      set: { bankReference },
      setWhere: and(isNull(moneyCases.bankReference), sql`excluded.bank_reference is not null`),
    })
}

/** The open case of a payment that no booking knew, or that did not fit; locked. A dispute is no such case. */
export async function lockPaymentCase(tx: Transaction, paymentId: string): Promise<MoneyCase | undefined> {
  const ofPayment = and(eq(moneyCases.providerPaymentId, paymentId), ne(moneyCases.kind, 'dispute'))
  const [found] = await tx
    .select()
    .from(moneyCases)
    .where(and(ofPayment, isNull(moneyCases.settledAt)))
    .for('update')
  return found
}

/** All cases of a payment, locked: its disputes before its own, as who follows the bank's word does. */
export const lockCasesOf = (tx: Transaction, paymentId: string): Promise<MoneyCase[]> =>
  tx
    .select()
    .from(moneyCases)
    .where(eq(moneyCases.providerPaymentId, paymentId))
    .orderBy(ne(moneyCases.kind, 'dispute'), moneyCases.id)
    .for('update')

type MoneyCase = typeof moneyCases.$inferSelect

/** How a case ends: by whom, and what became of the money. */
interface CaseEnd {
  outcome: NonNullable<MoneyCase['outcome']>
  /** A name: of a member of staff, or the provider's. */
  by: string
  note?: string
  /** The booking that the money belongs to from now on. */
  bookingId?: string
}

/** Closes a case that the caller has locked. */
export const closeCase = (
  { clock }: Pick<AppContext, 'clock'>,
  tx: Transaction,
  found: Pick<MoneyCase, 'id'>,
  end: CaseEnd,
): Promise<void> => setEnd(tx, found, { ...end, at: clock.now() })

/** Opens a case anew that had ended by itself, and that the caller has locked. */
export const reopenCase = (tx: Transaction, found: Pick<MoneyCase, 'id'>): Promise<void> => setEnd(tx, found, undefined)

/** Opens the case of a payment anew that the loss of a dispute had ended. */
export async function reopenLost(tx: Transaction, paymentId: string, disputeId: string): Promise<void> {
  const ended = and(eq(moneyCases.settledBy, PROVIDER), eq(moneyCases.settledNote, disputeId))
  const [found] = await tx
    .select()
    .from(moneyCases)
    .where(and(eq(moneyCases.providerPaymentId, paymentId), ne(moneyCases.kind, 'dispute'), ended))
    .for('update')
  if (found) await reopenCase(tx, found)
}

/** Nothing else says what became of a case. */
async function setEnd(
  tx: Transaction,
  { id }: Pick<MoneyCase, 'id'>,
  end: (CaseEnd & { at: Date }) | undefined,
): Promise<void> {
  const { at = null, outcome = null, by = null, note = '', bookingId } = end ?? {}
  await tx
    .update(moneyCases)
    .set({ settledAt: at, outcome, settledBy: by, settledNote: note, ...(bookingId && { bookingId }) })
    .where(eq(moneyCases.id, id))
}
