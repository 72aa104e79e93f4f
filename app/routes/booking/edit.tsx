import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { beginEdit } from '~/features/flow/begin-staff-draft.server'
import { currentStaffWho } from '~/features/staff/staff-session.server'
import { redirectWithNotice } from '~/http/notice.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { ButtonLink } from '~/ui/button'
import { CentredCard } from '~/ui/centred-card'

export const meta: MetaFunction = () => [{ title: 'Edit booking' }, { name: 'robots', content: 'noindex' }]

const RESUMED = 'You had begun to change this booking: here is where you left off. “Stop editing” throws it away.'

/** Opens a booking for editing: a draft of it begins, and the flow shows it from the details on. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await currentStaffWho(context, request, 'manage-bookings')
  if (!staff || !params.id) return redirectWithNotice(links.bookLocations(), 'No Access Login again', 'error')
  const begun = await beginEdit(context, staff, params.id)
  if (begun.ok) {
    const to = links.bookCustomerDetails({ draft: begun.draftId })
    return begun.resumed ? redirectWithNotice(to, RESUMED, 'info') : redirect(to, 303)
  }
  switch (begun.reason) {
    case 'not-booked': {
      const text = 'Only a booking that stands can be changed.'
      return redirectWithNotice(links.adminBooking(params.id), text, 'error')
    }
    case 'not-found':
      throw new Response('Invalid Booking ID', { status: 404 })
  }
}

export default function EditBooking() {
  return null
}

export function ErrorBoundary() {
  const error = useRouteError()
  const words = isRouteErrorResponse(error) && typeof error.data === 'string' ? error.data : 'Something went wrong'
  return (
    <CentredCard title={words}>
      <p className="mb-6 text-muted">It may have been deleted, or it belongs to another location.</p>
      <ButtonLink to={links.adminBookings()}>All bookings</ButtonLink>
    </CentredCard>
  )
}
