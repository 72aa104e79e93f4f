import { newId } from '~/db/new-id'
import { ATTENDANCES } from '~/domain/booking-status'
import { formatDay } from '~/domain/calendar'
import { dayAhead, tooEarlyToNote } from '~/domain/desk-day'
import { deadlinesOn, momentWords } from '~/domain/money-request'
import type { Scope } from '~/domain/staff-role'
import { type AskedOfBooking, bookingPage } from '~/features/booking-pages/booking-page.server'
import { notesOf } from '~/features/stored-booking/internal-notes.server'
import type { AppContext } from '~/platform/context.server'
import { deskContact, upiCode } from './desk-contact.server'

/** One booking with all that the front desk does for it, and with the payment that is to be struck out; undefined outside the scope. */
export async function deskVisit(context: AppContext, scope: Scope, id: string, asked: AskedOfBooking = {}) {
  const found = await bookingPage(context, scope, id, asked)
  if (!found) return undefined
  const { linkToken, slotStart, payable, waiting, customerId, ...booking } = found
  const facts = { now: context.clock.now(), slotStart, zone: context.business.timeZone, current: payable?.until }
  const ahead = dayAhead(slotStart, facts.zone, facts.now)
  const words = (at: Date) => momentWords(at, facts.now, facts.zone)
  /** What may be asked for, or is; null when nothing is to be paid from a distance. */
  const request = payable && {
    ...{ asked: payable.asked, due: payable.due, until: words(payable.until), held: booking.heldByStaff },
    ends: payable.until.toISOString(),
    later: booking.heldByStaff
      ? deadlinesOn(facts).map(({ choice, at, cut }) => ({ choice, cut, until: words(at) }))
      : [],
  }
  const requested = request && request.asked > 0 ? { amount: request.asked, until: request.until } : undefined
  return {
    ...booking,
    request,
    /** Its day, while that has not come. */
    ahead: ahead ? formatDay(ahead) : null,
    /** What of the guests nobody can know yet, each with why. */
    tooEarly: ATTENDANCES.flatMap((what) => {
      const refused = tooEarlyToNote(what, facts)
      return refused ? [{ what, why: refused.message }] : []
    }),
    notes: await notesOf(context, scope, { bookingId: id, customerId }),
    contact: deskContact(context, booking.view, linkToken, {
      awaited:
        booking.view.status === 'booked' && booking.attendance === 'expected' && !tooEarlyToNote('arrived', facts),
      asked: requested,
      waiting: waiting ? { amount: waiting.amount, until: words(waiting.until) } : undefined,
    }),
    upi: upiCode(context, booking.view, booking.money.length),
    /** The id of the payment that is taken next, and of the note. */
    entry: newId(),
  }
}

export type DeskVisitPage = NonNullable<Awaited<ReturnType<typeof deskVisit>>>

export type DeskRequest = NonNullable<DeskVisitPage['request']>
