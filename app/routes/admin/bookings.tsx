import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Pencil, Trash2 } from 'lucide-react'
import type { BookingSort } from '~/domain/booking-sorts'
import { isBlocking } from '~/domain/booking-status'
import { deskDate } from '~/domain/desk-day'
import { formatRupees } from '~/domain/money'
import { foundWords, PAGER_JUMP } from '~/domain/paging'
import { quickRanges } from '~/domain/quick-ranges'
import { type AskedFilter, asksFor, savedFilter } from '~/domain/saved-filters'
import { roleMay } from '~/domain/staff-role'
import { listQuery } from '~/features/back-office/list-page.server'
import {
  askedFilterOf,
  bookingFilters,
  renameFilterForm,
  saveFilterForm,
} from '~/features/booking-pages/back-office-forms.server'
import { dueOfList, listBookings, todayRows } from '~/features/booking-pages/bookings.server'
import { BookingsFilterBar } from '~/features/booking-pages/bookings-filter-bar'
import { RangeChips, SavedFilters } from '~/features/booking-pages/filter-chips'
import { filtersOf, removeFilter, renameFilter, saveFilter } from '~/features/booking-pages/saved-filters.server'
import { TodayRows } from '~/features/booking-pages/today-rows'
import { NamedCases } from '~/features/money/named-cases'
import { casesNamed } from '~/features/money/payment-name.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { filterPlaces } from '~/features/venue/locations.server'
import { redirectWithNotice } from '~/http/notice.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { type AppContext, appContext } from '~/platform/context.server'
import { parseForm } from '~/platform/form.server'
import { recordId } from '~/platform/form-fields.server'
import { PageHead } from '~/ui/admin-shell'
import { type Column, DataTable, RowAction, RowActions } from '~/ui/data-table'
import { EmptyList } from '~/ui/empty-list'
import { FileLink } from '~/ui/file-link'
import { FilterFaults } from '~/ui/filter-bar'
import { Pager } from '~/ui/pager'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Bookings · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-bookings')
  const scope = scopeOf(staff)
  const locations = await filterPlaces(context, staff)
  const { filter, typed, faults } = bookingFilters(request.url, locations)
  const { query } = listQuery(request)
  const ranges = rangesNow(context)
  const shown = askedFilterOf(filter)
  const plain = !Object.keys(query).length
  const [list, due, cases, saved, today] = await Promise.all([
    listBookings(context, scope, filter),
    dueOfList(context, scope, filter),
    casesNamed(context, scope, filter.search ?? ''),
    filtersOf(context, staff, ranges, shown),
    plain ? todayRows(context, scope) : null,
  ])
  const maySave = !faults.length && Object.keys(savedFilter(shown, ranges)).length > 0 && !saved.some(({ now }) => now)
  const mayExport = roleMay(staff.role, 'export')
  return {
    list: { ...list, due },
    cases,
    locations,
    filter,
    typed,
    faults,
    query,
    ranges,
    shown,
    saved,
    maySave,
    today,
    mayExport,
  }
}

const rangesNow = ({ business, clock }: AppContext) => quickRanges(deskDate(business.timeZone, clock.now()))

/** Keeps, renames and forgets filters; the one that is kept is the one of the address. */
export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-bookings')
  const form = await request.formData()
  const { here } = listQuery(request)
  if (form.get('intent') === 'remove-filter') {
    const id = recordId.safeParse(form.get('id'))
    if (!id.success || !(await removeFilter(context, staff, id.data))) throw new Response(null, { status: 404 })
    return redirectWithNotice(here, 'The filter is removed')
  }
  if (form.get('intent') === 'rename-filter') {
    const read = parseForm(form, renameFilterForm)
    if (!read.ok) return read.reply()
    const done = await renameFilter(context, staff, read.value)
    if (done.ok) return redirectWithNotice(here, 'The filter has its new name')
    if (done.reason === 'not-found') throw new Response(done.message, { status: 404 })
    return read.refuse({ name: done.message })
  }
  const read = parseForm(form, saveFilterForm)
  if (!read.ok) return read.reply()
  const { filter, faults } = bookingFilters(request.url, await filterPlaces(context, staff))
  if (faults.length) return read.refuse({ name: faults })
  const shown = askedFilterOf(filter)
  const done = await saveFilter(context, staff, { name: read.value.name, shown, ranges: rangesNow(context) })
  if (done.ok) return redirectWithNotice(here, 'The filter is saved')
  return read.refuse({ name: done.message })
}

/** What the filter shows as files: beside the heading, and on a phone, where nobody opens one, below the list. */
function Files({ shown, className }: { shown: AskedFilter; className: string }) {
  return (
    <div className={`flex-wrap gap-3 ${className}`}>
      <FileLink href={links.adminBookingsExport(shown)}>Bookings CSV</FileLink>
      <FileLink href={links.adminPaymentsExport(shown)}>Payments CSV</FileLink>
      <FileLink href={links.adminPapersExport(shown)}>Papers CSV</FileLink>
    </div>
  )
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['list']['bookings'][number]

const COLUMNS: Column<Row>[] = [
  {
    head: 'Customer',
    card: 'title',
    cell: ({ customer }) => (
      <span>
        {customer.name}
        <span className="figures block text-xs font-normal text-muted">{customer.number}</span>
      </span>
    ),
  },
  { head: 'Location', card: 'plain', cell: ({ location }) => location || 'Unallocated' },
  { head: 'Screen', card: 'plain', cell: ({ screen }) => screen },
  { head: 'Booked On', card: 'none', cell: ({ bookedOn }) => <span className="figures">{bookedOn}</span> },
  {
    head: 'Date',
    card: 'plain',
    cell: ({ date, weekday }) => (
      <span className="figures">
        {date} <span className="text-xs text-muted as-rows:block">{weekday}</span>
      </span>
    ),
  },
  // as wide as one time, which is not broken
  { head: 'Slot', card: 'plain', cell: ({ slot }) => <span className="figures inline-block min-w-20">{slot}</span> },
  { head: 'Total', card: 'none', align: 'right', cell: ({ total }) => formatRupees(total) },
  { head: 'Advance', card: 'none', align: 'right', cell: ({ advance }) => formatRupees(advance) },
  {
    head: 'Remaining',
    card: 'plain',
    align: 'right',
    cell: ({ remaining, total }) => (
      <span className={remaining > 0 ? 'text-champagne' : 'text-muted'}>
        <span className="as-cards:hidden">{formatRupees(remaining)}</span>
        <span className="as-rows:hidden">
          {remaining > 0
            ? `${formatRupees(remaining)} due of ${formatRupees(total)}`
            : `${formatRupees(total)}, none due`}
        </span>
      </span>
    ),
  },
  {
    head: 'Status',
    card: 'plain',
    cell: ({ status, heldUntil }) =>
      heldUntil ? (
        <span className="figures text-champagne">held until {heldUntil}</span>
      ) : (
        <span className={status === 'booked' ? 'text-done' : 'text-muted'}>{status}</span>
      ),
  },
]

/** What is done with a booking from this list; whoever deletes one, or does not after all, comes back to `here`. */
const actionsFrom = (here: string): Column<Row> => ({
  head: 'Actions',
  onScreen: true,
  card: 'corner',
  align: 'right',
  cell: ({ id, code, status }) =>
    isBlocking(status) && (
      <RowActions>
        {status === 'booked' && (
          <RowAction to={links.editBooking(id)} label={`Edit ${code}`}>
            <Pencil aria-hidden className="size-4" />
          </RowAction>
        )}
        <RowAction to={links.adminBooking(id, { delete: 1, back: here })} label={`Delete ${code}`} tone="danger">
          <Trash2 aria-hidden className="size-4" />
        </RowAction>
      </RowActions>
    ),
})

export default function Bookings() {
  const { list, cases, locations, filter, typed, faults, query, ranges, shown, saved, maySave, today, mayExport } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { page: _, ...filters } = query
  const filtered = Object.keys(filters).length > 0
  const { sort = 'booked-last' } = filter
  // what a chip says needs no open fold
  const byChip =
    saved.some(({ now }) => now) ||
    (!filter.locationId &&
      !filter.status &&
      filter.dateOf === 'desk-day' &&
      ranges.some((range) => asksFor(shown, range)))
  /** A head sorts by its column: first as `usual`, then the other way round. */
  const head = (usual: BookingSort, other: BookingSort, up: BookingSort): Column<Row>['sort'] => ({
    to: links.adminBookings({ ...filters, sort: sort === usual ? other : usual }),
    now: sort === usual || sort === other ? (sort === up ? 'ascending' : 'descending') : undefined,
  })
  const heads: Record<string, Column<Row>['sort']> = {
    'Booked On': head('booked-last', 'booked-first', 'booked-first'),
    Date: head('visit-first', 'visit-last', 'visit-first'),
  }
  const sorted = COLUMNS.map((column) => ({ ...column, sort: heads[column.head] }))
  const columns = [...sorted, actionsFrom(links.adminBookings(query))]
  return (
    <>
      <PageHead title="Bookings" hint={foundWords(list)}>
        {mayExport && <Files shown={shown} className="hidden sm:flex" />}
      </PageHead>
      <RangeChips ranges={ranges} shown={shown} />
      <SavedFilters filters={saved} maySave={maySave} answer={answer} />
      <BookingsFilterBar {...{ filter, typed, locations, filtered, byChip }} />
      <FilterFaults faults={faults} />
      {today && <TodayRows visits={today} />}
      <NamedCases cases={cases} />
      <DataTable
        wide
        caption="Bookings"
        columns={columns}
        rows={list.bookings}
        empty={filtered ? <EmptyList what="bookings" filtered /> : <p>No bookings available</p>}
        rowLink={({ id, code, customer }) => ({ to: links.adminBooking(id), label: `Open ${code}, ${customer.name}` })}
      />
      <Pager
        jump={PAGER_JUMP}
        page={list.page}
        pages={list.pages}
        more={list.more}
        link={(page) => links.adminBookings({ ...filters, page })}
      />
      {mayExport && <Files shown={shown} className="mt-8 flex sm:hidden" />}
    </>
  )
}
