import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { bookings, moneyCases, paymentAttempts, payments, staff } from '~/db/schema'
import { RETURNS } from '~/domain/late-money'
import { formatRupees, type Paise, paise, ZERO } from '~/domain/money'
import { goesOnline, sumsOf } from '~/domain/refund-parts'
import type { Result } from '~/domain/result'
import { inScope, roleMay } from '~/domain/staff-role'
import { recordChange } from '~/features/back-office/audit.server'
import { nextVersion } from '~/features/back-office/save.server'
import { type ActingStaff, mayTouch, scopeOf } from '~/features/staff/staff-scope.server'
import { announceMoneyReceived, announceReturn } from '~/features/stored-booking/announce-booking.server'
import { recordBookingChange, recordEvent } from '~/features/stored-booking/booking-history.server'
import { inChange } from '~/features/stored-booking/busy-change.server'
import { lockStoredBooking, lockWithinReach, type StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import type { GatewayDispute, GatewayRefund } from '~/platform/payment-gateway.server'
import type { AssignedPayment } from '~/platform/queues.server'
import { ledgerOfRows } from './desk-money.server'
import { noteDeskRefund, refusedRefund } from './desk-refund.server'
import { disputesOf, enterDisputes, tellOfNotSent } from './dispute.server'
import { closeCase } from './money-case.server'
import { lockPayment } from './refund-move.server'
import { enterListed, followRefunds } from './refund-news.server'
import { announceOwed, heldOf, owedOf, queueRefund, returnOwed } from './return-owed.server'

type Refusals = 'not-found' | 'done-already' | 'no-such-booking' | 'beyond-desk' | 'no-answer' | 'busy'
type Done = Result<object, Refusals>
type MoneyCase = typeof moneyCases.$inferSelect

const NOT_FOUND = { ok: false, reason: 'not-found', message: 'This is not here any more.' } as const
const FOR_ADMINS = {
  ok: false,
  reason: 'beyond-desk',
  message: 'What became of this money is for an admin to say.',
} as const
const NO_ANSWER = {
  ok: false,
  reason: 'no-answer',
  message: 'The payment provider does not say what of this went back already. Nothing was changed: please try again.',
} as const
const DONE = { ok: false, reason: 'done-already', message: 'This has been seen to already.' } as const

type Locked = { ok: true; found: MoneyCase; stored: StoredBooking | undefined } | Extract<Done, { ok: false }>

/** The case with its booking, locked, the booking first as everywhere; what belongs to none is for super admins. */
async function lockCase(tx: Transaction, staff: ActingStaff, caseId: string): Promise<Locked> {
  const seen = await tx.query.moneyCases.findFirst({ where: eq(moneyCases.id, caseId) })
  const stored = seen?.bookingId ? await lockStoredBooking(tx, seen.bookingId) : undefined
  // disputes before the case of their payment, as who follows the bank's word does
  const disputes = and(eq(moneyCases.providerPaymentId, seen?.providerPaymentId ?? ''), eq(moneyCases.kind, 'dispute'))
  await tx.select({ id: moneyCases.id }).from(moneyCases).where(disputes).orderBy(moneyCases.id).for('update')
  const [found] = await tx.select().from(moneyCases).where(eq(moneyCases.id, caseId)).for('update')
  if (!found || !inScope(scopeOf(staff), stored?.locationId ?? null)) return NOT_FOUND
  return found.settledAt ? DONE : { ok: true, found, stored }
}

/**
 * Notes that something was settled outside the program, and how; the money is in nobody's books then, so that admins alone may
 * (rule K19). A second press finds nothing open.
 */
export async function settleCase(context: AppContext, staff: ActingStaff, caseId: string, note: string): Promise<Done> {
  return inChange(context.db, async (tx) => {
    const locked = await lockCase(tx, staff, caseId)
    if (!locked.ok) return locked
    if (!roleMay(staff.role, 'refund-any-sum')) return FOR_ADMINS
    const { found, stored } = locked
    const at = context.clock.now()
    await closeCase(context, tx, found, { outcome: 'outside', by: staff.name, note })
    if (found.kind === 'dispute') await tellOfNotSent(context, tx, found.providerPaymentId)
    const change = { action: 'updated', after: { 'Settled outside': note } } as const
    if (!stored) {
      const of = { entity: 'Payment', id: found.id, name: found.reference }
      await recordChange(context, tx, staff, { ...of, ...change })
      return { ok: true }
    }
    const detail = { reference: found.reference, amount: found.amount, note }
    await recordEvent(tx, stored.id, { at, kind: 'money-settled', actor: staff.name, detail })
    await recordBookingChange(context, tx, staff, stored, change)
    return { ok: true }
  })
}

/**
 * Notes what became of an order that the provider does not know, once nobody asks about it any more by itself: for admins alone, as
 * what is in nobody's books. Should it be paid all the same, the provider's word counts as before.
 */
export async function settleOrder(
  context: AppContext,
  staff: ActingStaff,
  attemptId: string,
  note: string,
): Promise<Done> {
  return inChange(context.db, async (tx) => {
    const { attempt, stored } = await lockOrder(tx, staff, attemptId)
    if (!attempt || !stored) return NOT_FOUND
    if (!roleMay(staff.role, 'refund-any-sum')) return FOR_ADMINS
    const given = and(eq(paymentAttempts.status, 'ordered'), isNull(paymentAttempts.nextCheckAt))
    const [closed] = await tx
      .update(paymentAttempts)
      .set({ status: 'closed' })
      .where(and(eq(paymentAttempts.id, attemptId), given))
      .returning()
    if (!closed) return DONE
    const detail = { reference: closed.providerOrderId, amount: closed.amount, note }
    await recordEvent(tx, stored.id, {
      at: context.clock.now(),
      kind: 'money-settled',
      actor: staff.name,
      detail,
    })
    await recordBookingChange(context, tx, staff, stored, { action: 'updated', after: { 'Settled outside': note } })
    return { ok: true }
  })
}

/** An order that staff may do something about, its booking locked. */
async function lockOrder(tx: Transaction, staff: ActingStaff, attemptId: string) {
  const attempt = await tx.query.paymentAttempts.findFirst({ where: eq(paymentAttempts.id, attemptId) })
  return { attempt, stored: attempt && (await lockWithinReach(tx, staff, attempt.bookingId)) }
}

type Entered = Pick<typeof payments.$inferInsert, 'bookingId' | 'purpose' | 'note'>

/**
 * Enters the payment of a case in the books, as received now: the day on which it reached the provider may be closed, and its month
 * be filed (rule M25). Nobody took it. Undefined when it is there already.
 */
async function enterPayment({ clock }: AppContext, tx: Transaction, found: MoneyCase, of: Entered) {
  const { providerPaymentId, bankReference, amount, fee, tax } = found
  const [payment] = await tx
    .insert(payments)
    .values({
      ...{ ...of, providerPaymentId, bankReference, amount, fee, tax, receivedAt: clock.now() },
      ...{ mode: 'online', status: 'captured' },
    })
    .onConflictDoNothing()
    .returning()
  return payment
}

/** What went back of a payment, and what banks took of it, before it was in the books. */
interface GoneBefore {
  listed: GatewayRefund[]
  disputes: GatewayDispute[]
}

/** The same of the payment of a case, by the provider's word; undefined while it does not say. */
async function goneBefore(context: AppContext, caseId: string): Promise<GoneBefore | undefined> {
  const { db, gateway } = context
  const found = await db.query.moneyCases.findFirst({ where: eq(moneyCases.id, caseId) })
  if (!found?.providerPaymentId) return { listed: [], disputes: [] }
  const [listed, disputes] = await Promise.all([
    gateway.listRefunds(found.providerPaymentId),
    disputesOf(context, found.providerPaymentId),
  ])
  return listed.ok && disputes ? { listed: listed.value, disputes } : undefined
}

/**
 * Enters a payment that no booking knew, or that did not fit, in the books of the booking it was for. Refused while the provider does not
 * say what of it went back: nobody is to refund what is not owed. What follows on it is done at once; a job sees to it where that fails.
 */
export async function assignPayment(
  context: AppContext,
  staff: ActingStaff,
  caseId: string,
  code: string,
): Promise<Done> {
  const { db, log } = context
  if (!(await goneBefore(context, caseId))) return NO_ANSWER
  const entered = await inChange(db, (tx) => enterAssigned(context, tx, staff, caseId, code))
  if (!entered.ok) return entered
  await followAssigned(context, entered.assigned).catch((err: unknown) => log.warn({ err }, 'not followed on at once'))
  return { ok: true }
}

/**
 * Follows on a payment that staff have assigned: what of it went back in the provider's console before (rule P19), or was lost by a
 * dispute (rule P23), comes with it, what it is beyond the total goes back by itself, and its customer is told what was received.
 *
 * @throws while the provider cannot be asked, so that the job comes again: what went back would be sent once more
 */
export async function followAssigned(
  context: AppContext,
  { bookingId, paymentId, staffId }: AssignedPayment,
): Promise<void> {
  const disputes = await disputesOf(context, paymentId)
  if (!disputes || !(await followRefunds(context, paymentId)))
    throw new Error('The provider did not say what went back of a payment.')
  await context.db.transaction(async (tx) => {
    await enterDisputes(context, tx, disputes)
    const paid = await lockStoredBooking(tx, bookingId)
    const payment = paid?.payments.find(({ providerPaymentId }) => providerPaymentId === paymentId)
    const [by] = await tx.select({ name: staff.name, role: staff.role }).from(staff).where(eq(staff.id, staffId))
    if (!paid || !payment) return
    const held = heldOf(paid).find((one) => one.payment === payment.id)?.held ?? ZERO
    const sums = await returnOwed(context, tx, paid, {
      actor: by?.name ?? 'system',
      reason: RETURNS['too-much'].refund,
    })
    if (by) await noteDeskRefund(tx, by, paid, sums.all)
    if (sums.all < held) await announceMoneyReceived(context, tx, { bookingId, paymentIds: [payment.id] })
    await announceOwed(context, tx, paid, sums, 'too-much')
  })
}

async function enterAssigned(
  context: AppContext,
  tx: Transaction,
  staff: ActingStaff,
  caseId: string,
  code: string,
): Promise<{ ok: true; assigned: AssignedPayment } | Extract<Done, { ok: false }>> {
  const [wanted] = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(sql`upper(${bookings.code})`, code.trim().toUpperCase()))
  const booking = wanted && (await lockStoredBooking(tx, wanted.id))
  const locked = await lockCase(tx, staff, caseId)
  if (!locked.ok) return locked
  const { found } = locked
  const takes = booking?.status === 'booked' && mayTouch(staff, booking.locationId)
  if (!takes || found.kind === 'dispute' || found.currency !== 'INR') {
    return { ok: false, reason: 'no-such-booking', message: 'There is no booking of this code that stands.' }
  }
  const { remaining } = ledgerOfRows(booking, booking.payments, booking.refunds)
  const back = sumsOf(owedOf(booking)).all + Math.max(0, found.amount - remaining)
  const beyond = refusedRefund(context, staff, paise(back), booking)
  if (beyond) return beyond
  const at = context.clock.now()
  const of = { bookingId: booking.id, purpose: 'balance', note: 'Assigned by staff' } as const
  if (!(await enterPayment(context, tx, found, of))) return DONE
  // an edit that was begun before must not go by the money as it was then
  await tx.update(bookings).set(nextVersion(bookings)).where(eq(bookings.id, booking.id))
  await closeCase(context, tx, found, { outcome: 'assigned', by: staff.name, bookingId: booking.id })
  const { providerPaymentId: paymentId, amount } = found
  const ofPayment = and(eq(moneyCases.providerPaymentId, paymentId), eq(moneyCases.kind, 'dispute'))
  await tx.update(moneyCases).set({ bookingId: booking.id }).where(ofPayment)
  await recordEvent(tx, booking.id, { at, kind: 'payment-assigned', actor: staff.name, detail: { paymentId, amount } })
  await recordBookingChange(context, tx, staff, booking, {
    action: 'updated',
    after: { 'Payment assigned': `${formatRupees(amount)}, ${paymentId}` },
  })
  const assigned = { bookingId: booking.id, paymentId, staffId: staff.id }
  await context.jobs.enqueue(tx, 'follow-assigned', assigned)
  return { ok: true, assigned }
}

/**
 * Sends a payment back that no booking knew, or that did not fit: it enters the books as nobody's, and what of it has not gone back
 * in the provider's console goes the way of every refund; refused while the provider does not say what has. The customer is told of that
 * when the booking it was meant for is known. For super admins only.
 */
export async function sendBack(
  context: AppContext,
  staff: ActingStaff,
  caseId: string,
): Promise<Result<{ sent: Paise }, Refusals>> {
  if (scopeOf(staff).kind !== 'all') return NOT_FOUND
  const gone = await goneBefore(context, caseId)
  if (!gone) return NO_ANSWER
  return inChange(context.db, async (tx) => {
    const locked = await lockCase(tx, staff, caseId)
    if (!locked.ok) return locked
    const { found, stored } = locked
    if (found.kind === 'dispute' || found.currency !== 'INR') return NOT_FOUND
    const why = found.kind === 'unfitting-payment' ? RETURNS.unfitting.refund : 'It belonged to no booking'
    const payment = await enterPayment(context, tx, found, { bookingId: null, purpose: 'none', note: why })
    if (!payment) return DONE
    await enterListed(context, tx, payment, gone.listed)
    await enterDisputes(context, tx, gone.disputes)
    const { left } = await lockPayment(tx, payment)
    if (left > 0) await queueRefund(context, tx, payment, { reason: why, amount: left })
    await closeCase(context, tx, found, { outcome: 'sent-back', by: staff.name })
    const { providerPaymentId: paymentId, reference: name } = found
    const after = { 'Payment sent back': `${left > 0 ? formatRupees(left) : 'nothing was left'}, ${paymentId}` }
    if (!stored) {
      await recordChange(context, tx, staff, { entity: 'Payment', id: found.id, name, action: 'updated', after })
      return { ok: true, sent: left }
    }
    const detail = { paymentId, amount: left }
    // what went back before, or a bank took, nobody of ours has sent
    const kind = left > 0 ? 'payment-sent-back' : 'money-settled'
    await recordEvent(tx, stored.id, { at: context.clock.now(), kind, actor: staff.name, detail })
    const desk = goesOnline(true, left) ? ZERO : left
    if (left > 0) await announceReturn(context, tx, stored.id, { of: paymentId, why: 'unfitting', amount: left, desk })
    await recordBookingChange(context, tx, staff, stored, { action: 'updated', after })
    return { ok: true, sent: left }
  })
}

/** Asks the provider at once about an order that it gave no clear answer about. */
export async function askAgain(context: AppContext, staff: ActingStaff, attemptId: string): Promise<Done> {
  const { db, jobs } = context
  return inChange(db, async (tx) => {
    const { attempt, stored } = await lockOrder(tx, staff, attemptId)
    if (!attempt || !stored) return NOT_FOUND
    if (attempt.status !== 'ordered') return DONE
    await tx
      .update(paymentAttempts)
      .set({ silences: 0, refusals: 0 })
      .where(and(eq(paymentAttempts.id, attemptId), eq(paymentAttempts.status, 'ordered')))
    await jobs.enqueue(tx, 'check-order', { attemptId })
    const detail = { orderId: attempt.providerOrderId }
    await recordEvent(tx, stored.id, { at: context.clock.now(), kind: 'order-asked', actor: staff.name, detail })
    await recordBookingChange(context, tx, staff, stored, {
      action: 'updated',
      after: { 'Order asked about again': attempt.providerOrderId ?? '' },
    })
    return { ok: true }
  })
}
