import { formatRupees } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { correctTechnicalFailure, settleTechnicalFailure } from '~/features/booking/technical-failure.server'
import { cancelForm, correctionForm, failureForm } from '~/features/booking-pages/back-office-forms.server'
import { findBookingWithin } from '~/features/booking-pages/customer-booking.server'
import { toHandOver } from '~/features/money/refund.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import { parseForm } from '~/platform/form.server'
import { redirectWithNotice } from './notice.server'
import { refusalStatus } from './refusal-status.server'
import { backOfficePath } from './require-staff.server'

/** Charges less for a visit after a technical failure, or says at its fields why not; undefined of a booking that nobody here knows. */
export async function settleFailure(context: AppContext, staff: Staff, id: string, form: FormData) {
  const read = parseForm(form, failureForm)
  if (!read.ok) return read.reply()
  const settled = await settleTechnicalFailure(context, staff, id, read.value)
  const back = links.adminBooking(id)
  if (settled.ok) {
    const words = settled.returned > 0 ? `${formatRupees(settled.returned)} is going back` : 'The visit costs less now'
    return redirectWithNotice(back, words)
  }
  if (settled.reason === 'not-found') return undefined
  if (settled.reason === 'nothing-to-judge') return redirectWithNotice(back, settled.message, 'error')
  return read.refuse({ [settled.reason === 'not-less' ? 'charge' : '']: settled.message }, refusalStatus(settled))
}

/** Enters anew what such a visit costs; as `settleFailure`. */
export async function correctFailure(context: AppContext, staff: Staff, id: string, form: FormData) {
  const read = parseForm(form, correctionForm)
  if (!read.ok) return read.reply()
  const corrected = await correctTechnicalFailure(context, staff, id, read.value)
  const back = links.adminBooking(id)
  if (corrected.ok) {
    const { returned, due } = corrected
    const words =
      due > 0 ? `${formatRupees(due)} is due` : returned > 0 ? `${formatRupees(returned)} is going back` : ''
    return redirectWithNotice(back, ['What the visit costs is corrected', words].filter(Boolean).join(': '))
  }
  const { reason, message } = corrected
  if (reason === 'not-found') return undefined
  if (reason === 'nothing-to-correct' || reason === 'beyond-desk') return redirectWithNotice(back, message, 'error')
  const atCharge = reason === 'more-than-full' || reason === 'as-before'
  return read.refuse({ [atCharge ? 'charge' : '']: message }, refusalStatus(corrected))
}

/** Deletes a booking or frees a hold, and leads to where somebody has more to do; as `settleFailure`. */
export async function deleteBooking(context: AppContext, staff: Staff, id: string, form: FormData) {
  const read = parseForm(form, cancelForm)
  if (!read.ok) return read.reply()
  const { intent: _, ...wanted } = read.value
  const cancelled = await cancelByStaff(context, staff, id, wanted)
  if (cancelled.ok) {
    const gone = await findBookingWithin(context, scopeOf(staff), id)
    const handed = toHandOver(gone?.booking.refunds ?? [])
    const own = links.adminBooking(id)
    const asked = backOfficePath(String(form.get('back') ?? ''))
    // the guests who stand there are given it where its buttons are
    const to = handed > 0 ? own : asked && asked !== own ? asked : links.adminBookings()
    const rest = handed > 0 ? ` ${formatRupees(handed)} is to be handed over.` : ''
    return redirectWithNotice(
      to,
      `${gone?.booking.wasBooked === false ? 'The slot is free again.' : 'Booking deleted successfully!'}${rest}`,
    )
  }
  if (cancelled.reason === 'not-found') return undefined
  return read.refuse({ '': cancelled.message }, refusalStatus(cancelled))
}
