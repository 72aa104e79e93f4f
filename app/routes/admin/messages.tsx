import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { callLink } from '~/domain/calling'
import { PAGER_JUMP } from '~/domain/paging'
import { choiceAsked } from '~/features/back-office/filters-asked.server'
import { listQuery } from '~/features/back-office/list-page.server'
import { ListSearch } from '~/features/back-office/list-search'
import { listMessages, MESSAGE_STATES, markHandled } from '~/features/site/messages.server'
import { redirectWithNotice } from '~/http/notice.server'
import { requireSuperAdmin } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { Button } from '~/ui/button'
import { EmptyList } from '~/ui/empty-list'
import { FilterBar, FilterFaults, FilterSelect } from '~/ui/filter-bar'
import { Pager } from '~/ui/pager'
import { UnreachableAlert } from '~/ui/unreachable'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Messages · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  await requireSuperAdmin(context, request)
  const { get, search, page, query } = listQuery(request)
  const { chosen: state, faults } = choiceAsked(get('state'), MESSAGE_STATES, 'There is no such state')
  return { list: await listMessages(context, { search, state, page }), search, state, faults, query }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireSuperAdmin(context, request)
  const { here } = listQuery(request)
  const form = await request.formData()
  const handled = form.get('handled') === 'true'
  const done = await markHandled(context, staff, String(form.get('id')), handled)
  if (!done) throw new Response(null, { status: 404 })
  return redirectWithNotice(here, handled ? 'The message is handled.' : 'The message is open again.')
}

export default function Messages() {
  const { list, search, state, faults, query } = useLoaderData<typeof loader>()
  const filtered = Boolean(search || state)
  return (
    <>
      <PageHead title="Messages" hint={`${list.total} from the contact form`} />
      <UnreachableAlert />
      <FilterBar clearTo={links.adminMessages()} filtered={filtered || faults.length > 0}>
        <ListSearch searched={search} placeholder="Name, phone, words" />
        <FilterSelect label="State" name="state" asked={state}>
          <option value="">All</option>
          <option value="open">Open</option>
          <option value="handled">Handled</option>
        </FilterSelect>
      </FilterBar>
      <FilterFaults faults={faults} />
      {list.messages.length ? (
        <ul className="grid gap-3">
          {list.messages.map(({ id, name, phone, email, message, when, handled, handledBy }) => (
            <li key={id} className={`rounded-card bg-aubergine/70 p-5 ${handled ? 'opacity-75' : ''}`}>
              <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
                <div>
                  <h2 className="text-lg">{name}</h2>
                  <p className="text-sm text-muted">
                    <a className="figures inline-flex min-h-11 items-center hover:underline" href={callLink(phone)}>
                      {phone}
                    </a>
                    {' · '}
                    <a className="inline-flex min-h-11 items-center hover:underline" href={`mailto:${email}`}>
                      {email}
                    </a>
                    {' · '}
                    <span className="figures">{when}</span>
                  </p>
                </div>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="id" value={id} />
                  <Button name="handled" value={String(!handled)} className="px-4 text-sm">
                    {handled ? 'Open again' : 'Mark as handled'}
                    <span className="sr-only">: {name}</span>
                  </Button>
                </Form>
              </div>
              <p className="mt-3 text-sm whitespace-pre-line">{message}</p>
              {handled && (
                <p className="mt-3 text-xs text-done">
                  Handled by {handledBy}, {handled}
                </p>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <div className="rounded-card border border-hairline px-6 py-14 text-center">
          <EmptyList what="messages" filtered={filtered}>
            What visitors write on the contact page is kept here, and mailed to you.
          </EmptyList>
        </div>
      )}
      <Pager
        jump={PAGER_JUMP}
        page={list.page}
        pages={list.pages}
        link={(page) => links.adminMessages({ ...query, page })}
      />
    </>
  )
}
