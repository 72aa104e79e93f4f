import { useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Trash2 } from 'lucide-react'
import { newId } from '~/db/new-id'
import { ALL_LOCATIONS } from '~/domain/asked-day'
import { formatDate, formatWeekday, todayIn } from '~/domain/calendar'
import { shownPhone } from '~/domain/calling'
import { closedWords } from '~/domain/closed-dates'
import { PAGER_JUMP } from '~/domain/paging'
import { LONGEST } from '~/domain/text-limits'
import { listQuery } from '~/features/back-office/list-page.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import {
  addBlockedDates,
  blockedDatesForm,
  deleteBlockedDate,
  findBlockedDate,
  listBlockedDates,
  listPastBlockedDates,
} from '~/features/venue/blocked-dates.server'
import { locationOptions } from '~/features/venue/locations.server'
import { afterDeletion } from '~/http/after-deletion.server'
import { redirectWithNotice } from '~/http/notice.server'
import { refuseSave } from '~/http/refuse-save.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { parseForm } from '~/platform/form.server'
import { PageHead } from '~/ui/admin-shell'
import { Button } from '~/ui/button'
import { ConfirmDelete } from '~/ui/confirm'
import { type Column, DataTable, RowAction } from '~/ui/data-table'
import { EmptyList } from '~/ui/empty-list'
import { SelectField, TextAreaField, TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'
import { FormPanel } from '~/ui/form-panel'
import { Link } from '~/ui/link'
import { useOwnEntry } from '~/ui/own-entry'
import { Pager } from '~/ui/pager'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Blocked dates · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request)
  const scope = scopeOf(staff)
  const { get, page, deleting, query } = listQuery(request)
  const past = get('past') === 'yes'
  const [list, own, doomed] = await Promise.all([
    past ? listPastBlockedDates(context, scope, page) : listBlockedDates(context, scope),
    locationOptions(context, scope),
    deleting ? findBlockedDate(context, scope, deleting) : undefined,
  ])
  const locations = scope.kind === 'all' ? [{ id: ALL_LOCATIONS, name: 'All locations' }, ...own] : own
  const { business, clock } = context
  return {
    ...{ list, past, locations, doomed, query },
    entry: newId(),
    today: todayIn(business.timeZone, clock.now()),
    suggestion: `To Book on This Date. Please contact the owners ${shownPhone(business.phones[0] ?? '')}`,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request)
  const form = await request.formData()
  if (form.get('intent') === 'delete') {
    const id = String(form.get('id'))
    const gone = await deleteBlockedDate(context, staff, id)
    const to = listQuery(request).here
    return afterDeletion(context, staff, gone, { entity: 'Blocked date', id, to })
  }
  const today = todayIn(context.business.timeZone, context.clock.now())
  const read = parseForm(form, blockedDatesForm(today))
  if (!read.ok) return read.reply()
  const added = await addBlockedDates(context, staff, read.value, read.entry)
  if (!added.ok) return refuseSave(read, added, { taken: 'date', 'no-location': 'locationId' })
  return redirectWithNotice(links.adminBlockedDates(), closedWords(read.value.dates.length, added.before))
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['list']['blockedDates'][number]

const columnsOf = (query: Record<string, string>): Column<Row>[] => [
  {
    head: 'Date',
    card: 'title',
    cell: ({ date, past }) => (
      <span className={`figures ${past ? 'text-muted' : ''}`}>
        {formatDate(date)}
        <span className="block text-xs font-normal text-muted">{past ? 'over' : formatWeekday(date)}</span>
      </span>
    ),
  },
  { head: 'Location', cell: ({ location }) => location ?? 'All locations' },
  { head: 'Message to visitors', cell: ({ reason }) => reason },
  { head: 'Bookings that stand', align: 'right', cell: ({ bookings }) => bookings },
  {
    head: 'Actions',
    onScreen: true,
    card: 'end',
    align: 'right',
    cell: ({ id, date, mayDelete }) =>
      mayDelete && (
        <RowAction
          to={links.adminBlockedDates({ ...query, delete: id })}
          label={`Open ${formatDate(date)}`}
          tone="danger"
        >
          <Trash2 aria-hidden className="size-4" />
        </RowAction>
      ),
  },
]

export default function BlockedDates() {
  const { list, past, locations, doomed, query, entry, today, suggestion } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const own = useOwnEntry(entry, list.blockedDates)
  return (
    <>
      <PageHead
        title="Blocked dates"
        hint="Closed to online booking. Staff can still book; bookings that stand, stand."
      />
      <FormPanel title="Block dates">
        <BlockForm key={own} entry={own} {...{ locations, today, suggestion, answer }} />
      </FormPanel>
      <DataTable
        caption="Blocked dates"
        columns={columnsOf(query)}
        rows={list.blockedDates}
        empty={
          <EmptyList
            what={past ? 'blocked dates that are over' : 'blocked dates from today on'}
            yet={past}
            filtered={false}
          >
            {past ? 'Those that are over stand here.' : 'Every date can be booked online.'}
          </EmptyList>
        }
      />
      <Pager
        jump={PAGER_JUMP}
        page={list.page}
        pages={list.pages}
        link={(page) => links.adminBlockedDates({ ...query, page })}
      />
      <p className="mt-5 text-sm">
        <Link
          to={links.adminBlockedDates(past ? {} : { past: 'yes' })}
          className="inline-flex min-h-11 items-center text-champagne hover:underline"
        >
          {past ? 'From today on' : 'Those that are over'}
        </Link>
      </p>
      {doomed && (
        <ConfirmDelete
          id={doomed.id}
          closeTo={links.adminBlockedDates(query)}
          text={`If you Delete this, ${doomed.opened}`}
        />
      )}
    </>
  )
}

interface BlockFormProps
  extends Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'locations' | 'today' | 'suggestion'> {
  entry: string
  answer: ReturnType<typeof useActionData<typeof action>>
}

/** Blocks dates; drawn anew once they are, empty and without what was wrong with it before. */
function BlockForm({ entry, locations, today, suggestion, answer }: BlockFormProps) {
  const [form, fields] = useForm<{ date: string; until: string; locationId: string; reason: string }>({
    id: 'blocked-date',
    lastResult: answer?.lastResult,
    defaultValue: { date: '', until: '', locationId: locations[0]?.id ?? '', reason: suggestion },
  })
  return (
    <ActionForm form={form} entry={entry}>
      <div className="flex flex-wrap items-start gap-4">
        <TextField field={fields.date} label="Date" type="date" required min={today} />
        <TextField field={fields.until} label="Until (optional)" type="date" min={today} />
        <SelectField field={fields.locationId} label="Location" required>
          {locations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {/* all of the message is seen, though it is one line */}
        <TextAreaField
          field={fields.reason}
          label="Message to visitors"
          required
          rows={2}
          maxLength={LONGEST.reason}
          frameClassName="grow basis-80"
        />
        <Button look="gold" className="mt-7">
          Block
        </Button>
      </div>
    </ActionForm>
  )
}
