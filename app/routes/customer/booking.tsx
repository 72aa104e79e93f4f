import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CalendarPlus, MapPin } from 'lucide-react'
import { findCustomerBooking } from '~/features/booking/customer-booking.server'
import { Invoice } from '~/features/booking/invoice'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { buttonClass } from '~/ui/button'

export const meta: MetaFunction = () => [
  { title: 'Your booking · Lumière Private Theatre' },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ params }: LoaderFunctionArgs) {
  const found = await findCustomerBooking(appContext(), params.token ?? '')
  if (!found) throw data(null, 404)
  return { view: found.view, calendar: links.customerCalendar(params.token ?? '') }
}

const HEADINGS = {
  pending: 'Waiting for your payment',
  booked: 'Booking Confirmed!',
  expired: 'This hold has ended',
  cancelled: 'This booking was cancelled',
} as const

export default function CustomerBooking() {
  const { view, calendar } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page max-w-3xl py-12">
      <h1 className="text-4xl">{HEADINGS[view.status]}</h1>
      <p className="mt-2 text-muted">
        {view.screen}, {view.location} · {view.date} · <span className="figures">{view.slot}</span>
      </p>
      <div className="my-8 flex flex-wrap gap-3 print:hidden">
        {view.addressLink && (
          <a href={view.addressLink} target="_blank" rel="noopener noreferrer" className={buttonClass('quiet')}>
            <MapPin aria-hidden className="size-4" />
            Navigate to Location<span className="sr-only">, opens in a new tab</span>
          </a>
        )}
        {view.status === 'booked' && (
          <a href={calendar} className={buttonClass('quiet')}>
            <CalendarPlus aria-hidden className="size-4" />
            Add to calendar
          </a>
        )}
      </div>
      <Invoice view={view} />
    </main>
  )
}
