import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { IndianRupee, MapPin, Pencil } from 'lucide-react'
import { BOOKING_STATUSES } from '~/domain/booking-status'
import { figureLists } from '~/domain/figure-lists'
import { formatRupees } from '~/domain/money'
import { inRange } from '~/domain/saved-filters'
import { roleMay } from '~/domain/staff-role'
import { staffHome } from '~/features/back-office/admin-nav'
import { todayStrip } from '~/features/front-desk/today-page.server'
import { TodayStrip } from '~/features/front-desk/today-strip'
import { dashboardFigures, locationShares, upcomingBookings } from '~/features/insight/dashboard.server'
import { dashboardFilter } from '~/features/insight/dashboard-filter.server'
import { DashboardTiles } from '~/features/insight/dashboard-tiles'
import { FirstSteps } from '~/features/insight/first-steps'
import { stepsToOpening } from '~/features/insight/first-steps.server'
import { LocationShareChart } from '~/features/insight/location-share-chart'
import { countOpenMoney } from '~/features/money/open-money-counts.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { filterPlaces, findLocation } from '~/features/venue/locations.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { type Column, DataTable, RowAction, RowActions } from '~/ui/data-table'
import { FilterBar, FilterFaults, FilterInput, FilterSelect, LocationFilter } from '~/ui/filter-bar'
import { FormPanel } from '~/ui/form-panel'
import { Picture } from '~/ui/picture'

export const meta: MetaFunction = () => [{ title: 'Dashboard · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'sign-in')
  // signing in leads here, whoever it is
  if (staff.mustSetUpCode) throw redirect(links.adminSecondFactor())
  if (!roleMay(staff.role, 'see-figures')) throw redirect(staffHome(staff.role))
  const scope = scopeOf(staff)
  const all = roleMay(staff.role, 'see-shares')
  const locations = await filterPlaces(context, staff)
  const { filter, typed, faults } = dashboardFilter(request.url, locations)
  const [today, found, money, shares, upcoming, own, steps] = await Promise.all([
    todayStrip(context, scope, filter.locationId),
    dashboardFigures(context, scope, filter),
    countOpenMoney(context, scope),
    all ? locationShares(context, scope, filter) : null,
    upcomingBookings(context, scope, filter),
    staff.locationId ? findLocation(context, scope, staff.locationId) : undefined,
    roleMay(staff.role, 'manage-cities') ? stepsToOpening(context) : undefined,
  ])
  const { totalCities, totalLocations, ...figures } = found
  return {
    figures: all ? { ...figures, totalCities, totalLocations } : figures,
    ...{ today, money, shares, upcoming, locations, filter, typed, faults, steps },
    own: own && { name: own.location.name, address: own.location.address, image: own.location.image },
  }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['upcoming']['bookings'][number]

const COLUMNS: Column<Row>[] = [
  {
    head: 'Customer',
    card: 'title',
    cell: ({ customerName, customerNumber }) => (
      <span>
        {customerName}
        <span className="figures block text-xs font-normal text-muted">{customerNumber}</span>
      </span>
    ),
  },
  { head: 'Location', cell: ({ locationName }) => locationName },
  { head: 'Screen', cell: ({ screenName }) => screenName },
  {
    head: 'Date',
    cell: ({ date, weekday }) => (
      <span className="figures">
        {date}
        <span className="block text-xs text-muted">{weekday}</span>
      </span>
    ),
  },
  { head: 'Slot', cell: ({ slot }) => <span className="figures">{slot}</span> },
  { head: 'Total', align: 'right', cell: ({ total }) => formatRupees(total) },
  {
    head: 'Action',
    onScreen: true,
    card: 'end',
    align: 'right',
    cell: ({ id, code, locationId, locationName }) => (
      <RowActions>
        <RowAction to={links.editBooking(id)} label={`Edit booking ${code}`}>
          <Pencil aria-hidden className="size-4" />
        </RowAction>
        {locationId && (
          <RowAction to={links.adminLocationEdit(locationId)} label={`Edit location ${locationName}`}>
            <MapPin aria-hidden className="size-4" />
          </RowAction>
        )}
      </RowActions>
    ),
  },
]

export default function Dashboard() {
  const { today, steps, figures, money, shares, upcoming, locations, filter, typed, faults, own } =
    useLoaderData<typeof loader>()
  const filtered = Boolean(faults.length || filter.locationId || filter.from || filter.to || filter.status !== 'booked')
  return (
    <>
      <PageHead title="Dashboard" hint={own?.name} />
      {steps && <FirstSteps steps={steps} />}
      <TodayStrip page={today} />
      <FilterBar
        clearTo={links.dashboard()}
        filtered={filtered}
        button="Show"
        open={filtered}
        folded={
          <>
            {locations && <LocationFilter locations={locations} chosen={filter.locationId} all />}
            <FilterInput label="From" type="date" name="fromDate" defaultValue={typed.from} />
            <FilterInput label="To" type="date" name="toDate" defaultValue={typed.to} />
            <FilterSelect label="Status" name="status" asked={filter.status}>
              {BOOKING_STATUSES.map((status) => (
                <option key={status} data-usual={status === 'booked' || undefined}>
                  {status}
                </option>
              ))}
              <option value="all">All</option>
            </FilterSelect>
          </>
        }
      />
      {money > 0 && (
        <p className="mb-4">
          <Link
            to={links.adminMoney()}
            className="inline-flex min-h-11 items-center gap-2 rounded-xl border border-wrong/50 bg-wrong/10 px-4 text-sm hover:bg-wrong/20"
          >
            <IndianRupee aria-hidden className="size-4 text-wrong" />
            Money: {money} {money === 1 ? 'thing waits' : 'things wait'} for you
          </Link>
        </p>
      )}
      <FilterFaults faults={faults} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <DashboardTiles figures={figures} status={filter.status} lists={figureLists(filter)} />
        {shares ? (
          <FormPanel title="Bookings by location">
            <LocationShareChart shares={shares} />
          </FormPanel>
        ) : (
          own && (
            <section className="mb-5 overflow-hidden rounded-card bg-aubergine/70">
              <Picture src={own.image} alt="" sizes="24rem" className="aspect-[3/2] w-full" />
              <div className="p-5">
                <h2 className="text-xl">{own.name}</h2>
                <p className="mt-1 text-sm text-muted">{own.address}</p>
              </div>
            </section>
          )
        )}
      </div>
      <h2 className="mt-4 mb-3 text-2xl">Up Comming Bookings</h2>
      <DataTable
        caption="Up Comming Bookings"
        columns={COLUMNS}
        rows={upcoming.bookings}
        empty={<p className="text-muted">No bookings available</p>}
        rowLink={({ id, code, customerName }) => ({
          to: links.adminBooking(id),
          label: `Open ${code}, ${customerName}`,
        })}
      />
      {upcoming.more && (
        <p className="mt-4 flex flex-wrap items-center justify-center gap-x-4 text-sm text-muted">
          The first {upcoming.bookings.length} are shown.
          <Link
            to={links.adminBookings({
              ...inRange({ status: 'booked', location: filter.locationId ?? '' }, upcoming),
            })}
            className="inline-flex min-h-11 items-center text-champagne underline underline-offset-4"
          >
            All bookings of these days
          </Link>
        </p>
      )}
    </>
  )
}
