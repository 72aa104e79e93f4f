import { eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { isSlotTaken } from '~/db/constraint-errors.server'
import { newToken } from '~/db/new-id'
import { bookings } from '~/db/schema'
import { inScreenTransaction } from '~/db/transaction.server'
import type { Change } from '~/domain/changes'
import { countedAtOnce } from '~/domain/desk-refund'
import type { Draft } from '~/domain/draft'
import { normalizeEmail } from '~/domain/email-address'
import type { LedgerState } from '~/domain/ledger'
import { sum, ZERO } from '~/domain/money'
import { type MovedFor, movesUsed } from '~/domain/moved-for'
import type { LineKind } from '~/domain/pricing'
import type { ReturnedSums } from '~/domain/refund-parts'
import { nextVersion } from '~/features/back-office/save.server'
import { type DeskMoney, deskMoneyOf, ledgerOfRows } from '~/features/money/desk-money.server'
import { noteDeskRefund, recountWrittenOff } from '~/features/money/desk-refund.server'
import { renewOrderTokens } from '~/features/money/pay-on-own-page.server'
import { returnOwed } from '~/features/money/return-owed.server'
import { findScreen } from '~/features/offer/on-offer.server'
import { type ActingStaff, mayTouch } from '~/features/staff/staff-scope.server'
import { freeAttempt } from '~/features/stored-booking/attempt-name.server'
import { recordEvent } from '~/features/stored-booking/booking-history.server'
import { busyChange } from '~/features/stored-booking/busy-change.server'
import {
  findStoredBooking,
  lockStoredBooking,
  type StoredBooking,
} from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { type BookingContent, contentOf, hasContent, isMoved, writeContent } from './booking-content.server'
import { moveLosses } from './customer-changes.server'
import { correctCustomer, leaveCustomer } from './customer-row.server'
import { amountsOf, type EditMoney, moneySaid, settleEdit } from './edit-money.server'
import { type EditDone, recordEdit, writeOfEdit } from './edit-news.server'
import { editRefusal, MOVED_FOR_NOBODY, NOT_FOUND, overtakenEdit, type RefusedEdit } from './edit-refusal.server'
import { resolveQuote } from './quote.server'
import { incompleteRefusal, TAKEN } from './quote-refusal.server'
import { OUT_OF_SCOPE, RolledBack } from './staff-booking.server'
import { draftOfBooking } from './stored-terms.server'

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

const isReduced = ({ lines }: { lines: readonly { kind: LineKind }[] }) =>
  lines.some(({ kind }) => kind === 'reduction')

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
