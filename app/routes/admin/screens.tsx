import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { UNALLOCATED } from '~/domain/asked-day'
import { roomLacks } from '~/domain/room-lacks'
import { locationAsked } from '~/features/back-office/filters-asked.server'
import { listQuery } from '~/features/back-office/list-page.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { filterPlaces } from '~/features/venue/locations.server'
import {
  deleteScreen,
  findScreenRecord,
  listScreens,
  screenInUse,
  setScreenStatus,
} from '~/features/venue/screens.server'
import { afterDeletion } from '~/http/after-deletion.server'
import { readListAction } from '~/http/list-action.server'
import { redirectWithNotice } from '~/http/notice.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { ConfirmDelete } from '~/ui/confirm'
import { type Column, DataTable } from '~/ui/data-table'
import { EmptyList } from '~/ui/empty-list'
import { FilterBar, FilterFaults, LocationFilter } from '~/ui/filter-bar'
import { AddLink, actionsColumn, statusColumn } from '~/ui/record-list'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Screens · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-screens')
  const scope = scopeOf(staff)
  const { get, deleting, here, query } = listQuery(request)
  const locations = await filterPlaces(context, staff)
  const { chosen: locationId, faults } = locationAsked(
    get('location'),
    locations && [...locations, { id: UNALLOCATED }],
  )
  const [found, doomed] = await Promise.all([
    listScreens(context, scope, { locationId }),
    deleting ? findScreenRecord(context, scope, deleting) : undefined,
  ])
  const rows = found.map(({ screen, location, slots, packages }) => ({
    id: screen.id,
    name: screen.name,
    location: location?.name ?? 'Unallocated',
    capacity: screen.capacity,
    minPeople: screen.minPeople,
    active: screen.active,
    lacks: screen.active ? roomLacks({ slots, packages }) : undefined,
  }))
  const inUse = doomed ? await screenInUse(context, doomed.id) : 0
  return {
    ...{ rows, locations, locationId, faults, here, query },
    doomed: doomed && { id: doomed.id, name: doomed.name, inUse },
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-screens')
  const wanted = await readListAction(request)
  const { here } = listQuery(request)
  if (wanted.intent === 'delete') {
    const gone = await deleteScreen(context, staff, wanted.id)
    return afterDeletion(context, staff, gone, { entity: 'Screen', id: wanted.id, to: here })
  }
  if (!(await setScreenStatus(context, staff, wanted.id, wanted.active))) throw new Response(null, { status: 404 })
  return redirectWithNotice(here, 'Screen updated successfully!')
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function Screens() {
  const { rows, locations, locationId, faults, here, query, doomed } = useLoaderData<typeof loader>()
  const columns: Column<Row>[] = [
    {
      head: 'Name',
      card: 'title',
      cell: ({ name, lacks }) => (
        <>
          {name}
          {lacks && <span className="block text-xs text-champagne">{lacks}</span>}
        </>
      ),
    },
    { head: 'Location', cell: ({ location }) => location },
    { head: 'Capacity', cell: ({ capacity }) => capacity, align: 'right' },
    { head: 'Min People', cell: ({ minPeople }) => minPeople, align: 'right' },
    statusColumn(({ name }) => name),
    actionsColumn({
      nameOf: ({ name }) => name,
      edit: links.adminScreenEdit,
      remove: (id) => links.adminScreens({ ...query, delete: id }),
    }),
  ]
  return (
    <>
      <PageHead title="Screens">
        <AddLink to={links.adminScreenAdd()}>Add Screen</AddLink>
      </PageHead>
      {locations && (
        <FilterBar clearTo={links.adminScreens()} filtered={Boolean(locationId || faults.length)} button="Show">
          <LocationFilter locations={locations} chosen={locationId} unallocated={UNALLOCATED} />
        </FilterBar>
      )}
      <FilterFaults faults={faults} />
      <DataTable
        caption="Screens"
        columns={columns}
        rows={rows}
        empty={
          <EmptyList what="screens" filtered={Boolean(locationId)}>
            With its slots and packages a screen can be booked.
          </EmptyList>
        }
      />
      {doomed && (
        <ConfirmDelete
          id={doomed.id}
          closeTo={here}
          text={`If you Delete ${doomed.name} it can no longer be booked`}
          futureBookings={doomed.inUse}
        />
      )}
    </>
  )
}
