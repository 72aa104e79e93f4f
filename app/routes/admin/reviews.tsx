import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { PAGER_JUMP } from '~/domain/paging'
import { REVIEW_STATES, type ReviewState } from '~/domain/review'
import { choiceAsked } from '~/features/back-office/filters-asked.server'
import { listQuery } from '~/features/back-office/list-page.server'
import { decideReview, decisionForm, listReviews } from '~/features/review/reviews.server'
import { Stars } from '~/features/review/stars'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { redirectWithNotice } from '~/http/notice.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { Button } from '~/ui/button'
import { EmptyList } from '~/ui/empty-list'
import { FilterBar, FilterFaults, FilterSelect } from '~/ui/filter-bar'
import { Pager } from '~/ui/pager'
import { UnreachableAlert } from '~/ui/unreachable'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Reviews · Back office' }]

const WORDS: Record<ReviewState, string> = { pending: 'To decide', shown: 'Shown', hidden: 'Not shown' }

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request)
  const { get, page, query } = listQuery(request)
  const { chosen: state, faults } = choiceAsked(get('state'), REVIEW_STATES, 'There is no such state')
  return { list: await listReviews(context, scopeOf(staff), { state, page }), state, faults, query }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request)
  const { here } = listQuery(request)
  const wanted = decisionForm.safeParse(Object.fromEntries(await request.formData()))
  if (!wanted.success) throw new Response('Bad request', { status: 400 })
  const saved = await decideReview(context, staff, wanted.data)
  if (saved.ok) {
    return redirectWithNotice(here, wanted.data.state === 'shown' ? 'The review is shown.' : 'The review is not shown.')
  }
  if (saved.reason === 'missing') throw new Response(null, { status: 404 })
  return redirectWithNotice(here, 'It was changed since you read it. Please read it again.', 'error')
}

export default function Reviews() {
  const { list, state, faults, query } = useLoaderData<typeof loader>()
  const filtered = Boolean(state)
  return (
    <>
      <PageHead title="Reviews" hint="What families said after their evening; shown when you agree" />
      <UnreachableAlert />
      <FilterBar clearTo={links.adminReviews()} filtered={filtered || faults.length > 0} button="Show">
        <FilterSelect label="State" name="state" asked={state}>
          <option value="">All</option>
          {REVIEW_STATES.map((one) => (
            <option key={one} value={one}>
              {WORDS[one]}
            </option>
          ))}
        </FilterSelect>
      </FilterBar>
      <FilterFaults faults={faults} />
      {list.reviews.length ? (
        <ul className="grid gap-3">
          {list.reviews.map((review) => (
            <li key={review.id} className="rounded-card bg-aubergine/70 p-5">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h2 className="min-w-0 text-lg">{review.name}</h2>
                <span
                  className={`rounded-full border px-3 py-0.5 text-xs ${review.state === 'shown' ? 'border-done/50 text-done' : 'border-hairline text-muted'}`}
                >
                  {WORDS[review.state]}
                </span>
              </div>
              <Link
                to={links.adminBooking(review.bookingId)}
                className="figures inline-flex min-h-11 items-center text-sm text-muted hover:underline"
              >
                {review.booking}
              </Link>
              <Stars stars={review.stars} />
              <p className="mt-2 text-sm whitespace-pre-line">{review.text}</p>
              {review.decided && <p className="mt-3 text-xs text-muted">Decided by {review.decided}</p>}
              <Form method="post" preventScrollReset className="mt-5 flex flex-wrap gap-2">
                <input type="hidden" name="id" value={review.id} />
                <input type="hidden" name="version" value={review.version} />
                {review.state !== 'shown' && (
                  <Button name="state" value="shown" className="px-4 text-sm">
                    Show<span className="sr-only"> what {review.name} said</span>
                  </Button>
                )}
                {review.state !== 'hidden' && (
                  <Button name="state" value="hidden" look="plain" className="px-4 text-sm">
                    {review.state === 'shown' ? 'Take away' : 'Do not show'}
                    <span className="sr-only"> what {review.name} said</span>
                  </Button>
                )}
              </Form>
            </li>
          ))}
        </ul>
      ) : (
        <div className="rounded-card border border-hairline px-6 py-14 text-center">
          <EmptyList what="reviews" filtered={filtered}>
            After their evening families can tell how it was, on their booking’s own page.
          </EmptyList>
        </div>
      )}
      <Pager
        jump={PAGER_JUMP}
        page={list.page}
        pages={list.pages}
        link={(page) => links.adminReviews({ ...query, page })}
      />
    </>
  )
}
