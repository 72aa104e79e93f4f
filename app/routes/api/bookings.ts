import { normalizePhone } from '~/domain/customer-details'
import { moneySent, type SentMoneyRefusal } from '~/domain/desk-money'
import { emptyDraft } from '~/domain/draft'
import { rupees, toRupeeNumber } from '~/domain/money'
import type { Refused } from '~/domain/result'
import { pageJson } from '~/features/api/answer-shapes.server'
import { bookingCalls } from '~/features/api/booking-calls.server'
import { draftOf, noteOf } from '~/features/api/booking-draft.server'
import { refusedBooking } from '~/features/api/booking-refusals.server'
import { bookingJson } from '~/features/api/booking-shapes.server'
import { notFound, Refusal, refuse } from '~/features/api/call.server'
import { judge } from '~/features/api/read-body.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { placeStaffBooking } from '~/features/booking/staff-booking.server'
import { bookingFilters, cancellation } from '~/features/booking-pages/back-office-forms.server'
import { findWholeBooking, listWholeBookings } from '~/features/booking-pages/bookings.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { asksAnew, unaskedApproval } from '~/features/stored-booking/internal-notes.server'
import { filterPlaces } from '~/features/venue/locations.server'
import { answers, apiRoute } from '~/http/api-route.server'
import type { AppContext } from '~/platform/context.server'

const INVALID = 'Invalid Booking ID'
const DELETED = 'Deleted in the back office'

async function oneBooking(context: AppContext, staff: Staff, id: string) {
  const booking = await findWholeBooking(context, scopeOf(staff), id)
  return booking ? { booking: bookingJson(booking) } : notFound(INVALID)
}

/** As a conflict where the version was wanted; and always at its field. */
function refusedMoney({ reason, message }: Refused<SentMoneyRefusal>): Refusal {
  const wanted = reason === 'version-wanted'
  return refuse(wanted ? 409 : 422, message, { fields: { [wanted ? 'version' : 'advance']: message } })
}

const api = apiRoute(
  answers(bookingCalls.list, async ({ context, staff, request }) => {
    const asked = new URL(request.url)
    // the order of the back office's own list; a field that calls do not have
    asked.searchParams.delete('sort')
    const { filter, faults, fields } = bookingFilters(asked.href, await filterPlaces(context, staff))
    if (faults.length) return refuse(422, faults.join('; '), { fields })
    const found = await listWholeBookings(context, scopeOf(staff), filter)
    const { rows, around } = pageJson(found.bookings, found, filter.page)
    return { bookings: rows.map(bookingJson), ...around }
  }),
  answers(bookingCalls.one, ({ context, staff, id }) => oneBooking(context, staff, id)),
  answers(bookingCalls.add, async ({ context, staff, body, attempt }) => {
    const made = await attempt.madeBefore()
    if (made) return oneBooking(context, staff, made)
    const noted = noteOf(body.note)
    if (noted instanceof Refusal) return noted
    const read = await draftOf(context, body, { base: emptyDraft(''), staff })
    if (read instanceof Refusal) return read
    const number = normalizePhone(read.draft.customer?.number ?? '')
    const unasked = await unaskedApproval(context, number, body.approved ?? false)
    if (unasked) return refuse(409, unasked.message)
    const draft = { ...read.draft, attemptId: attempt.idOf(read.draft) }
    const shown = typeof body.totalPrice === 'number' ? rupees(body.totalPrice) : undefined
    const money = { advance: rupees(body.advance), mode: body.mode ?? 'cash', shown, ...noted }
    const placed = await placeStaffBooking(context, staff, draft, money)
    return placed.ok ? oneBooking(context, staff, placed.bookingId) : refusedBooking(placed)
  }),
  answers(bookingCalls.update, async ({ context, staff, body }) => {
    const id = body._id ?? body.id ?? ''
    const found = await findEditable(context, staff, id)
    if (!found) return notFound(INVALID)
    const noted = noteOf(body.note, found.stored.note)
    if (noted instanceof Refusal) return noted
    const read = await draftOf(context, body, { base: found.draft, staff, stored: found.stored })
    if (read instanceof Refusal) return read
    const handedTo = read.draft.customer?.number ?? ''
    const unasked = asksAnew(found.stored, handedTo)
      ? await unaskedApproval(context, normalizePhone(handedTo), body.approved ?? false)
      : undefined
    if (unasked) return refuse(409, unasked.message)
    const { money, ledger } = found
    const sent = {
      advance: typeof body.advance === 'number' ? rupees(body.advance) : undefined,
      fullPayment: body.fullPayment ?? undefined,
    }
    const said = moneySent(sent, {
      ...{ before: money.advance, received: ledger.received, paid: ledger.state === 'paid' },
      struck: found.stored.payments.some(({ voidedAt }) => voidedAt),
      versioned: typeof body.version === 'number',
    })
    const version = body.version ?? found.version
    // what was judged by another state than was read is refused as changed in between
    if (!said.ok && version === found.version) return refusedMoney(said)
    const saved = await updateBooking(context, staff, id, version, read.draft, {
      ...(said.ok ? said.form : { advance: money.advance }),
      mode: body.mode ?? 'cash',
      modeUnsaid: !body.mode,
      ...noted,
      // programs from before this was asked move a booking because its family wants it
      movedFor: body.movedFor ?? 'family',
      tellCustomer: body.tellCustomer ?? undefined,
    })
    return saved.ok ? oneBooking(context, staff, id) : refusedBooking(saved)
  }),
  answers(bookingCalls.remove, async ({ context, staff, id, body }) => {
    const wanted = judge(cancellation, { reason: body.reason ?? DELETED, refund: body.refund ?? 'policy' })
    if (wanted instanceof Refusal) return wanted
    const { reason, refund } = wanted
    const shown = {
      ...(body.refunded !== undefined && { [refund]: rupees(body.refunded) }),
      ...(body.writtenOff !== undefined && { written: rupees(body.writtenOff) }),
    }
    const cancelled = await cancelByStaff(context, staff, id, { reason, refund, shown })
    if (!cancelled.ok) return refusedBooking(cancelled)
    const sums = { refunded: toRupeeNumber(cancelled.returned), writtenOff: toRupeeNumber(cancelled.written) }
    return { success: true as const, _id: id, ...sums }
  }),
)

export const loader = api.loader
export const action = api.action
