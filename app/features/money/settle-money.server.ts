import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { bookings, moneyCases, paymentAttempts, payments } from '~/db/schema'
import { formatRupees } from '~/domain/money'
import type { Result } from '~/domain/result'
import { inScope } from '~/domain/staff-role'
import { recordChange } from '~/features/back-office/audit.server'
import { type ActingStaff, mayTouch, scopeOf } from '~/features/staff/staff-scope.server'
import { recordBookingChange, recordEvent } from '~/features/stored-booking/booking-history.server'
import { lockSoldBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { returnOwed } from './give-back.server'

type Done = Result<object, 'not-found' | 'done-already' | 'no-such-booking'>
type MoneyCase = typeof moneyCases.$inferSelect

const NOT_FOUND = { ok: false, reason: 'not-found', message: 'This is not here any more.' } as const
const DONE = { ok: false, reason: 'done-already', message: 'This has been seen to already.' } as const

/** The case, locked; what belongs to no booking is for super admins. */
async function lockCase(
  tx: Transaction,
  staff: ActingStaff,
  caseId: string,
): Promise<{ ok: true; found: MoneyCase } | Extract<Done, { ok: false }>> {
  const [found] = await tx.select().from(moneyCases).where(eq(moneyCases.id, caseId)).for('update')
  const booking = found?.bookingId
    ? await tx.query.bookings.findFirst({ where: eq(bookings.id, found.bookingId), columns: { locationId: true } })
    : undefined
  if (!found || !inScope(scopeOf(staff), booking?.locationId ?? null)) return NOT_FOUND
  return found.settledAt ? DONE : { ok: true, found }
}

/** Notes that something was settled outside the program, and how. A second press finds nothing open. */
export async function settleCase(context: AppContext, staff: ActingStaff, caseId: string, note: string): Promise<Done> {
  return context.db.transaction(async (tx) => {
    const locked = await lockCase(tx, staff, caseId)
    if (!locked.ok) return locked
    const { found } = locked
    const at = context.clock.now()
    await close(tx, found, { settledAt: at, outcome: 'outside', settledBy: staff.name, settledNote: note })
    const change = { action: 'updated', after: { 'Settled outside': note } } as const
    const sold = found.bookingId ? await lockSoldBooking(tx, found.bookingId) : undefined
    if (!sold) {
      const of = { entity: 'Payment', id: found.id, name: found.reference }
      await recordChange(context, tx, staff, { ...of, ...change })
      return { ok: true }
    }
    const detail = { reference: found.reference, amount: found.amount, note }
    await recordEvent(tx, sold.id, { at, kind: 'money-settled', actor: staff.name, detail })
    await recordBookingChange(context, tx, staff, sold, change)
    return { ok: true }
  })
}

/**
 * Enters a payment that no booking knew, or that did not fit, in the books of the booking it was for. What it is beyond
 * the total goes back by itself.
 */
export async function assignPayment(
  context: AppContext,
  staff: ActingStaff,
  caseId: string,
  code: string,
): Promise<Done> {
  return context.db.transaction(async (tx) => {
    const [wanted] = await tx
      .select({ id: bookings.id })
      .from(bookings)
      .where(eq(sql`upper(${bookings.code})`, code.trim().toUpperCase()))
    const booking = wanted && (await lockSoldBooking(tx, wanted.id))
    const locked = await lockCase(tx, staff, caseId)
    if (!locked.ok) return locked
    const { found } = locked
    const takes = booking?.status === 'booked' && mayTouch(staff, booking.locationId)
    if (!takes || found.kind === 'dispute' || found.currency !== 'INR') {
      return { ok: false, reason: 'no-such-booking', message: 'There is no booking of this code that stands.' }
    }
    const at = context.clock.now()
    const entered = await tx
      .insert(payments)
      .values({
        bookingId: booking.id,
        providerPaymentId: found.providerPaymentId,
        mode: 'online',
        status: 'captured',
        purpose: 'balance',
        amount: found.amount,
        fee: found.fee,
        note: 'Assigned by staff',
        recordedBy: staff.id,
        receivedAt: found.openedAt,
      })
      .onConflictDoNothing()
      .returning()
    if (!entered.length) return DONE
    const settled = { settledAt: at, outcome: 'assigned', settledBy: staff.name, bookingId: booking.id } as const
    await close(tx, found, settled)
    const detail = { paymentId: found.providerPaymentId, amount: found.amount }
    await recordEvent(tx, booking.id, { at, kind: 'payment-assigned', actor: staff.name, detail })
    const paid = await lockSoldBooking(tx, booking.id)
    if (paid) await returnOwed(context, tx, paid, { actor: staff.name, reason: 'Paid more than was due' })
    await recordBookingChange(context, tx, staff, booking, {
      action: 'updated',
      after: { 'Payment assigned': `${formatRupees(found.amount)}, ${found.providerPaymentId}` },
    })
    return { ok: true }
  })
}

const close = (tx: Transaction, { id }: MoneyCase, columns: Partial<MoneyCase>) =>
  tx.update(moneyCases).set(columns).where(eq(moneyCases.id, id))

/** Asks the provider at once about an order that it gave no clear answer about. */
export async function askAgain(context: AppContext, staff: ActingStaff, attemptId: string): Promise<Done> {
  const { db, jobs } = context
  return db.transaction(async (tx) => {
    const attempt = await tx.query.paymentAttempts.findFirst({ where: eq(paymentAttempts.id, attemptId) })
    const sold = attempt && (await lockSoldBooking(tx, attempt.bookingId))
    if (!sold || !mayTouch(staff, sold.locationId)) return NOT_FOUND
    if (attempt.status !== 'ordered') return DONE
    await tx
      .update(paymentAttempts)
      .set({ silences: 0, refusals: 0 })
      .where(and(eq(paymentAttempts.id, attemptId), eq(paymentAttempts.status, 'ordered')))
    await jobs.enqueue(tx, 'check-order', { attemptId })
    const detail = { orderId: attempt.providerOrderId }
    await recordEvent(tx, sold.id, { at: context.clock.now(), kind: 'order-asked', actor: staff.name, detail })
    await recordBookingChange(context, tx, staff, sold, {
      action: 'updated',
      after: { 'Order asked about again': attempt.providerOrderId ?? '' },
    })
    return { ok: true }
  })
}
