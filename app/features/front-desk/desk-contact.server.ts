import { callLink } from '~/domain/calling'
import { chatLink, lateMessage, type MessageFacts, stateMessage } from '~/domain/desk-messages'
import { upiLink } from '~/domain/upi'
import type { CustomerBookingView } from '~/features/booking-pages/customer-booking.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'

/**
 * By what the front desk reaches a booking's customer: links with their messages ready, and the customer's own page. Only guests who are
 * `awaited` now are asked whether they run late.
 */
export function deskContact(
  { business }: AppContext,
  view: CustomerBookingView,
  linkToken: string,
  { awaited, ...waits }: Pick<MessageFacts, 'asked' | 'waiting'> & { awaited: boolean },
) {
  const { customer, code, called: status, ledger } = view
  const link = `${business.appUrl}${links.customerBooking(linkToken)}`
  const facts = {
    ...{ business: business.name, customer: customer.name, code, status, due: ledger.remaining, link, ...waits },
    where: `${view.screen}, ${view.location}`,
    when: `${view.date}, ${view.slot}`,
  }
  return {
    link,
    email: customer.email,
    call: callLink(customer.number),
    chat: chatLink(customer.number, stateMessage(facts)),
    late: awaited ? chatLink(customer.number, lateMessage(facts)) : null,
  }
}

export type DeskContact = ReturnType<typeof deskContact>

/** The UPI code for what is due; undefined when nothing is, or the business has no UPI address. */
export const upiCode = ({ business }: AppContext, { code, ledger }: CustomerBookingView, payments: number) =>
  business.upi && ledger.remaining > 0
    ? upiLink({
        ...{ vpa: business.upi, payee: business.name, amount: ledger.remaining },
        ...{ note: `Booking ${code}`, reference: `${code}-${payments + 1}` },
      })
    : null
