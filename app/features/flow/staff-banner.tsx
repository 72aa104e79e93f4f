import { Form, Link } from '@remix-run/react'
import { UserRoundPen } from 'lucide-react'
import { links } from '~/links'
import { Button, buttonClass } from '~/ui/button'
import { DraftMark } from './draft-mark'
import type { BookingFrame } from './frame.server'

/** Says to staff that the flow works for a customer, and on which booking; nothing for customers. */
export function StaffBanner({ staff, query }: { staff: BookingFrame['staff']; query: BookingFrame['query'] }) {
  if (!staff) return null
  const { editing } = staff
  return (
    <div className="border-b border-hairline bg-plum-light/60 text-sm">
      <div className="page flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
        <p className="flex grow items-center gap-2">
          <UserRoundPen aria-hidden className="size-4 shrink-0 text-champagne" />
          {editing ? (
            <span>
              Editing booking <span className="figures text-champagne">{editing.code}</span>
            </span>
          ) : (
            <span>New booking, made by {staff.name}</span>
          )}
        </p>
        <Link
          to={editing ? links.adminBooking(editing.id) : links.adminBookings()}
          className={buttonClass('plain', 'max-sm:-ml-2 px-2 text-sm')}
        >
          Back office
        </Link>
        <Form method="post" action={links.bookingDraft(query)}>
          <DraftMark />
          <Button name="intent" value="leave" look="plain" className="px-2 text-sm">
            {editing ? 'Stop editing' : 'Discard'}
          </Button>
        </Form>
      </div>
    </div>
  )
}
