import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays, formatDate, formatWeekday, parseCalendarDate, todayIn } from '~/domain/calendar'
import { inScope } from '~/domain/staff-role'
import { listQuery } from '~/features/back-office/list-page.server'
import { beginBookingAt } from '~/features/flow/begin-staff-draft.server'
import { BoardTable } from '~/features/report/board-table'
import { dayBoard, firstOnBoard } from '~/features/report/day-board.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { locationOptions } from '~/features/venue/locations.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { ButtonLink } from '~/ui/button'
import { EmptyList } from '~/ui/empty-list'
import { FilterBar, FilterInput, FilterSelect } from '~/ui/filter-bar'
import { UnreachableAlert } from '~/ui/unreachable'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Day board · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request)
  const scope = scopeOf(staff)
  const { get } = listQuery(request)
  const today = todayIn(context.business.timeZone, context.clock.now())
  const date = parseCalendarDate(get('date')) ?? today
  const locations = await locationOptions(context, scope)
  const wanted = get('location')
  const location =
    locations.find(({ id }) => id === wanted && inScope(scope, id)) ?? (await firstOnBoard(context, locations))
  const board = location && (await dayBoard(context, location.id, date, scope))
  return {
    ...{ date, today, locations, location, board },
    title: `${formatWeekday(date)}, ${formatDate(date)}`,
    before: addDays(date, -1),
    after: addDays(date, 1),
  }
}

/** A free slot was pressed: a new booking begins there. */
export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request)
  const form = await request.formData()
  const [screenId, slotId, date] = ['screenId', 'slotId', 'date'].map((name) => String(form.get(name) ?? ''))
  const draft = await beginBookingAt(context, staff, {
    screenId: screenId ?? '',
    slotId: slotId ?? '',
    date: date ?? '',
  })
  if (!draft) throw new Response(null, { status: 404 })
  return redirect(links.bookCustomerDetails({ draft }), 303)
}

export default function Board() {
  const { date, today, locations, location, board, title, before, after } = useLoaderData<typeof loader>()
  const at = (day: string) => links.adminBoard({ location: location?.id, date: day })
  const turn = 'grid size-11 place-items-center rounded-full border border-white/20 hover:border-white/45'
  return (
    <>
      <PageHead title="Day board" hint={location ? `${location.name}, ${title}` : title}>
        <Link to={at(before)} aria-label="The day before" className={turn}>
          <ChevronLeft aria-hidden />
        </Link>
        <ButtonLink to={at(today)} aria-current={date === today ? 'date' : undefined}>
          Today
        </ButtonLink>
        <Link to={at(after)} aria-label="The next day" className={turn}>
          <ChevronRight aria-hidden />
        </Link>
      </PageHead>
      <FilterBar clearTo={links.adminBoard()} filtered={false} button="Show">
        {locations.length > 1 && (
          <FilterSelect label="Location" name="location" key={location?.id} defaultValue={location?.id}>
            {locations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </FilterSelect>
        )}
        <FilterInput label="Date" type="date" name="date" key={date} defaultValue={date} />
      </FilterBar>
      <UnreachableAlert />
      {board?.closed && (
        <p className="mb-4 rounded-xl border border-wrong/40 bg-wrong/10 px-4 py-3 text-sm">
          Closed to online booking: {board.closed}
        </p>
      )}
      {board?.columns.length ? (
        <BoardTable columns={board.columns} date={date} />
      ) : (
        <div className="rounded-card border border-hairline px-6 py-14 text-center">
          <EmptyList what="screens" filtered={false}>
            Screens of this location appear here with their slots.
          </EmptyList>
        </div>
      )}
    </>
  )
}
