import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ShieldCheck } from 'lucide-react'
import { listPeople } from '~/features/staff/people.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { type Column, DataTable } from '~/ui/data-table'
import { EmptyList } from '~/ui/empty-list'
import { AddLink, actionsColumn } from '~/ui/record-list'

export const meta: MetaFunction = () => [{ title: 'Staff · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-staff')
  const people = await listPeople(context)
  return { rows: people.map((person) => ({ ...person, own: person.id === staff.id })) }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

const STATE_LOOKS = { Active: 'text-done', Invited: 'text-champagne', Disabled: 'text-muted' } as const

const COLUMNS: Column<Row>[] = [
  {
    head: 'Name',
    card: 'title',
    cell: ({ name, own }) => (
      <span>
        {name}
        {own && <span className="ml-2 text-xs font-normal text-muted">you</span>}
      </span>
    ),
  },
  { head: 'Email', card: 'long', cell: ({ email }) => email },
  { head: 'Role', cell: ({ roleName }) => roleName },
  { head: 'Location', cell: ({ location }) => location ?? 'All' },
  { head: 'Last seen', cell: ({ lastSeen }) => <span className="figures">{lastSeen ?? 'Never'}</span> },
  {
    head: 'Account',
    cell: ({ state, secondFactor }) => (
      <span className="inline-flex items-center gap-2">
        <span className={STATE_LOOKS[state]}>{state}</span>
        {secondFactor && (
          <>
            <ShieldCheck aria-hidden className="size-4 text-done" />
            <span className="sr-only">signs in with a code</span>
          </>
        )}
      </span>
    ),
  },
  { ...actionsColumn({ nameOf: ({ name }) => name, edit: (id) => links.adminStaffMember(id) }), card: 'corner' },
]

export default function People() {
  const { rows } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Staff" hint="Everybody with an account, and what it opens.">
        <AddLink to={links.adminStaffInvite()}>Invite</AddLink>
      </PageHead>
      <DataTable
        wide
        caption="Staff"
        columns={COLUMNS}
        rows={rows}
        empty={
          <EmptyList what="accounts" filtered={false}>
            Invite the first one.
          </EmptyList>
        }
      />
    </>
  )
}
