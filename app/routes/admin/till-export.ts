import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { askedDate } from '~/domain/asked-day'
import { deskDate } from '~/domain/desk-day'
import { tillAsked } from '~/domain/till'
import { listQuery } from '~/features/back-office/list-page.server'
import { placesOfDays } from '~/features/front-desk/places-of-day.server'
import { exportTill } from '~/features/money/till.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { csvAnswer } from '~/http/csv-answer.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** What moved in the till on a day, as a CSV file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'export')
  const scope = scopeOf(staff)
  const { get, query } = listQuery(request)
  const today = deskDate(context.business.timeZone, context.clock.now())
  const asked = askedDate(query.date, today)
  const places = await placesOfDays(context, scope, [asked, asked], query.location)
  const { date, place, faults } = tillAsked(query, today, places)
  // a file of another day or of all locations would be taken for the one that was asked for; the page says why there is none
  if (faults.length) throw redirect(links.adminTill({ date: get('date'), location: get('location') }))
  return csvAnswer(
    context,
    staff,
    { what: 'Till', from: date, to: date, of: place?.name },
    exportTill(context, scope, place, date),
    request.signal,
  )
}
