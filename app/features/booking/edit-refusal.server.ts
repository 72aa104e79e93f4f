import type { Transaction } from '~/db/client.server'
import type { Conflict, Described } from '~/domain/changes'
import type { DeskRefusal } from '~/domain/desk-money'
import { ASKS_MOVED_FOR, type MovedFor, movedForIn, movedForWords } from '~/domain/moved-for'
import { staleSave } from '~/features/back-office/save.server'
import { type ActingStaff, mayTouch } from '~/features/staff/staff-scope.server'
import { lastEvent } from '~/features/stored-booking/booking-history.server'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { type BookingContent, contentOf, isMoved } from './booking-content.server'
import { describeBooking } from './booking-words.server'
import { type EditMoney, receivedAfter } from './edit-money.server'
import { expireRunOutHolds } from './place-booking.server'
import type { Quote } from './quote.server'
import { incompleteRefusal, type QuoteRefusal, quoteRefusal, type RefusedQuote } from './quote-refusal.server'
import { deletedItemsWanted } from './stored-terms.server'

export type EditRefusal =
  | QuoteRefusal
  | DeskRefusal
  | 'not-found'
  | 'not-booked'
  | 'out-of-scope'
  | 'stale'
  | 'no-longer-offered'
  | 'return-changed'
  | 'beyond-desk'
  | 'moved-for-nobody'

export type RefusedEdit = RefusedQuote<EditRefusal> & {
  /** Both versions, when somebody else saved first. */
  conflict?: Conflict
}

export const NOT_FOUND: RefusedQuote<'not-found'> = {
  ok: false,
  reason: 'not-found',
  message: 'Invalid Booking ID',
  step: 'payment',
}

export const MOVED_FOR_NOBODY: RefusedQuote<'moved-for-nobody'> = {
  ok: false,
  reason: 'moved-for-nobody',
  message: ASKS_MOVED_FOR,
  step: 'payment',
}

/** Why an edit of a booking that nobody else changed meanwhile is refused; undefined when it may be saved. */
export async function editRefusal(
  context: AppContext,
  tx: Transaction,
  staff: ActingStaff,
  stored: StoredBooking,
  quote: Quote,
): Promise<RefusedQuote<EditRefusal> | undefined> {
  if (!mayTouch(staff, stored.locationId)) return NOT_FOUND
  if (stored.status !== 'booked') {
    const message = 'Only a booking that stands can be changed.'
    return { ok: false, reason: 'not-booked', message, step: 'payment' }
  }
  const wanted = quote.offers ? deletedItemsWanted(quote.draft, quote.offers, stored) : []
  if (wanted.length) {
    const message = `No longer offered, so there cannot be more of it: ${wanted.join(', ')}`
    return { ok: false, reason: 'no-longer-offered', message, step: 'addons' }
  }
  if (incompleteRefusal(quote) || !isMoved(stored, contentOf(context, quote, stored))) return undefined
  await expireRunOutHolds(tx, quote.screen?.id ?? stored.screenId, context.clock.now())
  return quoteRefusal(context, tx, quote, { by: 'staff', exceptBookingId: stored.id })
}

/** That somebody else saved first, with both versions: what stands now, and what the edit would make of it. */
export async function overtakenEdit(
  context: AppContext,
  tx: Transaction,
  stored: StoredBooking,
  quote: Quote,
  { note, movedFor, ...money }: EditMoney & { note: string; movedFor?: MovedFor | undefined },
): Promise<RefusedEdit> {
  const paid = receivedAfter(stored, quote.priced?.total ?? stored.total, money, context.clock.now())
  const content = incompleteRefusal(quote) ? undefined : contentOf(context, quote, stored)
  const wanted = content ? { ...stored, ...content.columns, lines: content.lines, note } : stored
  const move = content && (await moveMadeBefore(tx, stored, content, movedFor))
  const saved = { ...describeBooking(stored), ...move?.saved }
  return {
    ...staleSave(stored.version, saved, { ...describeBooking(wanted, paid), ...move?.wanted }),
    step: 'payment',
  }
}

/** What was said of a move that somebody else has made meanwhile, and what is said of it now: both differ like any other field. */
async function moveMadeBefore(
  tx: Transaction,
  stored: StoredBooking,
  content: BookingContent,
  movedFor: MovedFor | undefined,
): Promise<Record<'saved' | 'wanted', Described> | undefined> {
  const made = movedFor && !isMoved(stored, content) && (await lastEvent(tx, stored.id, 'moved'))
  if (!made) return undefined
  const said = (one: MovedFor) => ({ 'The move, which stays as saved': movedForWords(one) })
  return { saved: said(movedForIn(made.detail) ?? 'family'), wanted: said(movedFor) }
}
