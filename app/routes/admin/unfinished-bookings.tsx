import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { listQuery } from '~/features/back-office/list-page.server'
import { DRAFT_DAYS, forgetStaffDraft } from '~/features/flow/staff-draft.server'
import { unfinishedBookings } from '~/features/flow/unfinished-bookings.server'
import { readListAction } from '~/http/list-action.server'
import { redirectWithNotice } from '~/http/notice.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { ButtonLink } from '~/ui/button'
import { ConfirmDelete } from '~/ui/confirm'
import { type Column, DataTable, RowAction, RowActions } from '~/ui/data-table'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Unfinished bookings · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-bookings')
  const rows = await unfinishedBookings(context, staff)
  const { deleting, here } = listQuery(request)
  return { rows, here, days: DRAFT_DAYS, doomed: rows.find(({ id }) => id === deleting) }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-bookings')
  const wanted = await readListAction(request)
  const gone = wanted.intent === 'delete' && (await forgetStaffDraft(context, staff, wanted.id))
  if (!gone) throw new Response(null, { status: 404 })
  return redirectWithNotice(links.adminUnfinished(), 'Thrown away')
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

const COLUMNS: Column<Row>[] = [
  { head: 'Customer', card: 'title', cell: ({ customer }) => customer },
  { head: 'What', cell: ({ what }) => what },
  { head: 'Visit', card: 'long', cell: ({ place }) => <span className="figures">{place || '—'}</span> },
  { head: 'Last touched', cell: ({ savedAt }) => <span className="figures">{savedAt}</span> },
  {
    head: 'Actions',
    onScreen: true,
    card: 'end',
    align: 'right',
    cell: ({ id, resume, what, customer }) => (
      <RowActions>
        <RowAction to={resume} label={`Go on: ${what}, ${customer}`}>
          <Pencil aria-hidden className="size-4" />
        </RowAction>
        <RowAction to={links.adminUnfinished({ delete: id })} label={`Throw away: ${what}, ${customer}`} tone="danger">
          <Trash2 aria-hidden className="size-4" />
        </RowAction>
      </RowActions>
    ),
  },
]

export default function UnfinishedBookings() {
  const { rows, here, days, doomed } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Your unfinished bookings"
        hint={`What you began and left, for ${days} days; nobody else sees it.`}
      >
        <ButtonLink to={links.adminBookingSteps()} look="gold" prefetch="none">
          <Plus aria-hidden className="size-4" />
          New booking
        </ButtonLink>
      </PageHead>
      <DataTable
        caption="Unfinished bookings"
        columns={COLUMNS}
        rows={rows}
        empty={
          <p>
            Nothing you began waits here. A booking does once its screen is chosen or its customer entered, an edit once
            something is changed.
          </p>
        }
        rowLink={({ resume, what, customer }) => ({ to: resume, label: `Go on with ${what}, ${customer}` })}
      />
      {doomed && (
        <ConfirmDelete
          id={doomed.id}
          closeTo={here}
          text={`${doomed.what}, ${doomed.customer}: what was entered is forgotten. Bookings stay as they are.`}
        />
      )}
    </>
  )
}
