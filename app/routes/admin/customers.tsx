import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { callLink } from '~/domain/calling'
import { foundWords, PAGER_JUMP } from '~/domain/paging'
import { isSuperAdmin, roleMay } from '~/domain/staff-role'
import { locationAsked } from '~/features/back-office/filters-asked.server'
import { listQuery } from '~/features/back-office/list-page.server'
import { ListSearch } from '~/features/back-office/list-search'
import { listCustomers } from '~/features/customer/customers.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { filterPlaces } from '~/features/venue/locations.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { type Column, DataTable } from '~/ui/data-table'
import { EmptyList } from '~/ui/empty-list'
import { FileLink } from '~/ui/file-link'
import { FilterBar, FilterFaults, LocationFilter } from '~/ui/filter-bar'
import { Pager } from '~/ui/pager'

export const meta: MetaFunction = () => [{ title: 'Customers · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'see-customers')
  const scope = scopeOf(staff)
  const { get, search, page, query } = listQuery(request)
  const locations = await filterPlaces(context, staff)
  const { chosen: locationId, faults } = locationAsked(get('location'), locations)
  return {
    list: await listCustomers(context, scope, { search, locationId, page }),
    locations,
    locationId,
    faults,
    search,
    query,
    mayForget: isSuperAdmin(staff.role),
    mayExport: roleMay(staff.role, 'export'),
  }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['list']['customers'][number]

const COLUMNS: Column<Row>[] = [
  { head: 'Name', card: 'title', cell: ({ name }) => name },
  {
    head: 'Phone No',
    cell: ({ number }) => (
      <a
        href={callLink(number)}
        className="figures relative z-10 inline-flex min-h-11 items-center hover:underline md:min-h-0"
      >
        {number}
      </a>
    ),
  },
  { head: 'Email', card: 'long', cell: ({ email }) => email || '—' },
]

const DATA: Column<Row> = {
  head: 'Data',
  cell: ({ id, name }) => (
    <Link
      to={links.adminCustomer(id)}
      aria-label={`Data of ${name}`}
      className="relative z-10 inline-flex min-h-11 items-center text-champagne hover:underline md:min-h-0"
    >
      Show or erase
    </Link>
  ),
}

export default function Customers() {
  const { list, locations, locationId, faults, search, query, mayForget, mayExport } = useLoaderData<typeof loader>()
  const { page: _, ...filters } = query
  const filtered = Boolean(search || locationId)
  return (
    <>
      <PageHead title="Customers" hint={`${foundWords(list)}${search && list.total > 1 ? ', newest first' : ''}`}>
        {mayExport && (
          <FileLink href={links.adminCustomersExport({ ...filters, location: locationId })}>Customers CSV</FileLink>
        )}
      </PageHead>
      <FilterBar clearTo={links.adminCustomers()} filtered={filtered || faults.length > 0}>
        <ListSearch searched={search} placeholder="Name, phone, email" />
        {locations && <LocationFilter locations={locations} chosen={locationId} all />}
      </FilterBar>
      <FilterFaults faults={faults} />
      <DataTable
        caption="Customers"
        columns={mayForget ? [...COLUMNS, DATA] : COLUMNS}
        rows={list.customers}
        empty={
          <EmptyList what="customers" filtered={filtered}>
            Whoever books is listed here.
          </EmptyList>
        }
        rowLink={({ number, name }) => ({
          to: links.adminBookings({ search: number, status: 'all' }),
          label: `Bookings of ${name}`,
        })}
      />
      <Pager
        jump={PAGER_JUMP}
        page={list.page}
        pages={list.pages}
        more={list.more}
        link={(page) => links.adminCustomers({ ...filters, page })}
      />
    </>
  )
}
