import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { isSlotTaken } from '~/db/constraint-errors.server'
import { bookings } from '~/db/schema'
import type { CalendarDate } from '~/domain/calendar'
import { type CancellationQuote, isInHouse, isOpenToChanges, quoteReschedule } from '~/domain/cancellation-policy'
import type { Paise } from '~/domain/money'
import { ownPriceGone } from '~/domain/pricing'
import { NOTHING_RETURNED, type ReturnedSums, sumsOf } from '~/domain/refund-parts'
import type { Result } from '~/domain/result'
import { nextVersion } from '~/features/back-office/save.server'
import { asKeptByDispute, disputedPayments } from '~/features/money/dispute.server'
import { owedOf, returnOwed } from '~/features/money/return-owed.server'
import { findScreen, isOnSale, type ScreenOnOffer } from '~/features/offer/on-offer.server'
import { isOfferedAt } from '~/features/offer/still-offered.server'
import { announceReschedule } from '~/features/stored-booking/announce-booking.server'
import { recordEvent, wasByCustomer } from '~/features/stored-booking/booking-history.server'
import { inScreenChange } from '~/features/stored-booking/busy-change.server'
import {
  findBookingOfLink,
  INVALID_BOOKING,
  lockOfLink,
  type StoredBooking,
} from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { contentOf, isMoved, writeContent } from './booking-content.server'
import { type CancellationOffer, cancellationOffers, cancelStored, returnChanged } from './cancel-booking.server'
import { expireRunOutHolds } from './place-booking.server'
import { type Quote, resolveQuote } from './quote.server'
import { incompleteRefusal, quoteRefusal, TAKEN } from './quote-refusal.server'
import { draftOfBooking } from './stored-terms.server'

export type ChangeRefusal = 'not-found' | 'not-allowed' | 'slot-taken' | 'price-changed' | 'return-changed' | 'busy'

/** What a customer may still do with a booking: what cancelling refunds, and whether it can be moved. */
export interface CustomerOptions {
  cancellation: CancellationOffer & Pick<CancellationQuote, 'reason' | 'explanation'>
  reschedule: { allowed: true } | { allowed: false; explanation: string }
}

export interface ChangeableBooking {
  stored: StoredBooking
  screen: ScreenOnOffer
  options: CustomerOptions
}

/**
 * What the policy lets a customer do with a booking at an instant, while some payments may be `disputed`; undefined when it does
 * not stand, has begun, or its guests are in the house.
 */
export function customerOptions(
  stored: StoredBooking,
  now: Date,
  disputed?: ReadonlySet<string>,
): CustomerOptions | undefined {
  if (!isOpenToChanges(stored, now)) return undefined
  const { visitDate, during, rescheduleCount } = stored
  const { policy, quote } = cancellationOffers(stored, now, disputed)
  return {
    cancellation: { ...policy, reason: quote.reason, explanation: quote.explanation },
    reschedule: quoteReschedule({ visitDate, start: during.from, rescheduleCount }, now),
  }
}

/** A booking that its customer may still change, by the token of its link; undefined when there is none. */
export async function findChangeable(context: AppContext, token: string): Promise<ChangeableBooking | undefined> {
  const { db, clock } = context
  const stored = await findBookingOfLink(context.db, token)
  const options = stored && customerOptions(stored, clock.now(), await disputedPayments(db, stored.id))
  const screen = options && (await findScreen(db, stored.screenId))
  return screen && { stored, screen, options }
}

/**
 * The customer cancels their booking: the slot is free again and the policy decides what goes back
 * (rule M20). Refused when another sum would go back than the page said. Pressed twice, the second press finds it cancelled.
 */
export async function cancelByCustomer(
  context: AppContext,
  token: string,
  shownRefund: Paise | undefined,
): Promise<Changed> {
  const found = await findChangeable(context, token)
  if (!found) return unlessCancelled(context, context.db, await findBookingOfLink(context.db, token))
  return changing(context, found, async (tx) => {
    const stored = await lockOfLink(tx, found.stored)
    const options = stored && customerOptions(stored, context.clock.now())
    if (!options) return unlessCancelled(context, tx, stored)
    const { cancellation } = options
    if (cancellation.sums.all !== shownRefund) return returnChanged(cancellation.sums)
    const by = { actor: 'customer', reason: 'Cancelled by the customer', refund: 'policy' } as const
    await cancelStored(context, tx, stored, cancellation, by)
    return { ok: true, returned: await asKeptByDispute(tx, stored.id, cancellation.sums) }
  })
}

type Changed = Result<{ returned: ReturnedSums }, ChangeRefusal>

/** What is asked for has been done already; what goes back for it stands on the page that this leads to. */
const DONE_ALREADY: Changed = { ok: true, returned: NOTHING_RETURNED }

/** Refuses to cancel what cannot be, unless its customer has cancelled it: without scripts the answer to a second press is shown. */
const unlessCancelled = async (
  context: AppContext,
  db: Database | Transaction,
  stored: StoredBooking | undefined,
): Promise<Changed> =>
  stored?.status === 'cancelled' && (await wasByCustomer(db, stored.id, 'cancelled'))
    ? DONE_ALREADY
    : notChangeable(context, stored)

const IN_THE_HOUSE = {
  ok: false,
  reason: 'not-allowed',
  message: 'Your party is in the house: please talk to the front desk about any change.',
} as const

/** What guests who are in the house read where a change would be offered; undefined of any other visit. */
export const inHouseWords = (stored: Pick<StoredBooking, 'status' | 'attendance' | 'during'>, now: Date) =>
  isInHouse(stored, now) ? IN_THE_HOUSE.message : undefined

/** Why nothing may be changed of a booking by its link: of guests who came, that the desk is there for them. */
const notChangeable = ({ clock }: AppContext, stored: StoredBooking | undefined): Changed =>
  stored && isInHouse(stored, clock.now()) ? IN_THE_HOUSE : INVALID_BOOKING

/** Changes a booking while nobody else sells its screen; refused, not thrown, when the screen is taken or stuck. */
async function changing(
  { db }: AppContext,
  { stored: { screenId } }: ChangeableBooking,
  work: (tx: Transaction) => Promise<Changed>,
): Promise<Changed> {
  try {
    return await inScreenChange(db, screenId, work)
  } catch (error) {
    if (isSlotTaken(error)) return TAKEN
    throw error
  }
}

export const ROOM_CLOSED = 'This room is not open to bookings at present. Please call us to move yours.'
export const ROOM_ELSEWHERE = 'This room has moved to another location. Please call us to move your booking.'

/**
 * Said in place of slots while the business does not offer a booking's room, or offers it at another place than the one that was
 * agreed to; null where it can be moved within it.
 */
export function roomFault({ stored, screen }: Pick<ChangeableBooking, 'stored' | 'screen'>): string | null {
  if (isOfferedAt(screen, stored.locationId)) return null
  return isOnSale(screen) ? ROOM_ELSEWHERE : ROOM_CLOSED
}

/** A new date and slot of the booking's own screen. */
export interface Move {
  date: CalendarDate
  slotId: string
}

/** The booking as it would be after a move: untouched lines keep their price, a date's own price follows the date. */
export function previewMove(
  context: AppContext,
  { stored, screen }: Pick<ChangeableBooking, 'stored' | 'screen'>,
  { date, slotId }: Move,
  db: Database | Transaction = context.db,
): Promise<Quote> {
  const draft = { ...draftOfBooking(stored, screen.location?.city?.id, screen), date, slotId }
  // the number of people was judged when they booked; only the new time is judged again
  return resolveQuote(context, db, { draft, dropped: undefined }, { staff: true, stored })
}

/** What a booking has no more once it has moved, in sentences: what drops out of it (rule M12), and a price that was the old date's own. */
export const moveLosses = ({ lines }: Pick<StoredBooking, 'lines'>, { selection, priced }: Quote): string[] => [
  ...(selection?.notices ?? []),
  ...ownPriceGone(lines, priced?.lines ?? []),
]

/** Why a move costs something else, in sentences: what is lost by it, and a price that is the new date's own. */
export const moveReasons = (stored: Pick<StoredBooking, 'lines'>, quote: Quote): string[] => [
  ...moveLosses(stored, quote),
  ...(quote.priced?.lines ?? []).flatMap(({ kind, name, explanation }) =>
    kind === 'package' && explanation ? [`${name}: ${explanation}.`] : [],
  ),
]

/** What a page said before a move: what the booking will cost, and what goes back. */
export interface ShownMove {
  total: Paise
  returned: Paise
}

/**
 * The customer moves their booking, once and in time (rule M22). Refused when the room is offered no more, the
 * new slot is not free, or when the total or what goes back is another than the page said. What was paid beyond a
 * smaller total goes back by itself. Pressed twice, the second press finds it moved.
 */
export async function rescheduleByCustomer(
  context: AppContext,
  token: string,
  move: Move,
  shown: ShownMove | undefined,
): Promise<Changed> {
  const found = await findChangeable(context, token)
  if (!found) return notChangeable(context, await findBookingOfLink(context.db, token))
  return changing(context, found, (tx) => moveStored(context, tx, found, move, shown))
}

async function moveStored(
  context: AppContext,
  tx: Transaction,
  { stored: seen, screen }: ChangeableBooking,
  move: Move,
  shown: ShownMove | undefined,
): Promise<Changed> {
  const { id } = seen
  const now = context.clock.now()
  const stored = await lockOfLink(tx, seen)
  const options = stored && customerOptions(stored, now)
  if (!options) return notChangeable(context, stored)
  if (await isMovedThere(tx, stored, screen, move)) return DONE_ALREADY
  if (!options.reschedule.allowed) return { ok: false, reason: 'not-allowed', message: options.reschedule.explanation }
  await expireRunOutHolds(tx, stored.screenId, now)
  const quote = await previewMove(context, { stored, screen }, move, tx)
  const fault = quote.screen && roomFault({ stored, screen: quote.screen })
  if (fault) return { ok: false, reason: 'not-allowed', message: fault }
  const refusal =
    incompleteRefusal(quote) ?? (await quoteRefusal(context, tx, quote, { by: 'customer', exceptBookingId: id }))
  if (refusal) return { ok: false, reason: 'slot-taken', message: refusal.message }
  const content = contentOf(context, quote, stored)
  if (!isMoved(stored, content)) {
    return { ok: false, reason: 'not-allowed', message: 'This is the date and slot you have already.' }
  }
  const { total } = content.columns
  if (total !== shown?.total) {
    return { ok: false, reason: 'price-changed', message: 'The price for that date has changed. Please look again.' }
  }
  const owed = sumsOf(owedOf({ ...stored, total }))
  if (owed.all !== shown.returned) return returnChanged(owed)
  await writeContent(tx, stored, content)
  const next = { rescheduleCount: stored.rescheduleCount + 1, calendarSequence: stored.calendarSequence + 1 }
  await tx
    .update(bookings)
    .set({ ...next, ...nextVersion(bookings) })
    .where(eq(bookings.id, id))
  await recordEvent(tx, id, { at: now, kind: 'moved', actor: 'customer' })
  const reason = 'The new date costs less'
  const returned = await returnOwed(context, tx, { ...stored, total }, { actor: 'customer', reason })
  await announceReschedule(context, tx, { id, ...next }, returned, { from: stored, lost: moveLosses(stored, quote) })
  return { ok: true, returned: await asKeptByDispute(tx, id, returned) }
}

/** Whether its customer has moved a booking to just this date and slot. */
async function isMovedThere(
  tx: Transaction,
  stored: StoredBooking,
  screen: ScreenOnOffer,
  { date, slotId }: Move,
): Promise<boolean> {
  const now = draftOfBooking(stored, screen.location?.city?.id, screen)
  return now.date === date && now.slotId === slotId && (await wasByCustomer(tx, stored.id, 'moved'))
}
