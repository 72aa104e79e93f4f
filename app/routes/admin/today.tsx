import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { ALL_LOCATIONS } from '~/domain/asked-day'
import { listQuery } from '~/features/back-office/list-page.server'
import { beginBookingAt } from '~/features/flow/begin-staff-draft.server'
import { AfterMidnight } from '~/features/front-desk/after-midnight'
import { DayCounts, DayGrid, WeekTable } from '~/features/front-desk/day-grid'
import { todayPageWith } from '~/features/front-desk/today-page.server'
import { VisitPanel } from '~/features/front-desk/visit-panel'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { answerDeskDeed } from '~/http/desk-deeds.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { ButtonLink } from '~/ui/button'
import { EmptyList } from '~/ui/empty-list'
import { DayLocation, FilterBar, FilterFaults, FilterInput } from '~/ui/filter-bar'
import { StaleNote, useLive } from '~/ui/live'
import { UnreachableAlert } from '~/ui/unreachable'

export { alsoMeanwhile as shouldRevalidate } from '~/ui/revalidate'
export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? 'Today'} · Back office` }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-bookings')
  const scope = scopeOf(staff)
  const { get } = listQuery(request)
  const [date, location, view, booking] = [get('date'), get('location'), get('view'), get('booking')]
  return todayPageWith(context, scope, { date, location, view, booking, role: staff.role })
}

/** A free place was pressed: a new booking begins there. Or something was done for a visit of this day. */
export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-bookings')
  const form = await request.formData()
  const said = (name: string) => String(form.get(name) ?? '')
  const { get } = listQuery(request)
  const back = links.adminToday({ date: get('date'), location: get('location'), booking: get('booking') })
  const done = await answerDeskDeed(context, staff, said('booking'), form, back)
  if (done) return done
  const at = { screenId: said('screenId'), slotId: said('slotId'), date: said('date') }
  const draft = await beginBookingAt(context, staff, at)
  if (!draft) throw new Response(null, { status: 404 })
  return redirect(links.bookCustomerDetails({ draft }), 303)
}

export default function Today() {
  const { date, today, locations, location, place, title, before, after, day, late, week, booking, mark, faults } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const view = week ? 'week' : undefined
  const at = (query: object) => links.adminToday({ location, date, ...query })
  const asked = { location: location ?? '', date, view: view ?? '' }
  const stale = useLive(links.adminTodayChanges({ ...asked, booking: booking?.id ?? '' }), mark)
  const here = at({ booking: booking?.id })
  return (
    <div className={booking ? 'xl:pr-[25rem]' : undefined}>
      <PageHead
        title={week ? 'Week' : date === today ? 'Today' : title}
        hint={date === today && !week ? `${title}, ${place}` : place}
      >
        <Link
          to={at({ date: before, view })}
          aria-label={week ? 'The week before' : 'The day before'}
          className="round round-edged"
        >
          <ChevronLeft aria-hidden />
        </Link>
        <ButtonLink to={at({ date: today, view })} aria-current={date === today ? 'date' : undefined}>
          Today
        </ButtonLink>
        <Link
          to={at({ date: after, view })}
          aria-label={week ? 'The next week' : 'The next day'}
          className="round round-edged"
        >
          <ChevronRight aria-hidden />
        </Link>
        <ButtonLink to={at({ view: week ? undefined : 'week' })}>{week ? 'Day' : 'Week'}</ButtonLink>
      </PageHead>
      <FilterBar clearTo={links.adminToday()} filtered={false} button="Show">
        <DayLocation locations={locations} chosen={location} everywhere={ALL_LOCATIONS} />
        <FilterInput label="Date" type="date" name="date" defaultValue={date} />
        {view && <input type="hidden" name="view" value={view} />}
      </FilterBar>
      <FilterFaults faults={faults} instead={`Shown is ${week ? 'the week of ' : ''}${title}, ${place}.`} />
      <StaleNote stale={stale} />
      {/* beside an open booking its form says it */}
      {!booking && <UnreachableAlert />}
      {day?.closed.map(({ reason, where }) => (
        <p key={`${where}: ${reason}`} className="mb-4 rounded-xl border border-wrong/40 bg-wrong/10 px-4 py-3 text-sm">
          Closed to online booking{where && ` at ${where}`}: {reason}
        </p>
      ))}
      {week && <WeekTable week={week} today={today} location={location} />}
      <AfterMidnight page={{ late, after, location }} />
      {day && <DayCounts {...day.counts} />}
      {day &&
        (day.rooms.length ? (
          <DayGrid
            day={day}
            date={date}
            opens={(visit) => at({ booking: visit })}
            action={here}
            open={booking?.id ?? null}
          />
        ) : (
          <div className="rounded-card border border-hairline px-6 py-14 text-center">
            <EmptyList what="screens" filtered={false}>
              Screens of this location appear here with their slots.
            </EmptyList>
          </div>
        ))}
      {booking && <VisitPanel key={booking.id} booking={booking} closeTo={at({})} action={here} answer={answer} />}
    </div>
  )
}
