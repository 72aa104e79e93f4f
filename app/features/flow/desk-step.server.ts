import { z } from 'zod'
import { formatDay, formatSlot } from '~/domain/calendar'
import { changesInWords } from '~/domain/changes'
import type { Draft } from '~/domain/draft'
import { formatRupees, type Paise, sum } from '~/domain/money'
import { ASKS_MOVED_FOR, MOVED_FOR, movedForWords, moveMeaning, totalWords } from '~/domain/moved-for'
import { DESK_MODES } from '~/domain/payment-mode'
import { changedSinceShown } from '~/domain/shown-booking'
import { LONGEST } from '~/domain/text-limits'
import { unbroken } from '~/domain/unbroken'
import { asShown, rangeOfQuote } from '~/features/booking/booking-content.server'
import { updateBooking } from '~/features/booking/edit-booking.server'
import { placeStaffBooking } from '~/features/booking/staff-booking.server'
import { countedPayments } from '~/features/money/desk-money.server'
import { tasksTakenBack } from '~/features/money/return-owed.server'
import { asksAnew, unaskedApproval } from '~/features/stored-booking/internal-notes.server'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { checkbox, optionalLines, rupeesField, shownSumField, versionField } from '~/platform/form-fields.server'
import type { StaffActor } from './flow-draft.server'
import type { OpenFlowQuote } from './flow-quote.server'
import { finishStaffDraft } from './staff-draft.server'

/** The last step as staff fill it in: what was received and how, a note, and on an edit whether all is paid. */
export const deskForm = z.object({
  advance: rupeesField('Advance'),
  mode: z.enum(DESK_MODES, { error: 'Choose how it was paid' }),
  note: optionalLines('Note', LONGEST.note),
  fullPayment: checkbox,
  /** Whether the tick was set when the form was shown: only then does its absence mean that money was not received. */
  wasFullPayment: checkbox,
  tellCustomer: checkbox,
  /** Somebody was asked whether this customer may be booked again. */
  approved: checkbox,
  /** For whom the visit moves; nothing where it does not. */
  movedFor: z.enum(MOVED_FOR, { error: ASKS_MOVED_FOR }).optional(),
  /** What the page said would go back, in paise. */
  shownReturn: shownSumField().optional(),
  /** What the page said that it comes to, in paise, and the mark of the rest. */
  shown: shownSumField().optional(),
  mark: z.string().optional(),
  version: versionField,
})

/** What the last step shows to staff. Amounts in paise. */
export function deskStep(context: AppContext, quote: OpenFlowQuote, { desk, editing, stored }: StaffActor) {
  const { draft, slot, screen, priced } = quote
  const taken = stored ? tasksTakenBack({ ...stored, total: priced.total }) : []
  const rows = stored
    ? countedPayments(
        stored.payments,
        stored.refunds.filter((one) => !taken.includes(one)),
      )
    : []
  const money = stored && {
    received: sum(rows.map(({ amount }) => amount)),
    online: sum(rows.filter(({ online }) => online).map(({ amount }) => amount)),
    completed: sum(rows.filter(({ completes }) => completes).map(({ amount }) => amount)),
  }
  const same =
    stored &&
    stored.screenId === screen.id &&
    stored.visitDate === draft.date &&
    stored.slotFrom === slot?.from &&
    stored.slotTo === slot?.to
  return {
    attempt: draft.attemptId,
    version: editing?.version ?? 0,
    total: priced.total,
    mark: asShown(quote, stored).mark,
    ...desk,
    // paid in full is what is paid in full at today's total
    fullPayment: desk.fullPayment && (!money || priced.total <= sum(rows.map(({ held }) => held))),
    money: money ?? null,
    /** What has been received; what the form does to it is worked out as on the server. */
    rows,
    /** What waits to be handed over, and pays for the booking instead. */
    takenBack: sum(taken.map(({ amount }) => amount)),
    /** Whether the customer has to come at another time or to another place. */
    moved: stored !== undefined && !same,
    /** What an edit makes of the total and of where and when it is, beside what it was: read before it is saved. */
    becomes: stored ? editMeaning(stored, priced.total, !same) : '',
    /** For whom it can be moved, each with what that comes to for the family. */
    moves: stored && !same ? movesOf(context, quote, stored) : [],
    mail: draft.customer?.email || null,
  }
}

function editMeaning({ total, ...was }: StoredBooking, now: Paise, moved: boolean): string {
  const slot = unbroken(formatSlot({ from: was.slotFrom, to: was.slotTo }))
  const before = `It was on ${formatDay(was.visitDate)}, ${slot}, in ${was.screenName}, ${was.locationName}.`
  return [...(moved || now !== total ? [totalWords(now, total)] : []), ...(moved ? [before] : [])].join(' ')
}

function movesOf(context: AppContext, quote: OpenFlowQuote, stored: StoredBooking) {
  const { rescheduleCount, visitDate, during } = stored
  const { from: start } = rangeOfQuote(context, quote) ?? during
  const booking = { rescheduleCount, visitDate: quote.draft.date ?? visitDate, start }
  return MOVED_FOR.map((value) => ({
    value,
    label: movedForWords(value),
    hint: moveMeaning(value, booking, context.clock.now()),
  }))
}

/**
 * Books or saves what staff have put together. What was typed is handed back as `desk`, so that it waits until the way
 * leads here again.
 */
export async function answerDesk(
  context: AppContext,
  quote: OpenFlowQuote,
  { staff, editing, storedDraft, stored }: StaffActor,
  { version, shown, mark, shownReturn, wasFullPayment, fullPayment, ...sent }: z.output<typeof deskForm>,
) {
  const { draft } = quote
  const { tellCustomer, approved, ...typed } = sent
  const desk = { ...typed, fullPayment: fullPayment || (wasFullPayment ? false : undefined) }
  const handedTo = draft.customer?.number ?? ''
  const unasked = asksAnew(stored, handedTo) ? await unaskedApproval(context, handedTo, approved) : undefined
  if (unasked) return { ...unasked, step: 'payment', conflict: undefined, desk } as const
  // what somebody else saved meanwhile is shown beside it, as both versions
  const overtaken = stored && stored.version !== version
  const changed = overtaken ? undefined : changedSinceShown({ total: shown, mark }, asShown(quote, stored))
  if (changed) {
    return {
      ok: false,
      reason: 'changed-meanwhile',
      message: changed,
      step: 'payment',
      conflict: undefined,
      desk,
    } as const
  }
  const updated = editing
    ? await updateBooking(context, staff, editing.bookingId, version, draft, { ...desk, tellCustomer, shownReturn })
    : undefined
  const done = updated ?? (await placeStaffBooking(context, staff, draft, { ...desk, shown }))
  const conflict = 'conflict' in done ? done.conflict : undefined
  // sent twice, the second time finds what the first has saved
  const savedBefore = conflict?.changes.length === 0 ? editing?.bookingId : undefined
  const bookingId = done.ok ? done.bookingId : savedBefore
  if (bookingId === undefined) return { ...(done as Extract<typeof done, { ok: false }>), conflict, desk }
  await finishStaffDraft(context, staff, storedDraft, bookingId)
  return {
    ok: true,
    bookingId,
    /** Of an edit what it changed, also where the first press has saved it; undefined of a new booking. */
    notice: editing ? editNotice(draft, updated) : undefined,
  } as const
}

type Edited = Extract<Awaited<ReturnType<typeof updateBooking>>, { ok: true }>

/** What staff are told of an edit: what it changed, what is to be handed over, and how its customer hears of it. */
function editNotice(draft: Draft, updated: Edited | { ok: false } | undefined): string {
  if (!updated?.ok) return 'The changes are saved.'
  const { changes, returned } = updated
  // a new link is told with the way by which it goes
  const words = changesInWords(changes.filter(({ label }) => label !== 'Link'))
  const handOver = returned.desk > 0 && `${formatRupees(returned.desk)} is to be handed over.`
  return [words, handOver, detailsNotice(draft, updated)].filter(Boolean).join(' ')
}

/** What staff are told when the customer's link is a new one, or the details go to an address that was not known before. */
function detailsNotice(
  { customer }: Draft,
  { readdressed, addressed }: { readdressed: boolean; addressed: boolean },
): string | undefined {
  if (!readdressed) return addressed ? `The details are on their way to ${customer?.email}.` : undefined
  const sent = addressed ? `is on its way to ${customer?.email}` : 'stands in the WhatsApp messages'
  return `The customer has a new link, which ${sent}; the one before opens nothing any more.`
}
