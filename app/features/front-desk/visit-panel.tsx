import { Form } from '@remix-run/react'
import type { bookingPage } from '~/features/booking-pages/booking-page.server'
import { Invoice } from '~/features/booking-pages/invoice'
import { links } from '~/links'
import { Button, ButtonLink } from '~/ui/button'
import { SidePanel } from '~/ui/side-panel'

type Booking = NonNullable<Awaited<ReturnType<typeof bookingPage>>>

interface VisitPanelProps {
  booking: Booking
  closeTo: string
  /** Where its buttons are sent. */
  action: string
}

const ATTENDANCE = [
  ['expected', 'Expected'],
  ['arrived', 'Arrived'],
  ['no-show', 'Did not come'],
] as const

/** A booking beside the day it belongs to: who, what is due, and what the front desk does for it. */
export function VisitPanel({ booking, closeTo, action }: VisitPanelProps) {
  const { id, view, attendance, note } = booking
  return (
    <SidePanel title={view.customer.name} hint={`${view.screen}, ${view.slot}`} closeTo={closeTo}>
      <AttendanceButtons status={view.status} attendance={attendance} action={action} booking={id} />
      <div className="mt-4 flex flex-wrap gap-2">
        <ButtonLink to={links.adminBooking(id)} className="px-4 text-sm">
          Open the booking
        </ButtonLink>
        {view.status === 'booked' && (
          <ButtonLink to={links.editBooking(id)} prefetch="none" className="px-4 text-sm">
            Edit
          </ButtonLink>
        )}
      </div>
      {note && <p className="mt-4 rounded-xl bg-night/40 p-3 text-sm whitespace-pre-line">{note}</p>}
      <div className="mt-4">
        <Invoice view={view} />
      </div>
    </SidePanel>
  )
}

interface AttendanceProps {
  status: string
  attendance: Booking['attendance']
  action?: string
  booking: string
}

/** Whether the guests came, by one press. */
export function AttendanceButtons({ status, attendance, action, booking }: AttendanceProps) {
  if (status !== 'booked') return null
  return (
    <Form method="post" action={action} preventScrollReset className="flex flex-wrap gap-2">
      <input type="hidden" name="intent" value="attendance" />
      <input type="hidden" name="booking" value={booking} />
      {ATTENDANCE.map(([state, words]) => (
        <Button
          key={state}
          name="attendance"
          value={state}
          aria-pressed={state === attendance}
          className={`px-4 text-sm ${state === attendance ? 'bg-plum-light text-champagne' : ''}`}
        >
          {words}
        </Button>
      ))}
    </Form>
  )
}
