import { Link } from '@remix-run/react'
import { hasTenDigits } from '~/domain/customer-details'
import { links } from '~/links'
import { FieldError } from '~/ui/field'
import { NoteList } from './notes-box'
import type { PhoneBookingPage } from './phone-booking.server'
import { faultOf } from './phone-field'

/** Who has the number that was typed: what they had, whether they came, and whether a note says to ask first. */
export function CallerCard({ page: { form, caller, approvals }, fault }: { page: PhoneBookingPage; fault?: string }) {
  const { control, field } = faultOf('approved', fault ? { approved: fault } : null)
  return (
    <div aria-live="polite" className="mt-3 text-sm">
      {caller && (
        <>
          <p>
            <bdi>{caller.name}</bdi>: {caller.bookings} {caller.bookings === 1 ? 'booking' : 'bookings'}
            {caller.noShows > 0 && <span className="text-wrong">, {caller.noShows} did not come</span>}
            {caller.cancelled > 0 && `, ${caller.cancelled} cancelled`}
          </p>
          <ul className="text-muted">
            {caller.last.map(({ id, words }) => (
              <li key={id}>
                <Link to={links.adminBooking(id)} target="_blank" className="figures underline underline-offset-4">
                  {words}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {approvals.length > 0 && (
        <div className="mt-3 grid gap-2">
          <NoteList notes={approvals} />
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" {...control} name="approved" required defaultChecked={form.approved} />I have asked,
            and they may be booked
          </label>
          <FieldError field={field} />
        </div>
      )}
      {!caller && hasTenDigits(form.number) && <p className="text-muted">A new customer</p>}
    </div>
  )
}
