import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { parseCalendarDate } from '~/domain/calendar'
import { deskDate } from '~/domain/desk-day'
import { listQuery } from '~/features/back-office/list-page.server'
import { exportTill } from '~/features/money/till.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { locationOptions } from '~/features/venue/locations.server'
import { csvAnswer } from '~/http/csv-answer.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** What moved in the till on a day, as a CSV file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'export')
  const scope = scopeOf(staff)
  const { get } = listQuery(request)
  const [day, at] = [get('date'), get('location')]
  const date = day ? parseCalendarDate(day) : deskDate(context.business.timeZone, context.clock.now())
  const places = await locationOptions(context, scope)
  // as the page: one that is the only one is always there
  const place = at || places.length > 1 ? places.find(({ id }) => id === at) : places[0]
  // a file of another day or of all locations would be taken for the one that was asked for
  if (!date || (at && !place)) throw redirect(links.adminTill({ date, location: place?.id }))
  return csvAnswer(context, staff, 'Till', exportTill(context, scope, place, date), request.signal)
}
