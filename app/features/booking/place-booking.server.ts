import { and, eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { constraintRefusal } from '~/db/constraint-errors.server'
import { newCode, newId, newToken } from '~/db/new-id'
import { runOut } from '~/db/occupancy'
import { bookingLines, bookings, paymentAttempts } from '~/db/schema'
import { inScreenTransaction } from '~/db/transaction.server'
import type { BlockingStatus } from '~/domain/booking-status'
import { holdEnd, isLiveHold, paymentWindowSeconds } from '~/domain/hold'
import { amountToCharge, needsPayment } from '~/domain/payment-choice'
import { addsUp } from '~/domain/payment-purposes'
import { changedSinceShown, type ShownBooking } from '~/domain/shown-booking'
import { leftOrder } from '~/features/money/leave-payment.server'
import { orderActivity } from '~/features/money/order-activity.server'
import { announceConfirmation } from '~/features/stored-booking/announce-booking.server'
import { freeAttempt } from '~/features/stored-booking/attempt-name.server'
import { recordEvent } from '~/features/stored-booking/booking-history.server'
import { endHold } from '~/features/stored-booking/move-status.server'
import { WITH_ATTEMPTS, WITH_ROWS } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { asShown, type BookingContent, contentOf, hasContent, isMoved, lineRows } from './booking-content.server'
import { consentOf } from './consent.server'
import { savedCustomer } from './customer-row.server'
import { heldQuote } from './held-quote.server'
import { bookedMeanwhile, paidRefusal } from './paid-already.server'
import { type DraftState, type Quote, resolveQuote } from './quote.server'
import {
  busyRefusal,
  freeLimitRefusal,
  heldByOwnNetwork,
  holdLimitRefusal,
  incompleteRefusal,
  lockOwnNetwork,
  ownNetwork,
  type QuoteRefusal,
  quoteRefusal,
  type RefusedQuote,
  TAKEN,
} from './quote-refusal.server'

export type HoldRefusal = QuoteRefusal | 'changed-meanwhile' | 'too-many-holds' | 'payment-under-way' | 'paid-already'

export interface PlacedHold {
  ok: true
  bookingId: string
  linkToken: string
  status: BlockingStatus
  /** The payment attempt that was opened; null when nothing is to be paid online. */
  attemptId: string | null
}

/** A hold with less of the provider's window left than this is renewed when it is asked for again. */
const SHORTEST_WINDOW_SECONDS = 120
const TIDY_AT_ONCE = 200

export const PAYMENT_UNDER_WAY: RefusedQuote<'payment-under-way'> = {
  ok: false,
  reason: 'payment-under-way',
  message: 'A payment for your slot may still be under way. Please wait for its result before you change the booking.',
  step: 'payment',
}

/**
 * Holds the draft's slot for a while at the server's price, in one transaction under the screen's lock; books at once
 * when there is nothing to pay. The same attempt again finds its first result; when the booking was changed in between,
 * its own hold is released first (rule S7).
 *
 * @param shown what the person was shown of it; a booking that differs is refused, so that it can be shown first
 * @param told by their tokens the evenings that the person knows to be booked: another one that a slow bank has booked in this attempt is
 *   shown first; whoever is not told of any, as a program, may book another
 */
export async function placeHold(
  context: AppContext,
  given: DraftState,
  shown: ShownBooking = {},
  told?: readonly string[],
): Promise<PlacedHold | RefusedQuote<HoldRefusal>> {
  const first = await tryToHold(context, given, { shown, told })
  if (!('ask' in first)) return first
  // the provider is asked outside any transaction; what changed meanwhile is found by the second try
  const { orderId, bookingId } = first.ask
  if ((await orderActivity(context.gateway, orderId)) !== 'quiet') {
    // that it may be is remembered, so that the page names it: what was changed stands beside what may be paid
    await leftOrder(context, { orderId })
    return PAYMENT_UNDER_WAY
  }
  const second = await tryToHold(context, given, { shown, told, mayRelease: bookingId })
  return 'ask' in second ? PAYMENT_UNDER_WAY : second
}

/** The draft's earlier hold has to go first, if nothing is under way in its order. */
interface AskFirst {
  ask: { bookingId: string; orderId: string }
}

interface Pressed {
  shown: ShownBooking
  told: readonly string[] | undefined
  /** The hold whose order is known to be quiet. */
  mayRelease?: string
}

async function tryToHold(
  context: AppContext,
  given: DraftState,
  pressed: Pressed,
): Promise<PlacedHold | RefusedQuote<HoldRefusal> | AskFirst> {
  const { screenId, attemptId } = given.draft
  if (!screenId) return { ok: false, reason: 'incomplete', message: 'Please choose a screen', step: 'screens' }
  try {
    return await inScreenTransaction(context.db, screenId, async (tx) => {
      // asked in one trip, as all is that does not wait for an answer
      const [today, earlier] = await Promise.all([
        resolveQuote(context, tx, given),
        findEarlier(tx, attemptId),
        lockOwnNetwork(tx),
      ])
      const live = earlier && isLiveHold(earlier, context.clock.now())
      const stands = live ? await heldQuote(context, tx, given) : undefined
      // who was shown another price means that one
      const held = stands && changedSinceShown(pressed.shown, asShown(stands.quote, stands.stored)) ? undefined : stands
      const quote = held?.quote ?? today
      const content = held?.content ?? (incompleteRefusal(quote) ? undefined : contentOf(context, quote))
      const first = earlier && (await earlierResult(context, tx, earlier, { ...pressed, content, quote }))
      if (first) return first
      // of an evening that is still theirs nothing is given up before there is another hold of it
      const refuse = <Refusal extends RefusedQuote<HoldRefusal>>(refusal: Refusal): Refusal => {
        if (live && !(content && isMoved(earlier, content))) throw new KeptHold(refusal)
        return refusal
      }
      // what ran out occupies nothing, expired or not: neither waits for the other
      const [refusal, , ofNetwork] = await Promise.all([
        quoteRefusal(context, tx, quote, { by: 'customer' }),
        expireRunOutHolds(tx, screenId, context.clock.now()),
        heldByOwnNetwork(context, tx),
      ])
      if (refusal || !content) return refuse(refusal ?? TAKEN)
      const message = changedSinceShown(pressed.shown, asShown(quote, held?.stored))
      if (message) return refuse({ ok: false, reason: 'changed-meanwhile', message, step: 'payment' })
      const tooMany = needsPayment(content.columns.total)
        ? holdLimitRefusal(context, ofNetwork, content.columns)
        : await freeLimitRefusal(context, tx)
      if (tooMany) return refuse(tooMany)
      return insertHold(context, tx, attemptId, content, quote)
    })
  } catch (error) {
    if (error instanceof KeptHold) return error.refusal
    const reason = constraintRefusal(error)?.reason
    if (reason === 'slot-taken') return TAKEN
    // the same attempt on another screen at the same moment: its result is there now
    if (reason === 'attempt-used') return tryToHold(context, given, pressed)
    const busy = busyRefusal(error)
    if (busy) return busy
    throw error
  }
}

/** Keeps a hold that was ended for another one, which is refused, and carries the refusal out of the transaction. */
class KeptHold extends Error {
  constructor(readonly refusal: RefusedQuote<HoldRefusal>) {
    super(refusal.message)
  }
}

/**
 * What an attempt came to before, if anything, locked, since a slow bank may book it at this moment: mostly nothing, so that this is asked
 * for first, and cheaply.
 */
async function findEarlier(tx: Transaction, attemptId: string) {
  const named = eq(bookings.attemptId, attemptId)
  const [known] = await tx.select({ id: bookings.id }).from(bookings).where(named).for('update')
  if (!known) return undefined
  return tx.query.bookings.findFirst({
    where: eq(bookings.attemptId, attemptId),
    with: { ...WITH_ATTEMPTS, lines: WITH_ROWS.lines },
  })
}

type Earlier = NonNullable<Awaited<ReturnType<typeof findEarlier>>>

/** A hold is renewed once, when too little of it is left to pay in. */
const mayExtend = ({ holdEndsAt, createdAt }: Earlier, { holdMinutes }: Quote, now: Date): boolean =>
  holdEndsAt !== null &&
  holdEndsAt.getTime() <= holdEnd(createdAt, holdMinutes).getTime() &&
  paymentWindowSeconds(holdEndsAt, now) < SHORTEST_WINDOW_SECONDS

/** Whether the slot of a hold has begun, or its day was closed: what is left of the hold is all that there is. */
const isPastSelling = ({ slotStart, screen, draft: { date } }: Quote, now: Date): boolean =>
  (slotStart !== undefined && slotStart <= now) || (date !== undefined && screen?.closedDates.has(date) === true)

/** The try to pay that books a hold; those on the booking's own page come on top of it. */
export const openAttempt = ({ attempts }: Pick<Earlier, 'attempts'>) => attempts.find(({ purpose }) => !addsUp(purpose))

/** What this attempt came to before, or nothing after its name was freed for a new hold. */
async function earlierResult(
  context: AppContext,
  tx: Transaction,
  earlier: Earlier,
  { content, quote, told, mayRelease }: Pressed & { content: BookingContent | undefined; quote: Quote },
): Promise<PlacedHold | RefusedQuote<'paid-already'> | AskFirst | undefined> {
  const { id: bookingId, linkToken, status } = earlier
  // a draft that names another slot by now is another booking, not this one again
  const another = content !== undefined && isMoved(earlier, content)
  if (status === 'booked' && !another) return { ok: true, bookingId, linkToken, status, attemptId: null }
  if (status === 'booked' && told && !told.includes(linkToken)) return paidRefusal([bookedMeanwhile(earlier)])
  const now = context.clock.now()
  const attempt = openAttempt(earlier)
  const live = isLiveHold(earlier, now)
  if (live && attempt && content && hasContent(earlier, content)) {
    if (mayExtend(earlier, quote, now) && !isPastSelling(quote, now)) {
      await tx
        .update(bookings)
        .set({ holdEndsAt: holdEnd(now, quote.holdMinutes) })
        .where(eq(bookings.id, bookingId))
    }
    return { ok: true, bookingId, linkToken, status: 'pending', attemptId: attempt.id }
  }
  const orderId = live ? attempt?.providerOrderId : undefined
  if (orderId && mayRelease !== bookingId) return { ask: { bookingId, orderId } }
  // money that still comes for the old one is settled as late money
  await freeAttempt(tx, earlier)
  await endHold(tx, earlier, now, 'customer')
  return undefined
}

async function insertHold(
  context: AppContext,
  tx: Transaction,
  draftAttemptId: string,
  content: BookingContent,
  { draft, holdMinutes }: Quote,
): Promise<PlacedHold> {
  const now = context.clock.now()
  const { total, payChoice } = content.columns
  const paying = needsPayment(total)
  const status = paying ? 'pending' : 'booked'
  const bookingId = newId()
  const linkToken = newToken()
  const { saved, customerId } = savedCustomer(tx, content, 'customer', now)
  await tx
    .with(saved)
    .insert(bookings)
    .values({
      ...content.columns,
      id: bookingId,
      code: `LUM-${newCode()}`,
      linkToken,
      attemptId: draftAttemptId,
      status,
      holdEndsAt: paying ? holdEnd(now, holdMinutes) : null,
      heldFrom: ownNetwork(),
      customerId,
      ...consentOf(draft.termsAccepted ?? false, now, 'customer'),
      createdAt: now,
    })
  const kind = paying ? 'held' : 'nothing-to-pay'
  const written = [
    tx.insert(bookingLines).values(lineRows(bookingId, content.lines)),
    recordEvent(tx, bookingId, { at: now, kind, actor: 'customer', to: status }),
  ]
  if (!paying) {
    await Promise.all(written)
    await announceConfirmation(context, tx, { id: bookingId, calendarSequence: 0 })
    return { ok: true, bookingId, linkToken, status, attemptId: null }
  }
  const attemptId = newId()
  const opened = tx.insert(paymentAttempts).values({
    id: attemptId,
    token: newToken(),
    bookingId,
    purpose: payChoice,
    receipt: `bk_${attemptId}`,
    keyId: context.gateway.checkout.keyId,
    amount: amountToCharge(payChoice, total),
    createdAt: now,
  })
  await Promise.all([...written, opened])
  return { ok: true, bookingId, linkToken, status, attemptId }
}

/** Ends the holds of a screen that ran out, inside the transaction that wants the slot. */
export async function expireRunOutHolds(tx: Transaction, screenId: string, now: Date): Promise<void> {
  const over = await tx
    .select({ id: bookings.id, status: bookings.status, holdEndsAt: bookings.holdEndsAt })
    .from(bookings)
    .where(and(eq(bookings.screenId, screenId), runOut(now)))
    .for('update')
  for (const hold of over) await endHold(tx, hold, now, 'system')
}

/** Ends holds that ran out, wherever they are; they never block longer than they should even without this. */
export async function tidyHolds(context: AppContext): Promise<number> {
  const now = context.clock.now()
  return context.db.transaction(async (tx) => {
    const over = await tx
      .select({ id: bookings.id, status: bookings.status, holdEndsAt: bookings.holdEndsAt })
      .from(bookings)
      .where(runOut(now))
      .limit(TIDY_AT_ONCE)
      // a row that somebody works on is theirs
      .for('update', { skipLocked: true })
    for (const hold of over) await endHold(tx, hold, now, 'system')
    return over.length
  })
}
