import { eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { isSlotTaken } from '~/db/constraint-errors.server'
import { newToken } from '~/db/new-id'
import { bookings } from '~/db/schema'
import { inScreenTransaction } from '~/db/transaction.server'
import { type Change, type Conflict, type Described, differences } from '~/domain/changes'
import type { DeskRefusal } from '~/domain/desk-money'
import { countedAtOnce, type Struck, struckWords } from '~/domain/desk-refund'
import type { Draft } from '~/domain/draft'
import { normalizeEmail } from '~/domain/email-address'
import type { LedgerState } from '~/domain/ledger'
import { formatRupees, paise, sum, ZERO } from '~/domain/money'
import { ASKS_MOVED_FOR, type MovedFor, movedForIn, movedForWords, movesUsed } from '~/domain/moved-for'
import type { LineKind } from '~/domain/pricing'
import type { ReturnedSums } from '~/domain/refund-parts'
import { nextVersion, staleSave } from '~/features/back-office/save.server'
import { type DeskMoney, deskMoneyOf, ledgerOfRows } from '~/features/money/desk-money.server'
import { noteDeskRefund, recountWrittenOff } from '~/features/money/desk-refund.server'
import { renewOrderTokens } from '~/features/money/pay-on-own-page.server'
import { returnOwed } from '~/features/money/return-owed.server'
import { findScreen } from '~/features/offer/on-offer.server'
import { type ActingStaff, mayTouch } from '~/features/staff/staff-scope.server'
import {
  announceDetails,
  announceEdit,
  announceMoneyReceived,
  announceReschedule,
} from '~/features/stored-booking/announce-booking.server'
import { freeAttempt } from '~/features/stored-booking/attempt-name.server'
import {
  type ChangeElsewhere,
  lastEvent,
  recordBookingChange,
  recordElsewhere,
  recordEvent,
} from '~/features/stored-booking/booking-history.server'
import { busyChange } from '~/features/stored-booking/busy-change.server'
import {
  findStoredBooking,
  lockStoredBooking,
  type StoredBooking,
} from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { type BookingContent, contentOf, hasContent, isMoved, writeContent } from './booking-content.server'
import { describeBooking, describeLeaving } from './booking-words.server'
import { moveLosses } from './customer-changes.server'
import { correctCustomer, leaveCustomer } from './customer-row.server'
import { amountsOf, type EditMoney, moneySaid, settleEdit, struckByPlace } from './edit-money.server'
import { expireRunOutHolds } from './place-booking.server'
import { type Quote, resolveQuote } from './quote.server'
import { incompleteRefusal, type QuoteRefusal, quoteRefusal, type RefusedQuote, TAKEN } from './quote-refusal.server'
import { OUT_OF_SCOPE, RolledBack } from './staff-booking.server'
import { deletedItemsWanted, draftOfBooking } from './stored-terms.server'

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

type RefusedEdit = RefusedQuote<EditRefusal> & {
  /** Both versions, when somebody else saved first. */
  conflict?: Conflict
}
interface Updated {
  ok: true
  bookingId: string
  linkToken: string
  ledger: LedgerState
  returned: ReturnedSums
  /** What it changed, as the audit log has it. */
  changes: Change[]
  /** Whether its customer is reached elsewhere from now on, and has a new link. */
  readdressed: boolean
  /** Whether a letter goes to an address that was not known before, or brings the new link. */
  addressed: boolean
}

export interface EditableBooking {
  stored: StoredBooking
  /** Names the state that was read; a save by somebody else in between is noticed by it. */
  version: number
  draft: Draft
  money: Pick<DeskMoney, 'advance' | 'fullPayment'>
  ledger: LedgerState
}

/** A booking that this member of staff may edit, as a draft; undefined when there is none for them. */
export async function findEditable(
  { db }: AppContext,
  staff: ActingStaff,
  bookingId: string,
): Promise<EditableBooking | undefined> {
  const stored = await findStoredBooking(db, bookingId)
  const screen = stored && (await findScreen(db, stored.screenId))
  if (!stored || !screen || !mayTouch(staff, stored.locationId)) return undefined
  return {
    stored,
    version: stored.version,
    draft: draftOfBooking(stored, screen.location?.city?.id, screen),
    money: deskMoneyOf(stored, stored.payments, stored.refunds),
    ledger: ledgerOfRows(stored, stored.payments, stored.refunds),
  }
}

export interface BookingEdit extends EditMoney {
  note: string
  /** Whether the customer is written to of anything that this edit does: unless it is false. */
  tellCustomer?: boolean
  /** For whom the visit moves; an edit that moves it is refused unless this is said (rule M22). */
  movedFor?: MovedFor
}

/**
 * Saves an edit by staff. A date, time or screen that stays is not judged again, so that a past booking can be marked
 * paid; one that changes must be free and not past, and is the customer's one move unless the business had to make it. What was
 * received beyond a smaller total goes back by itself.
 */
export async function updateBooking(
  context: AppContext,
  staff: ActingStaff,
  bookingId: string,
  version: number,
  draft: Draft,
  edit: BookingEdit,
): Promise<Updated | RefusedEdit> {
  const before = await findStoredBooking(context.db, bookingId)
  if (!before || !mayTouch(staff, before.locationId)) return NOT_FOUND
  const screens = [before.screenId, draft.screenId ?? before.screenId]
  try {
    return await inScreenTransaction(context.db, screens, (tx) =>
      saveEdit(context, tx, staff, { bookingId, version }, draft, edit),
    )
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal
    if (isSlotTaken(error)) return TAKEN
    const busy = busyChange(error)
    if (busy) return { ...busy, step: 'payment' }
    throw error
  }
}

const NOT_FOUND: RefusedQuote<'not-found'> = {
  ok: false,
  reason: 'not-found',
  message: 'Invalid Booking ID',
  step: 'payment',
}

const MOVED_FOR_NOBODY: RefusedQuote<'moved-for-nobody'> = {
  ok: false,
  reason: 'moved-for-nobody',
  message: ASKS_MOVED_FOR,
  step: 'payment',
}

/** Saves an edit, once the rooms are locked that it is about. */
async function saveEdit(
  context: AppContext,
  tx: Transaction,
  staff: ActingStaff,
  { bookingId, version }: { bookingId: string; version: number },
  draft: Draft,
  edit: BookingEdit,
): Promise<Updated | RefusedEdit> {
  const { note, tellCustomer, movedFor, ...money } = edit
  const now = context.clock.now()
  const stored = await lockStoredBooking(tx, bookingId)
  if (!stored) return NOT_FOUND
  const quote = await resolveQuote(context, tx, { draft, dropped: undefined }, { staff: true, stored })
  const missing = incompleteRefusal(quote)
  if (stored.version !== version) return overtakenEdit(context, tx, stored, quote, edit)
  const refusal = (await editRefusal(context, tx, staff, stored, quote)) ?? missing
  if (refusal) return refusal
  const content = contentOf(context, quote, stored)
  if (!mayTouch(staff, content.columns.locationId)) return OUT_OF_SCOPE
  if (isMoved(stored, content) && !movedFor) return MOVED_FOR_NOBODY
  const move = isMoved(stored, content) ? movedFor : undefined
  const readdressed = reachesOthers(stored, content)
  await writeEdit(tx, stored, content, { note, move, now, readdressed })
  const { saved, struck, own, needed } = await settleEdit(context, tx, staff, stored, content.columns.total, money)
  const happened = move ? ({ kind: 'moved', detail: { movedFor: move } } as const) : ({ kind: 'edited' } as const)
  await recordEvent(tx, bookingId, { at: now, actor: staff.name, ...happened })
  const owed = await returnOwed(context, tx, saved, { actor: staff.name, reason: 'The booking costs less now' })
  const returned = needed > 0 ? { ...owed, needed } : owed
  const begun = countedAtOnce(own, owed)
  await noteDeskRefund(tx, staff, stored, sum([begun.amount, ...amountsOf(struck)]), begun.whole)
  // what a technical failure took off is charged again for another visit
  if (isReduced(stored) && !isReduced(content)) await recountWrittenOff(tx, bookingId, ZERO)
  const done: EditDone = { stored, saved, move, struck, returned, readdressed }
  const changes = await recordEdit(context, tx, staff, done)
  if (readdressed) await recordEvent(tx, bookingId, { at: now, kind: 'link-renewed', actor: staff.name })
  const told = tellCustomer !== false
  const said = await moneySaid(tx, stored, saved, told)
  const addressed = told && saved.customerEmail !== '' && (readdressed || stored.customerEmail === '')
  if (told) await writeOfEdit(context, tx, done, { ...said, addressed, lost: moveLosses(stored, quote) })
  const after = (await findStoredBooking(tx, bookingId)) ?? saved
  const ledger = ledgerOfRows(after, after.payments, after.refunds)
  return { ok: true, bookingId, linkToken: saved.linkToken, ledger, returned, changes, readdressed, addressed }
}

/** What an edit has done, for those who are to know of it. */
interface EditDone {
  stored: StoredBooking
  saved: StoredBooking
  /** For whom the visit was moved; undefined where it stays. */
  move: MovedFor | undefined
  struck: Struck[]
  returned: ReturnedSums
  readdressed: boolean
}

/** That somebody else saved first, with both versions: what stands now, and what the edit would make of it. */
async function overtakenEdit(
  context: AppContext,
  tx: Transaction,
  stored: StoredBooking,
  quote: Quote,
  { note, movedFor, advance, fullPayment }: BookingEdit,
): Promise<RefusedEdit> {
  const paid = fullPayment ? paise(Math.max(advance, quote.priced?.total ?? 0)) : advance
  const content = incompleteRefusal(quote) ? undefined : contentOf(context, quote, stored)
  const wanted = content ? { ...stored, ...content.columns, lines: content.lines, note } : stored
  const move = content && (await moveMadeBefore(tx, stored, content, movedFor))
  const saved = { ...describeBooking(stored), ...move?.saved }
  return {
    ...staleSave(stored.version, saved, { ...describeBooking(wanted, paid), ...move?.wanted }),
    step: 'payment',
  }
}

/** Writes an edit into the audit log, elsewhere too where it touched other places; answers what it changed. */
async function recordEdit(
  context: AppContext,
  tx: Transaction,
  staff: ActingStaff,
  { stored, saved, move, struck, returned, readdressed }: EditDone,
): Promise<Change[]> {
  const before = describeBooking(stored)
  const after = {
    ...describeBooking(saved),
    ...(move && { Moved: movedForWords(move) }),
    ...(struck.length > 0 && { 'Struck out': struckWords(struck) }),
    ...(returned.all > 0 && { Refund: formatRupees(returned.all) }),
    ...(readdressed && { Link: 'A new one' }),
  }
  await recordBookingChange(context, tx, staff, saved, { action: 'updated', before, after })
  await recordElsewhere(context, tx, staff, saved, elsewhere(stored, saved, move))
  return differences(before, after)
}

/** Writes to the customer: of a move, else of money that goes back or became less, else where their address is known only now. */
async function writeOfEdit(
  context: AppContext,
  tx: Transaction,
  { stored, saved, move, returned }: EditDone,
  { received, less, addressed, lost }: Awaited<ReturnType<typeof moneySaid>> & { addressed: boolean; lost: string[] },
): Promise<void> {
  if (move) await announceReschedule(context, tx, saved, returned, { from: stored, movedFor: move, lost, less })
  else if (returned.all > 0 || (returned.needed ?? 0) > 0 || less > 0)
    await announceEdit(context, tx, saved, returned, { less, addressed })
  else if (addressed) await announceDetails(context, tx, saved, context.clock.now())
  if (received) await announceMoneyReceived(context, tx, { bookingId: saved.id, ...received })
}

const isReduced = ({ lines }: { lines: readonly { kind: LineKind }[] }) =>
  lines.some(({ kind }) => kind === 'reduction')

/** What an edit does to places that are not the booking's afterwards: to the one that it leaves, and to those of whose till is struck out. */
const elsewhere = (before: StoredBooking, after: StoredBooking, move: MovedFor | undefined): ChangeElsewhere[] =>
  struckByPlace(before, after)
    .filter(({ locationId }) => locationId !== after.locationId)
    .map(({ locationId, struck }) => {
      const out = struck.length > 0 && { 'Struck out': struckWords(struck) }
      if (locationId !== before.locationId) return { locationId, after: { ...out } }
      const moved = move && { Moved: movedForWords(move) }
      return {
        ...{ locationId, before: describeLeaving(before) },
        after: { ...describeLeaving(after), ...moved, ...out },
      }
    })

/**
 * Whether a booking's customer is reached elsewhere from now on: whoever had its letters or messages until then is somebody else, it may
 * be, and must not keep the key to it (rule D5).
 */
const reachesOthers = (stored: StoredBooking, { columns }: BookingContent): boolean =>
  (stored.customerEmail !== '' && normalizeEmail(stored.customerEmail) !== normalizeEmail(columns.customerEmail)) ||
  stored.customerNumber !== columns.customerNumber

/** Writes what an edit makes of a booking, besides its money; `move` when the visit moves, for whom. */
async function writeEdit(
  tx: Transaction,
  stored: StoredBooking,
  content: BookingContent,
  { note, move, now, readdressed }: { note: string; move: MovedFor | undefined; now: Date; readdressed: boolean },
): Promise<void> {
  if (!hasContent(stored, content)) await writeContent(tx, stored, content)
  const customerId = await correctCustomer(tx, stored, content, now)
  await tx
    .update(bookings)
    .set({
      note,
      ...nextVersion(bookings),
      customerId,
      ...(readdressed && { linkToken: newToken() }),
      ...(move && {
        rescheduleCount: movesUsed(stored.rescheduleCount, move),
        calendarSequence: stored.calendarSequence + 1,
      }),
    })
    .where(eq(bookings.id, stored.id))
  if (readdressed) {
    await renewOrderTokens(tx, stored.id)
    await freeAttempt(tx, stored)
  }
  if (stored.customerId && stored.customerId !== customerId) await leaveCustomer(tx, stored.customerId, stored, now)
}

async function editRefusal(
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
