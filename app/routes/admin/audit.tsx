import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { PAGER_JUMP } from '~/domain/paging'
import { listAudit } from '~/features/back-office/audit-log.server'
import { listQuery } from '~/features/back-office/list-page.server'
import { ListSearch } from '~/features/back-office/list-search'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { type Column, DataTable } from '~/ui/data-table'
import { EmptyList } from '~/ui/empty-list'
import { FilterBar } from '~/ui/filter-bar'
import { Pager } from '~/ui/pager'

export const meta: MetaFunction = () => [{ title: 'Audit log · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'read-audit')
  const { search, page } = listQuery(request)
  return { list: await listAudit(context, { scope: scopeOf(staff), role: staff.role }, { search, page }), search }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['list']['entries'][number]

const changesIn = (count: number) => (count === 1 ? '1 change' : `${count} changes`)

const COLUMNS: Column<Row>[] = [
  {
    head: 'What',
    card: 'title',
    cell: ({ what, name, booking, first }) => (
      <span className="min-w-0">
        {what}
        {name && ': '}
        {booking && name ? (
          <Link to={links.adminBooking(booking)} className="figures underline underline-offset-4">
            {name}
          </Link>
        ) : (
          name
        )}
        {first && <span className="figures block text-xs font-normal text-muted">{first}</span>}
      </span>
    ),
  },
  { head: 'Who', cell: ({ who }) => who },
  { head: 'When', cell: ({ when }) => <span className="figures">{when}</span> },
  {
    head: 'Changes',
    card: 'long',
    lacks: ({ changes }) => !changes.length,
    cell: ({ changes }) =>
      changes.length > 0 && (
        <details>
          <summary className="flex min-h-11 items-center text-champagne">{changesIn(changes.length)}</summary>
          <dl className="grid max-w-xl gap-2 py-2 text-xs">
            {changes.map(({ label, before, after }) => (
              <div key={label}>
                <dt className="text-muted">{label}</dt>
                <dd>
                  {before && <del className="text-muted">{before}</del>}{' '}
                  {after && <ins className="no-underline">{after}</ins>}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      ),
  },
]

export default function Audit() {
  const { list, search } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Audit log" hint={changesIn(list.total)} />
      <FilterBar clearTo={links.adminAudit()} filtered={Boolean(search)}>
        <ListSearch searched={search} placeholder="Who, what, which record" />
      </FilterBar>
      <DataTable
        caption="Audit log"
        columns={COLUMNS}
        rows={list.entries}
        empty={
          <EmptyList what="changes" filtered={Boolean(search)}>
            Who adds, changes or deletes something is noted here, with what it was before.
          </EmptyList>
        }
      />
      <Pager
        jump={PAGER_JUMP}
        page={list.page}
        pages={list.pages}
        link={(page) => links.adminAudit({ search, page })}
      />
    </>
  )
}
