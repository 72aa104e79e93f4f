import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatRupees } from '~/domain/money'
import { PAGER_JUMP } from '~/domain/paging'
import { roleMay } from '~/domain/staff-role'
import { listQuery } from '~/features/back-office/list-page.server'
import { ListSearch } from '~/features/back-office/list-search'
import {
  catalogueItemInUse,
  deleteCatalogueItem,
  findCatalogueItem,
  listCatalogueItems,
  setCatalogueStatus,
} from '~/features/catalogue/catalogue.server'
import { CATALOGUE_WORDS } from '~/features/catalogue/catalogue-kinds'
import { afterDeletion } from '~/http/after-deletion.server'
import { kindOf } from '~/http/catalogue-kind.server'
import { readListAction } from '~/http/list-action.server'
import { redirectWithNotice } from '~/http/notice.server'
import { requireStaff, requireSuperAdmin } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { ConfirmDelete } from '~/ui/confirm'
import { type Column, DataTable } from '~/ui/data-table'
import { EmptyList } from '~/ui/empty-list'
import { FilterBar } from '~/ui/filter-bar'
import { Pager } from '~/ui/pager'
import { Picture } from '~/ui/picture'
import { AddLink, actionsColumn, statusColumn } from '~/ui/record-list'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? CATALOGUE_WORDS[data.kind].many : 'Catalogue'} · Back office` },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'read-catalogue')
  const kind = kindOf(request)
  const { search, page, deleting, here, query } = listQuery(request)
  const mayChange = roleMay(staff.role, 'change-catalogue')
  const [list, doomed] = await Promise.all([
    listCatalogueItems(context, kind, { search, page }),
    deleting && mayChange ? findCatalogueItem(context, kind, deleting) : undefined,
  ])
  const inUse = doomed ? await catalogueItemInUse(context, doomed.id) : 0
  return { kind, mayChange, list, search, here, query, doomed: doomed && { id: doomed.id, name: doomed.name, inUse } }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireSuperAdmin(context, request)
  const kind = kindOf(request)
  const wanted = await readListAction(request)
  const { id } = wanted
  const { here } = listQuery(request)
  if (wanted.intent === 'delete') {
    const gone = await deleteCatalogueItem(context, staff, kind, id)
    return afterDeletion(context, staff, gone, { entity: CATALOGUE_WORDS[kind].one, id, to: here })
  }
  const saved = await setCatalogueStatus(context, staff, kind, id, wanted.active)
  if (!saved.ok) throw new Response(null, { status: 404 })
  return redirectWithNotice(here, 'Status updated')
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['list']['items'][number]

export default function CatalogueList() {
  const { kind, mayChange, list, search, here, query, doomed } = useLoaderData<typeof loader>()
  const words = CATALOGUE_WORDS[kind]
  const deleteLink = (id: string) => links.adminCatalogue(kind, { ...query, delete: id })
  const columns: Column<Row>[] = [
    {
      head: 'Image',
      card: 'picture',
      cell: ({ image }) => <Picture src={image} alt="" sizes="5rem" className="h-12 w-18 rounded-lg" />,
    },
    {
      head: 'Name',
      card: 'title',
      cell: ({ name, special, active }) => (
        <>
          {name}
          {special && <span className="ml-2 text-xs whitespace-nowrap text-champagne">special</span>}
          {!mayChange && !active && <span className="ml-2 text-xs whitespace-nowrap text-muted">In Active</span>}
        </>
      ),
    },
    { head: 'Position', cell: ({ position }) => position, align: 'right' },
    { head: 'Price', cell: ({ price }) => formatRupees(price), align: 'right' },
  ]
  const nameOf = ({ name }: Row) => name
  const actions = actionsColumn<Row>({
    nameOf,
    edit: (id) => links.adminCatalogueEdit(kind, id),
    remove: deleteLink,
  })
  return (
    <>
      <PageHead title={words.many} hint={`${list.total} in the catalogue`}>
        {mayChange && <AddLink to={links.adminCatalogueAdd(kind)}>{words.add}</AddLink>}
      </PageHead>
      <FilterBar clearTo={links.adminCatalogue(kind)} filtered={Boolean(search)}>
        <ListSearch searched={search} placeholder="Name" />
      </FilterBar>
      <DataTable
        caption={words.many}
        columns={mayChange ? [...columns, statusColumn<Row>(nameOf), actions] : columns}
        rows={list.items}
        empty={
          <EmptyList what={words.many.toLowerCase()} filtered={Boolean(search)}>
            What is added here is offered in the booking.
          </EmptyList>
        }
      />
      <Pager
        jump={PAGER_JUMP}
        page={list.page}
        pages={list.pages}
        link={(page) => links.adminCatalogue(kind, { ...query, page })}
      />
      {doomed && (
        <ConfirmDelete
          id={doomed.id}
          closeTo={here}
          text={`If you Delete ${doomed.name} it can no longer be booked. Bookings that have it keep it.`}
          futureBookings={doomed.inUse}
        />
      )}
    </>
  )
}
