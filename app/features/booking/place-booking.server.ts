import { and, count, eq, gt, lt, lte, ne, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { constraintRefusal } from '~/db/constraint-errors.server'
import { newCode, newId, newToken } from '~/db/new-id'
import { bookingEvents, bookingLines, bookings, customers, paymentAttempts } from '~/db/schema'
import { inScreenTransaction } from '~/db/transaction.server'
import { type BookingStep, firstIncompleteStep } from '~/domain/booking-steps'
import { dayState, todayIn } from '~/domain/calendar'
import { normalizePhone } from '~/domain/customer-details'
import { holdEnd, holdIsOver, MAX_LIVE_HOLDS } from '~/domain/hold'
import { asksLedNumber } from '~/domain/led-lettering'
import type { Paise } from '~/domain/money'
import { BASIC_ONLY_MESSAGE, packageAllowed } from '~/domain/packages'
import { amountToCharge, needsPayment } from '~/domain/payment-choice'
import type { Refused } from '~/domain/result'
import { type InstantRange, rangeOf } from '~/domain/slots'
import { blockedDatesAt, slotsForDate } from '~/features/availability/availability.server'
import { announceConfirmation } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'
import type { HeldDraft } from './draft-cookie.server'
import { resolveVisit, type Visit } from './visit.server'

export type HoldRefusal =
  | 'incomplete'
  | 'slot-taken'
  | 'slot-started'
  | 'date-closed'
  | 'basic-only'
  | 'price-changed'
  | 'too-many-holds'

export interface PlacedHold {
  ok: true
  bookingId: string
  linkToken: string
  status: 'pending' | 'booked'
  /** The payment attempt that was opened; null when nothing is to be paid online. */
  attemptId: string | null
}

type Placing = PlacedHold | (Refused<HoldRefusal> & { step?: BookingStep })

const TAKEN: Refused<'slot-taken'> = {
  ok: false,
  reason: 'slot-taken',
  message: 'Someone has just taken this slot. Everything you entered is kept; please choose another slot.',
}

/**
 * Holds the draft's slot for 15 minutes at the server's price, in one transaction under the screen's lock; books at once
 * when there is nothing to pay. The same attempt again finds its first result (decisions.md, Slots are promised once).
 *
 * @param claimedTotal what the person was shown, in paise; a different price is refused so that it can be shown first
 */
export async function placeHold(context: AppContext, held: HeldDraft, claimedTotal?: Paise): Promise<Placing> {
  const { screenId } = held.draft
  if (!screenId) return { ok: false, reason: 'incomplete', message: 'Please choose a screen', step: 'screens' }
  try {
    return await inScreenTransaction(context.db, screenId, async (tx) => {
      const visit = await resolveVisit(context, tx, held)
      const earlier = await earlierResult(context, tx, visit)
      if (earlier) return earlier
      await expireRunOutHolds(tx, screenId, context.clock.now())
      const refusal = await refusalOf(context, tx, visit, claimedTotal)
      return refusal ?? insertHold(context, tx, visit)
    })
  } catch (error) {
    if (constraintRefusal(error)?.reason === 'slot-taken') return TAKEN
    throw error
  }
}

/** What this attempt came to before: the same hold or booking, unless it has changed; then its old hold is given back. */
async function earlierResult(context: AppContext, tx: Transaction, visit: Visit): Promise<PlacedHold | undefined> {
  const booking = await tx.query.bookings.findFirst({
    where: eq(bookings.attemptId, visit.draft.attemptId),
    with: { attempts: true },
  })
  if (!booking) return undefined
  const { id: bookingId, linkToken } = booking
  if (booking.status === 'booked') return { ok: true, bookingId, linkToken, status: 'booked', attemptId: null }
  const now = context.clock.now()
  const range = rangeOfVisit(context, visit)
  const attempt = booking.attempts.find(({ purpose }) => purpose !== 'balance')
  const same =
    booking.status === 'pending' &&
    booking.holdEndsAt &&
    !holdIsOver(booking.holdEndsAt, now) &&
    booking.screenId === visit.screen?.id &&
    booking.during.from.getTime() === range?.from.getTime() &&
    booking.total === visit.priced?.total &&
    booking.payChoice === visit.draft.payChoice &&
    booking.customerNumber === visit.draft.customer?.number &&
    booking.customerEmail === visit.draft.customer?.email
  if (same && attempt) return { ok: true, bookingId, linkToken, status: 'pending', attemptId: attempt.id }
  // the attempt's name goes to the new hold; money that still comes for the old one is settled as late money
  const status = booking.status === 'pending' ? 'expired' : booking.status
  await tx
    .update(bookings)
    .set({ status, attemptId: `${booking.attemptId}-${bookingId}` })
    .where(eq(bookings.id, bookingId))
  if (status !== booking.status) await recordMove(tx, booking, status, 'released', now)
  return undefined
}

/** Ends the holds of a screen that ran out, inside the transaction that wants the slot. */
async function expireRunOutHolds(tx: Transaction, screenId: string, now: Date): Promise<void> {
  const over = await tx
    .update(bookings)
    .set({ status: 'expired' })
    .where(and(eq(bookings.screenId, screenId), eq(bookings.status, 'pending'), lte(bookings.holdEndsAt, now)))
    .returning({ id: bookings.id })
  for (const { id } of over) await recordMove(tx, { id, status: 'pending' }, 'expired', 'hold-ended', now)
}

function rangeOfVisit({ settings }: AppContext, { draft, slot }: Visit): InstantRange | undefined {
  return draft.date && slot ? rangeOf(draft.date, slot, settings.BUSINESS_TIME_ZONE) : undefined
}

async function refusalOf(
  context: AppContext,
  tx: Transaction,
  visit: Visit,
  claimedTotal: Paise | undefined,
): Promise<(Refused<HoldRefusal> & { step?: BookingStep }) | undefined> {
  const now = context.clock.now()
  const zone = context.settings.BUSINESS_TIME_ZONE
  const { draft, screen, slot, slotStart, selection, priced } = visit
  const { step, fault } = firstIncompleteStep(draft, visit.steps)
  if (fault || !screen?.locationId || !draft.date || !slot || !slotStart || !selection || !priced) {
    const slotGone = step === 'slots'
    const message = slotGone ? 'Please choose a slot again.' : (fault ?? 'Please complete your booking')
    return { ok: false, reason: 'incomplete', message, step }
  }
  const blocked = await blockedDatesAt(tx, screen.locationId)
  const day = dayState(draft.date, todayIn(zone, now), new Set(blocked.keys()))
  if (day !== 'available') {
    return { ok: false, reason: 'date-closed', message: blocked.get(draft.date) ?? 'That date cannot be booked.' }
  }
  const request = { screenId: screen.id, date: draft.date, schedule: screen.slots, now, zone }
  const state = (await slotsForDate(tx, request)).find((one) => one.slot.id === slot.id)?.state
  if (state === 'started') {
    return { ok: false, reason: 'slot-started', message: 'This slot has started. Please choose a later one.' }
  }
  if (state !== 'available') return TAKEN
  if (!packageAllowed(selection.package.name, slotStart, now)) {
    return { ok: false, reason: 'basic-only', message: BASIC_ONLY_MESSAGE, step: 'packages' }
  }
  if (claimedTotal !== undefined && claimedTotal !== priced.total) {
    return { ok: false, reason: 'price-changed', message: 'The price has changed. Please look at the new total.' }
  }
  const number = normalizePhone(draft.customer?.number ?? '')
  const [live] = await tx
    .select({ holds: count() })
    .from(bookings)
    .where(and(eq(bookings.customerNumber, number), eq(bookings.status, 'pending'), gt(bookings.holdEndsAt, now)))
  if ((live?.holds ?? 0) >= MAX_LIVE_HOLDS) {
    const message = 'Two slots are already being held for this phone number. Please finish one of them first.'
    return { ok: false, reason: 'too-many-holds', message }
  }
  return undefined
}

async function insertHold(context: AppContext, tx: Transaction, visit: Visit): Promise<PlacedHold> {
  const { draft, screen, slot, selection, priced } = visit
  const { customer, date } = draft
  const range = rangeOfVisit(context, visit)
  if (!screen || !slot || !selection || !priced || !customer || !date || !range) {
    throw new Error('A hold was placed for an incomplete draft.')
  }
  const now = context.clock.now()
  const { input } = selection
  const paying = needsPayment(priced.total)
  const status = paying ? 'pending' : 'booked'
  const id = newId()
  const linkToken = newToken()
  const customerId = await keepCustomer(tx, customer)
  await tx.insert(bookings).values({
    id,
    code: `LUM-${newCode()}`,
    linkToken,
    attemptId: draft.attemptId,
    status,
    holdEndsAt: paying ? holdEnd(now) : null,
    cityName: screen.location?.city?.name ?? '',
    locationId: screen.locationId,
    locationName: screen.location?.name ?? '',
    screenId: screen.id,
    screenName: screen.name,
    visitDate: date,
    slotFrom: slot.from,
    slotTo: slot.to,
    during: range,
    customerId,
    customerName: customer.name,
    customerEmail: customer.email,
    customerNumber: customer.number,
    people: input.people,
    minPeople: input.minPeople,
    extraPersonPrice: input.extraPersonPrice,
    packageId: selection.package.id,
    packageName: selection.package.name,
    packageInclusions: [...selection.package.inclusions],
    celebrantName: draft.celebrantName ?? '',
    ledName: input.ledName,
    ledNumber: asksLedNumber(input.addons) ? (draft.ledNumber ?? '') : '',
    nameOnCake: input.cakes.length ? (draft.nameOnCake ?? '') : '',
    couponCode: input.coupon?.code,
    couponTerms: input.coupon && {
      type: input.coupon.type,
      discount: input.coupon.discount,
      expireDate: input.coupon.expireDate,
    },
    couponPrice: priced.couponPrice,
    subtotal: priced.subtotal,
    total: priced.total,
    payChoice: draft.payChoice,
    termsAcceptedAt: draft.termsAccepted ? now : null,
    createdAt: now,
  })
  await tx.insert(bookingLines).values(priced.lines.map((line, position) => ({ ...line, bookingId: id, position })))
  await tx.insert(bookingEvents).values({
    bookingId: id,
    at: now,
    kind: paying ? 'held' : 'nothing-to-pay',
    toStatus: status,
    actor: 'customer',
  })
  if (!paying) {
    await announceConfirmation(context, tx, id)
    return { ok: true, bookingId: id, linkToken, status, attemptId: null }
  }
  const attemptId = newId()
  await tx.insert(paymentAttempts).values({
    id: attemptId,
    token: newToken(),
    bookingId: id,
    purpose: draft.payChoice,
    receipt: `bk_${attemptId}`,
    keyId: context.gateway.checkout.keyId,
    amount: amountToCharge(draft.payChoice, priced.total),
  })
  return { ok: true, bookingId: id, linkToken, status, attemptId }
}

/** One row a phone number. A known person's row is not overwritten by an anonymous form; the booking has its own copy. */
async function keepCustomer(
  tx: Transaction,
  customer: { name: string; email: string; number: string },
): Promise<string | undefined> {
  const [row] = await tx
    .insert(customers)
    .values(customer)
    .onConflictDoUpdate({ target: customers.number, set: { updatedAt: sql`now()` } })
    .returning({ id: customers.id })
  return row?.id
}

/** Writes a move of a booking into its history. */
export async function recordMove(
  tx: Transaction,
  booking: { id: string; status: 'pending' | 'booked' | 'expired' | 'cancelled' },
  toStatus: 'pending' | 'booked' | 'expired' | 'cancelled',
  kind: string,
  at: Date,
  detail?: Record<string, unknown>,
  actor = 'system',
): Promise<void> {
  await tx
    .insert(bookingEvents)
    .values({ bookingId: booking.id, at, kind, fromStatus: booking.status, toStatus, actor, detail })
}

/** Ends every hold that ran out, wherever it is; holds never block longer than they should even without this. */
export async function tidyHolds(context: AppContext): Promise<number> {
  const now = context.clock.now()
  return context.db.transaction(async (tx) => {
    const over = await tx
      .update(bookings)
      .set({ status: 'expired' })
      .where(and(eq(bookings.status, 'pending'), lt(bookings.holdEndsAt, now), ne(bookings.source, 'staff')))
      .returning({ id: bookings.id })
    for (const { id } of over) await recordMove(tx, { id, status: 'pending' }, 'expired', 'hold-ended', now)
    return over.length
  })
}
