import { and, eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { bookingLines, bookings } from '~/db/schema'
import { correctionFault, countedReduction, writtenOff } from '~/domain/desk-refund'
import { MINUTE_MS } from '~/domain/durations'
import { formatRupees, type Paise, paise, sum, ZERO } from '~/domain/money'
import { type PricingInput, reductionLines } from '~/domain/pricing'
import { returnedByNow } from '~/domain/refund-life'
import { sumsOf } from '~/domain/refund-parts'
import type { Refused, Result } from '~/domain/result'
import { roleMay } from '~/domain/staff-role'
import type { ChargedVisit, FailedVisit } from '~/domain/technical-failure'
import { nextVersion } from '~/features/back-office/save.server'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import { noteDeskRefund, recountWrittenOff, refusedReduction } from '~/features/money/desk-refund.server'
import { deskTasks, heldOf, owedOf, queueParts, returnOwed } from '~/features/money/return-owed.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { announceCorrection, announceTechnicalFailure } from '~/features/stored-booking/announce-booking.server'
import { recordBookingChange, recordEvent } from '~/features/stored-booking/booking-history.server'
import { inChange } from '~/features/stored-booking/busy-change.server'
import {
  findStoredBooking,
  INVALID_BOOKING,
  lockWithinReach,
  type StoredBooking,
} from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { returnChanged } from './cancel-booking.server'

/**
 * The visit as a technical failure is judged by it; undefined when there is nothing to judge: the booking does not stand,
 * its slot has not begun, or it was judged before.
 */
export function failedVisit(
  stored: Pick<StoredBooking, 'status' | 'during' | 'total' | 'lines' | 'payments' | 'refunds'>,
  now: Date,
): FailedVisit | undefined {
  const { status, during } = stored
  if (status !== 'booked' || during.from > now || reductionOf(stored)) return undefined
  return asFailedVisit(stored)
}

/** The visit as it was charged less, for a correction; undefined when there is nothing to correct. */
export function chargedVisit(stored: Parameters<typeof failedVisit>[0]): ChargedVisit | undefined {
  const line = reductionOf(stored)
  if (stored.status !== 'booked' || !line) return undefined
  const total = paise(stored.total - line.amount)
  const tasks = deskTasks(stored)
  const waits = sum(tasks.map(({ amount }) => amount))
  const going = paise(returnedByNow(stored.refunds).coming - waits)
  return { ...asFailedVisit(stored), total, charge: paise(Math.min(line.unitPrice, total)), waits, going }
}

const reductionOf = ({ lines }: Pick<StoredBooking, 'lines'>) => lines.find(({ kind }) => kind === 'reduction')

function asFailedVisit(
  stored: Pick<StoredBooking, 'during' | 'total' | 'lines' | 'payments' | 'refunds'>,
): FailedVisit {
  const { during, total, lines } = stored
  return {
    total,
    rent: lines.find(({ kind }) => kind === 'package')?.amount ?? ZERO,
    slotMinutes: Math.round((during.to.getTime() - during.from.getTime()) / MINUTE_MS),
    held: heldOf(stored),
  }
}

export interface FailureReport {
  minutesUsed: number
  /** What the visit costs now; the rent for the time used, or what staff put in its place. */
  charge: Paise
  reason: string
  /** What the page said had been paid and not refunded. */
  kept?: Paise
}

type FailureRefusal =
  | 'not-found'
  | 'nothing-to-judge'
  | 'too-long'
  | 'not-less'
  | 'return-changed'
  | 'beyond-desk'
  | 'busy'

/**
 * Makes a booking cost less after a technical failure and refunds what was paid beyond that
 * (rule M23): a line of its own on the bill, the refund, the history, and a mail to the customer.
 */
export async function settleTechnicalFailure(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string,
  { minutesUsed, charge, reason, kept }: FailureReport,
): Promise<Result<{ returned: Paise }, FailureRefusal>> {
  const settle = async (tx: Transaction): Promise<Result<{ returned: Paise }, FailureRefusal>> => {
    const now = context.clock.now()
    const stored = await lockWithinReach(tx, staff, bookingId)
    if (!stored) return INVALID_BOOKING
    const visit = failedVisit(stored, now)
    if (!visit) {
      const message = 'Only a booking that stands and has begun can be charged less, and only once.'
      return { ok: false, reason: 'nothing-to-judge', message }
    }
    const tooLong = longerThan(visit, minutesUsed)
    if (tooLong) return tooLong
    if (charge >= visit.total) {
      const message = `It must be less than the total, ${formatRupees(visit.total)}`
      return { ok: false, reason: 'not-less', message }
    }
    const after = { ...stored, total: charge }
    if (kept !== undefined && kept !== sum(visit.held.map(({ held }) => held)))
      return returnChanged(sumsOf(owedOf(after)))
    const off = paise(visit.total - charge)
    const beyond = refusedReduction(context, staff, { off, returned: sumsOf(owedOf(after)).all }, stored)
    if (beyond) return beyond
    const explanation = usedWords(visit, minutesUsed)
    const position = Math.max(...stored.lines.map((line) => line.position)) + 1
    const lines = reductionLines({ amount: charge, explanation }, visit.total)
    await tx.insert(bookingLines).values(lines.map((line) => ({ ...line, bookingId, position })))
    await tx
      .update(bookings)
      .set({ total: charge, ...nextVersion(bookings) })
      .where(eq(bookings.id, bookingId))
    const returns = await queueParts(context, tx, stored, owedOf(after), reason)
    const returned = returns.all
    await noteDeskRefund(tx, staff, stored, countedReduction({ off, returned }))
    // a correction has to know it
    const written = roleMay(staff.role, 'refund-any-sum') ? ZERO : writtenOff({ off, returned })
    const detail = { minutesUsed, charge, returned, reason, ...(written > 0 && { written }) }
    await recordEvent(tx, bookingId, { at: now, kind: 'technical-failure', actor: staff.name, detail })
    await recordBookingChange(context, tx, staff, stored, {
      action: 'updated',
      before: { Total: formatRupees(visit.total) },
      after: { Total: formatRupees(charge), Refund: formatRupees(returned), Reason: reason },
    })
    await announceTechnicalFailure(context, tx, { id: bookingId, version: stored.version + 1 }, returns)
    return { ok: true, returned }
  }
  return inChange(context.db, settle)
}

function longerThan({ slotMinutes }: FailedVisit, minutesUsed: number): Refused<'too-long'> | undefined {
  if (minutesUsed <= slotMinutes) return undefined
  return { ok: false, reason: 'too-long', message: `The slot has ${slotMinutes} minutes` }
}

const usedWords = ({ slotMinutes }: FailedVisit, minutesUsed: number) => `${minutesUsed} of ${slotMinutes} minutes used`

export interface FailureCorrection extends FailureReport {
  /** The version of the booking that the page showed. */
  shown: number
}

type CorrectionRefusal =
  | Exclude<FailureRefusal, 'nothing-to-judge' | 'not-less'>
  | 'nothing-to-correct'
  | 'stale'
  | 'more-than-full'
  | 'as-before'

/** What a correction comes to: what goes back by it, and what is due then. */
interface Corrected {
  returned: Paise
  due: Paise
}

/**
 * Enters anew what a visit costs after a technical failure, where it was mistyped (rule M23); `charge` may be the full price, and then
 * nothing is taken off any more. What goes back or is due follows from the ledger as after any edit; history, audit log and a mail say
 * that it was corrected. Refused to whoever may not refund any sum, and when the booking has changed since it was shown.
 */
export async function correctTechnicalFailure(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string,
  correction: FailureCorrection,
): Promise<Result<Corrected, CorrectionRefusal>> {
  const correct = async (tx: Transaction): Promise<Result<Corrected, CorrectionRefusal>> => {
    const stored = await lockWithinReach(tx, staff, bookingId)
    if (!stored) return INVALID_BOOKING
    const visit = chargedVisit(stored)
    if (!visit) {
      const message = 'Nothing is taken off after a technical failure any more. Please look again.'
      return { ok: false, reason: 'nothing-to-correct', message }
    }
    return (
      correctionRefusal(staff, stored, visit, correction) ??
      correctCharge(context, tx, staff, stored, visit, correction)
    )
  }
  return inChange(context.db, correct)
}

function correctionRefusal(
  { role }: ActingStaff,
  stored: StoredBooking,
  visit: ChargedVisit,
  { minutesUsed, charge, kept, shown }: FailureCorrection,
): Refused<CorrectionRefusal> | undefined {
  const beyond = correctionFault(role)
  if (beyond) return { ok: false, reason: 'beyond-desk', message: beyond }
  if (shown !== stored.version) {
    const now = `the visit costs ${formatRupees(stored.total)} now`
    const message = `Somebody has corrected or changed this booking meanwhile: ${now}. Please look again.`
    return { ok: false, reason: 'stale', message }
  }
  const tooLong = longerThan(visit, minutesUsed)
  if (tooLong) return tooLong
  if (charge > visit.total) {
    const message = `It can be ${formatRupees(visit.total)} at most, the full price`
    return { ok: false, reason: 'more-than-full', message }
  }
  if (charge === visit.charge && reductionOf(stored)?.explanation === usedWords(visit, minutesUsed))
    return { ok: false, reason: 'as-before', message: 'That is what was entered before' }
  if (kept !== undefined && kept !== keptOf(visit)) return returnChanged(sumsOf(owedOf({ ...stored, total: charge })))
  return undefined
}

/** What of a visit's money is here: held, or waiting to be handed over. */
const keptOf = ({ held, waits }: ChargedVisit): Paise => sum([...held.map((one) => one.held), waits])

async function correctCharge(
  context: AppContext,
  tx: Transaction,
  staff: ActingStaff,
  stored: StoredBooking,
  visit: ChargedVisit,
  { minutesUsed, charge, reason }: FailureCorrection,
): Promise<Result<Corrected, never>> {
  const { id: bookingId } = stored
  const before = reductionOf(stored)
  const explanation = usedWords(visit, minutesUsed)
  await replaceReduction(tx, stored, charge < visit.total ? { amount: charge, explanation } : undefined, visit.total)
  await tx
    .update(bookings)
    .set({ total: charge, ...nextVersion(bookings) })
    .where(eq(bookings.id, bookingId))
  const written = await recountWrittenOff(tx, bookingId, paise(visit.total - charge))
  const told = { actor: staff.name, reason }
  const returns = await returnOwed(context, tx, { ...stored, total: charge }, told)
  const { all: returned, needed = ZERO } = returns
  const detail = { minutesUsed, charge, corrected: visit.charge, returned, reason, ...(written > 0 && { written }) }
  const at = context.clock.now()
  await recordEvent(tx, bookingId, { at, kind: 'technical-failure', actor: staff.name, detail })
  await recordBookingChange(context, tx, staff, stored, {
    action: 'updated',
    before: { Total: formatRupees(stored.total), 'Technical failure': before?.explanation ?? '' },
    after: {
      ...{ Total: formatRupees(charge), 'Technical failure': charge < visit.total ? explanation : 'At the full price' },
      ...(returned > 0 && { Refund: formatRupees(returned) }),
      ...(needed > 0 && { 'Not handed over any more': formatRupees(needed) }),
      'Corrected because': reason,
    },
  })
  // other minutes alone are nothing to the customer
  if (charge !== stored.total || returned > 0)
    await announceCorrection(context, tx, { id: bookingId, version: stored.version + 1 }, returns)
  const after = (await findStoredBooking(tx, bookingId)) ?? stored
  const { remaining } = ledgerOfRows(after, after.payments, after.refunds)
  return { ok: true, returned, due: remaining }
}

/** Puts another line in the place of the one that takes something off, or none. */
async function replaceReduction(
  tx: Transaction,
  stored: StoredBooking,
  charge: PricingInput['charge'],
  price: Paise,
): Promise<void> {
  const own = and(eq(bookingLines.bookingId, stored.id), eq(bookingLines.kind, 'reduction'))
  await tx.delete(bookingLines).where(own)
  const position = reductionOf(stored)?.position ?? 0
  const lines = reductionLines(charge, price).map((line) => ({ ...line, bookingId: stored.id, position }))
  if (lines.length) await tx.insert(bookingLines).values(lines)
}
