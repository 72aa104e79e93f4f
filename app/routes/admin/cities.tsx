import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listQuery } from '~/features/back-office/list-page.server'
import { cityInUse, deleteCity, findCity, listCities, setCityStatus } from '~/features/venue/cities.server'
import { CITIES_CLOSED } from '~/features/venue/venue-texts'
import { afterDeletion } from '~/http/after-deletion.server'
import { readListAction } from '~/http/list-action.server'
import { requireSuperAdmin } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { ConfirmDelete } from '~/ui/confirm'
import { type Column, DataTable } from '~/ui/data-table'
import { EmptyList } from '~/ui/empty-list'
import { AddLink, actionsColumn, statusColumn } from '~/ui/record-list'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Cities · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  await requireSuperAdmin(context, request, CITIES_CLOSED)
  const { deleting, here } = listQuery(request)
  const [cities, doomed] = await Promise.all([listCities(context), deleting ? findCity(context, deleting) : undefined])
  const inUse = doomed ? await cityInUse(context, doomed.id) : 0
  return { cities, here, doomed: doomed && { id: doomed.id, inUse } }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireSuperAdmin(context, request, CITIES_CLOSED)
  const wanted = await readListAction(request)
  const { here } = listQuery(request)
  if (wanted.intent === 'delete') {
    const gone = await deleteCity(context, staff, wanted.id)
    return afterDeletion(context, staff, gone, { entity: 'City', id: wanted.id, to: here })
  }
  if (!(await setCityStatus(context, staff, wanted.id, wanted.active))) throw new Response(null, { status: 404 })
  // no notice: the switch itself shows what happened
  return redirect(here, 303)
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['cities'][number]

export default function Cities() {
  const { cities, here, doomed } = useLoaderData<typeof loader>()
  const columns: Column<Row>[] = [
    { head: 'Name', card: 'title', cell: ({ name }) => name },
    statusColumn(({ name }) => name),
    actionsColumn({
      nameOf: ({ name }) => name,
      edit: links.adminCityEdit,
      remove: (id) => links.adminCities({ delete: id }),
    }),
  ]
  return (
    <>
      <PageHead title="Cities">
        <AddLink to={links.adminCityAdd()}>Add City</AddLink>
      </PageHead>
      <DataTable
        caption="Cities"
        columns={columns}
        rows={cities}
        empty={
          <EmptyList what="cities" filtered={false}>
            A location needs one.
          </EmptyList>
        }
      />
      {doomed && (
        <ConfirmDelete
          id={doomed.id}
          closeTo={here}
          text="If you Delete this city All the Locations will be unallocated"
          futureBookings={doomed.inUse}
        />
      )}
    </>
  )
}
