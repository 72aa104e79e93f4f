import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { calendarFile } from '~/features/booking/calendar-file.server'
import { promiseOf } from '~/features/booking/promise.server'
import { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** The booking for the customer's calendar; one that does not stand, or none, leads to its page. */
export async function loader({ params }: LoaderFunctionArgs) {
  const context = appContext()
  const token = params.token ?? ''
  const found = await findCustomerBooking(context, token)
  // the booking's page says what has become of it
  if (found?.booking.status !== 'booked') throw redirect(links.customerBooking(token))
  const facts = {
    link: `${context.business.appUrl}${links.customerBooking(token)}`,
    address: found.view.address,
    parking: found.view.parking,
    promise: promiseOf(context, found.booking, 'later') ?? '',
  }
  return new Response(calendarFile(found.booking, context.business, facts), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="${found.booking.code}.ics"`,
    },
  })
}
