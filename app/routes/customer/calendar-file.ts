import type { LoaderFunctionArgs } from '@remix-run/node'
import { calendarFile } from '~/features/booking/calendar-file.server'
import { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** The booking for the customer's calendar. */
export async function loader({ params }: LoaderFunctionArgs) {
  const context = appContext()
  const token = params.token ?? ''
  const found = await findCustomerBooking(context, token)
  if (found?.booking.status !== 'booked') throw new Response('Not found', { status: 404 })
  const link = `${context.business.appUrl}${links.customerBooking(token)}`
  return new Response(calendarFile(found.booking, context.business, link), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="${found.booking.code}.ics"`,
    },
  })
}
