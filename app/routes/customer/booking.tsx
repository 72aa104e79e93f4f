import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CalendarPlus, MapPin } from 'lucide-react'
import { formatRupees } from '~/domain/money'
import { customerOptions } from '~/features/booking/customer-changes.server'
import { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { Invoice } from '~/features/booking-pages/invoice'
import { pageMeta } from '~/features/site/page-meta'
import { ZoneNote } from '~/features/site/zone-note'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { ButtonLink, buttonClass } from '~/ui/button'

export const meta = pageMeta({ title: 'Your booking' })

export async function loader({ params }: LoaderFunctionArgs) {
  const context = appContext()
  const token = params.token ?? ''
  const found = await findCustomerBooking(context, token)
  if (!found) throw data('Invalid booking Id', 404)
  const options = customerOptions(found.booking, context.clock.now()) ?? null
  return { token, view: found.view, returns: found.returns, options }
}

const HEADINGS = {
  pending: 'Waiting for your payment',
  booked: 'Booking Confirmed!',
  expired: 'This hold has ended',
  cancelled: 'This booking was cancelled',
} as const

export default function CustomerBooking() {
  const { token, view, returns, options } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page max-w-3xl py-12">
      <h1 className="text-4xl">{HEADINGS[view.status]}</h1>
      <p className="mt-2 text-muted">
        {view.screen}, {view.location} · {view.date} · <span className="figures">{view.slot}</span>
      </p>
      <ZoneNote className="mt-1" />
      <div className="my-8 flex flex-wrap gap-3 print:hidden">
        {view.addressLink && (
          <a href={view.addressLink} target="_blank" rel="noopener noreferrer" className={buttonClass('quiet')}>
            <MapPin aria-hidden className="size-4" />
            Navigate to Location<span className="sr-only">, opens in a new tab</span>
          </a>
        )}
        {view.status === 'booked' && (
          <a href={links.customerCalendar(token)} className={buttonClass('quiet')}>
            <CalendarPlus aria-hidden className="size-4" />
            Add to calendar
          </a>
        )}
      </div>
      <Invoice view={view} />
      {returns.length > 0 && (
        <section aria-labelledby="returns" className="mt-6 rounded-card bg-aubergine p-6 sm:p-8">
          <h2 id="returns" className="text-2xl">
            Coming back to you
          </h2>
          <ul className="mt-4 grid gap-3">
            {returns.map(({ id, amount, how, since }) => (
              <li key={id} className="flex items-baseline justify-between gap-6">
                <span>
                  {how}
                  <span className="figures block text-sm text-muted">Since {since}</span>
                </span>
                <span className="figures shrink-0 text-champagne">{formatRupees(amount)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {options && (
        <section aria-labelledby="plans" className="mt-10 rounded-card bg-aubergine p-6 sm:p-8 print:hidden">
          <h2 id="plans" className="text-2xl">
            Plans have changed?
          </h2>
          <p className="mt-2 max-w-prose text-muted">
            {options.reschedule.allowed
              ? 'You can move this booking once, up to 72 hours before it begins.'
              : options.reschedule.explanation}{' '}
            If you cancel now, {formatRupees(options.cancellation.sums.all)} comes back.{' '}
            {options.cancellation.owed.all > 0 &&
              `${formatRupees(options.cancellation.owed.all)} of it you paid beyond the price. `}
            {options.cancellation.explanation}
          </p>
          <div className="mt-5 flex flex-wrap gap-3">
            {options.reschedule.allowed && (
              <ButtonLink to={links.customerReschedule(token)}>Move to another date</ButtonLink>
            )}
            <ButtonLink to={links.customerCancel(token)} look="danger">
              Cancel the booking
            </ButtonLink>
          </div>
        </section>
      )}
    </main>
  )
}
