import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { UNALLOCATED } from '~/domain/asked-day'
import { roleMay } from '~/domain/staff-role'
import { choiceAsked } from '~/features/back-office/filters-asked.server'
import { listQuery } from '~/features/back-office/list-page.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { listCities } from '~/features/venue/cities.server'
import { DeleteLocation } from '~/features/venue/delete-location'
import { openAccounts } from '~/features/venue/location-account.server'
import { deleteLocationForm } from '~/features/venue/location-values.server'
import {
  deleteLocation,
  findLocation,
  listLocations,
  locationInUse,
  setLocationStatus,
} from '~/features/venue/locations.server'
import { afterDeletion } from '~/http/after-deletion.server'
import { judgeListAction } from '~/http/list-action.server'
import { requireStaff, requireSuperAdmin } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { parseForm } from '~/platform/form.server'
import { PageHead } from '~/ui/admin-shell'
import { type Column, DataTable } from '~/ui/data-table'
import { EmptyList } from '~/ui/empty-list'
import { FilterBar, FilterFaults, FilterSelect } from '~/ui/filter-bar'
import { AddLink, actionsColumn, statusColumn } from '~/ui/record-list'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Locations · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request)
  const scope = scopeOf(staff)
  const superAdmin = roleMay(staff.role, 'add-locations')
  const { get, deleting, here, query } = listQuery(request)
  const cities = superAdmin ? await listCities(context) : []
  const asked = superAdmin ? get('city') : undefined
  const { chosen: cityId, faults } = choiceAsked(
    asked,
    [...cities.map(({ id }) => id), UNALLOCATED],
    'There is no such city',
  )
  const [records, doomed] = await Promise.all([
    listLocations(context, scope, { cityId }),
    deleting && superAdmin ? findLocation(context, scope, deleting) : undefined,
  ])
  const rows = records.map(({ location, city, admin }) => ({
    id: location.id,
    name: location.name,
    active: location.active,
    city: city?.name ?? 'Unallocated',
    admin: admin && { name: admin.name, email: admin.email, number: admin.number },
  }))
  const question = doomed && {
    id: doomed.location.id,
    inUse: await locationInUse(context, doomed.location.id),
    closesAccounts: await openAccounts(context, doomed.location.id),
  }
  return { rows, cities, cityId, faults, superAdmin, here, query, doomed: question }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request)
  const { here } = listQuery(request)
  const form = await request.formData()
  const wanted = judgeListAction(form)
  if (wanted.intent === 'delete') {
    await requireSuperAdmin(context, request)
    const read = parseForm(form, deleteLocationForm, { secret: ['ownPassword'] })
    if (!read.ok) return read.reply()
    const gone = await deleteLocation(context, staff, wanted.id, read.value.ownPassword)
    if (!gone.ok && gone.reason !== 'missing') return read.refuse({ ownPassword: gone.message })
    return afterDeletion(context, staff, gone.ok, { entity: 'Location', id: wanted.id, to: here })
  }
  if (!(await setLocationStatus(context, staff, wanted.id, wanted.active))) throw new Response(null, { status: 404 })
  // no notice: the switch itself shows what happened
  return redirect(here, 303)
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function Locations() {
  const { rows, cities, cityId, faults, superAdmin, here, query, doomed } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const columns: Column<Row>[] = [
    { head: 'Name', card: 'title', cell: ({ name }) => name },
    { head: 'City', cell: ({ city }) => city },
    { head: 'Admin name', cell: ({ admin }) => admin?.name ?? '—' },
    { head: 'Number', cell: ({ admin }) => <span className="figures">{admin?.number || '—'}</span> },
    { head: 'Email', card: 'long', cell: ({ admin }) => admin?.email ?? '—' },
    statusColumn(({ name }) => name),
    actionsColumn({
      nameOf: ({ name }) => name,
      edit: links.adminLocationEdit,
      remove: superAdmin ? (id) => links.adminLocations({ ...query, delete: id }) : undefined,
    }),
  ]
  return (
    <>
      <PageHead title="Locations">
        {superAdmin && <AddLink to={links.adminLocationAdd()}>Add Location</AddLink>}
      </PageHead>
      {superAdmin && (
        <FilterBar clearTo={links.adminLocations()} filtered={Boolean(cityId || faults.length)} button="Show">
          <FilterSelect label="City" name="city" asked={cityId}>
            <option value="">All</option>
            {cities.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value={UNALLOCATED}>Unallocated</option>
          </FilterSelect>
        </FilterBar>
      )}
      <FilterFaults faults={faults} />
      <DataTable
        wide
        caption="Locations"
        columns={columns}
        rows={rows}
        empty={
          <EmptyList what="locations" filtered={Boolean(cityId)}>
            A screen needs one.
          </EmptyList>
        }
      />
      {doomed && (
        <DeleteLocation
          {...doomed}
          here={links.adminLocations({ ...query, delete: doomed.id })}
          closeTo={here}
          answer={answer}
        />
      )}
    </>
  )
}
