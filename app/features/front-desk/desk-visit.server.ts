import type { Scope } from '~/domain/staff-role'
import { bookingPage } from '~/features/booking-pages/booking-page.server'
import type { AppContext } from '~/platform/context.server'
import { deskContact, upiCode } from './desk-contact.server'

/** One booking with all that the front desk does for it; undefined outside the scope. */
export async function deskVisit(context: AppContext, scope: Scope, id: string) {
  const found = await bookingPage(context, scope, id)
  if (!found) return undefined
  const { linkToken, ...booking } = found
  return {
    ...booking,
    contact: deskContact(context, booking.view, linkToken),
    upi: upiCode(context, booking.view, booking.money.length),
  }
}

export type DeskVisitPage = NonNullable<Awaited<ReturnType<typeof deskVisit>>>
