import { struckWords } from '~/domain/desk-refund'
import { formatRupees } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { correctTechnicalFailure, settleTechnicalFailure } from '~/features/booking/technical-failure.server'
import {
  cancelForm,
  correctionForm,
  failureForm,
  refundOwedForm,
} from '~/features/booking-pages/back-office-forms.server'
import { findBookingWithin } from '~/features/booking-pages/customer-booking.server'
import { refundOwed } from '~/features/money/owed-refunds.server'
import { toHandOver } from '~/features/money/refund.server'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { links } from '~/links'
import { type FormReply, parseForm } from '~/platform/form.server'
import { deed, noBooking, type Press, said } from './deed.server'
import { redirectWithNotice } from './notice.server'
import { refusalStatus } from './refusal-status.server'
import { backOfficePath } from './require-staff.server'

/** What is done on a booking's page alone, by what its form calls it; deleting leads elsewhere, and stands below. */
const DEEDS = new Map<unknown, (press: Press<Staff>) => Promise<Response | FormReply>>([
  [
    'refund-owed',
    deed({
      form: refundOwedForm,
      do: ({ context, staff, id }: Press<Staff>, { shown }) => refundOwed(context, staff, id, shown),
      words: ({ returned }) => `${formatRupees(returned)} is going back`,
      fieldOf: (reason) => (reason === 'sum-changed' ? '' : undefined),
    }),
  ],
  [
    'technical-failure',
    deed({
      form: failureForm,
      do: ({ context, staff, id }: Press<Staff>, value) => settleTechnicalFailure(context, staff, id, value),
      words: ({ returned }) => (returned > 0 ? `${formatRupees(returned)} is going back` : 'The visit costs less now'),
      fieldOf: (reason) => (reason === 'nothing-to-judge' ? undefined : reason === 'not-less' ? 'charge' : ''),
    }),
  ],
  [
    'correct-failure',
    deed({
      form: correctionForm,
      do: ({ context, staff, id }: Press<Staff>, value) => correctTechnicalFailure(context, staff, id, value),
      words: ({ returned, due }) => {
        const words =
          due > 0 ? `${formatRupees(due)} is due` : returned > 0 ? `${formatRupees(returned)} is going back` : ''
        return ['What the visit costs is corrected', words].filter(Boolean).join(': ')
      },
      fieldOf: (reason) => {
        if (reason === 'nothing-to-correct' || reason === 'beyond-desk') return undefined
        return reason === 'more-than-full' || reason === 'as-before' ? 'charge' : ''
      },
    }),
  ],
  ['strike-out', strikeOut],
  ['delete', deleteBooking],
])

/**
 * Does what a booking's own page asks for beside what the desk does everywhere; undefined when the form asks for none of it.
 *
 * @throws Response 404 when there is no such booking within reach
 */
export async function answerBookingDeed(press: Press<Staff>): Promise<Response | FormReply | undefined> {
  return DEEDS.get(press.form.get('intent'))?.(press)
}

/** Strikes a payment out, and leads back to where that was asked for. */
async function strikeOut(press: Press<Staff>): Promise<Response> {
  const { context, staff, id, form, back } = press
  const tellCustomer = form.get('tellCustomer') === 'on'
  const payment = said(press, 'payment')
  const to = backOfficePath(said(press, 'back')) ?? back
  const struck = await strikeOutPayment(context, staff, id, payment, { tellCustomer })
  if (struck.ok) {
    return redirectWithNotice(to, `${struckWords([struck])} struck out, ${formatRupees(struck.due)} is due`)
  }
  if (struck.reason === 'not-found') throw noBooking()
  return redirectWithNotice(to, struck.message, 'error')
}

/** Deletes a booking or frees a hold, and leads to where somebody has more to do. */
async function deleteBooking(press: Press<Staff>): Promise<Response | FormReply> {
  const { context, staff, id, form, back: own } = press
  const read = parseForm(form, cancelForm)
  if (!read.ok) return read.reply()
  const { intent: _, ...wanted } = read.value
  const cancelled = await cancelByStaff(context, staff, id, wanted)
  if (cancelled.ok) {
    const gone = await findBookingWithin(context, scopeOf(staff), id)
    const handed = toHandOver(gone?.booking.refunds ?? [])
    const asked = backOfficePath(said(press, 'back'))
    // the guests who stand there are given it where its buttons are
    const to = handed > 0 ? own : asked && asked !== own ? asked : links.adminBookings()
    const rest = handed > 0 ? ` ${formatRupees(handed)} is to be handed over.` : ''
    return redirectWithNotice(
      to,
      `${gone?.booking.wasBooked === false ? 'The slot is free again.' : 'Booking deleted successfully!'}${rest}`,
    )
  }
  if (cancelled.reason === 'not-found') throw noBooking()
  return read.refuse({ '': cancelled.message }, refusalStatus(cancelled))
}
