import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { PREP_ORDERS } from '~/domain/prep-board'
import { listQuery } from '~/features/back-office/list-page.server'
import { PrepCard, prepCardId } from '~/features/front-desk/prep-card'
import type { PrepItem } from '~/features/front-desk/prep-items.server'
import { prepPage } from '~/features/front-desk/prep-page.server'
import { tickPreparation, untickPreparation } from '~/features/front-desk/tick-preparation.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { redirectWithNotice } from '~/http/notice.server'
import { requireStaff } from '~/http/require-staff.server'
import { standingAt } from '~/http/standing.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { ButtonLink } from '~/ui/button'
import { DayLocation, FilterBar, FilterFaults, FilterInput } from '~/ui/filter-bar'
import { StaleNote, useLive } from '~/ui/live'
import { PrintButton } from '~/ui/print-button'
import { UnreachableAlert } from '~/ui/unreachable'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Prep board · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'prepare')
  const { get } = listQuery(request)
  return prepPage(context, scopeOf(staff), { date: get('date'), location: get('location'), by: get('by') })
}

/** Something was made ready, or is not after all. */
export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'prepare')
  const form = await request.formData()
  const said = (name: string) => String(form.get(name) ?? '')
  const { get } = listQuery(request)
  const back = links.adminPrep({ date: get('date'), location: get('location'), by: get('by') })
  const tick = { bookingId: said('booking'), item: said('item'), wanted: said('wanted') }
  const undo = said('intent') === 'undo'
  const done = await (undo ? untickPreparation : tickPreparation)(context, staff, tick)
  // the next thing to make stands beside the one that was pressed
  const pressed = encodeURIComponent(prepCardId({ booking: tick.bookingId, item: tick.item }))
  if (done.ok) return redirect(standingAt(request, back, pressed), 303)
  if (done.reason === 'not-found') throw new Response(null, { status: 404 })
  return redirectWithNotice(back, done.message, 'error')
}

export default function PrepBoard() {
  const page = useLoaderData<typeof loader>()
  const {
    date,
    today,
    by,
    locations,
    location,
    groups,
    over,
    title,
    place,
    before,
    after,
    ready,
    wanted,
    changed,
    dropped,
    faults,
  } = page
  const stale = useLive(links.adminPrepChanges({ date, location, by }), page.mark)
  const at = (query: object) => links.adminPrep({ date, location, by, ...query })
  const several = !location && locations.length > 1
  return (
    <>
      <PageHead title="Prep board" hint={`${title}${place && `, ${place}`}`}>
        <Link to={at({ date: before })} aria-label="The day before" className="round round-edged">
          <ChevronLeft aria-hidden />
        </Link>
        <ButtonLink to={at({ date: today })} aria-current={date === today ? 'date' : undefined}>
          Today
        </ButtonLink>
        <Link to={at({ date: after })} aria-label="The next day" className="round round-edged">
          <ChevronRight aria-hidden />
        </Link>
        <PrintButton />
      </PageHead>
      <FilterBar clearTo={links.adminPrep()} filtered={false} button="Show">
        <DayLocation locations={locations} chosen={location} />
        <FilterInput label="Date" type="date" name="date" defaultValue={date} />
        <input type="hidden" name="by" value={by} />
      </FilterBar>
      <FilterFaults faults={faults} instead={`Shown is ${title}${place && `, ${place}`}.`} />
      <nav aria-label="Order" className="mb-5 flex flex-wrap gap-2 print:hidden">
        {Object.entries(PREP_ORDERS).map(([order, words]) => (
          <Link
            key={order}
            to={at({ by: order })}
            aria-current={order === by ? 'true' : undefined}
            className="grid min-h-11 place-items-center rounded-full border border-white/20 px-5 text-sm hover:border-white/45 aria-[current=true]:border-transparent aria-[current=true]:bg-plum-light aria-[current=true]:font-medium aria-[current=true]:text-champagne"
          >
            {words}
          </Link>
        ))}
      </nav>
      <StaleNote stale={stale} />
      <UnreachableAlert />
      {/* what others make ready, order and change while the page stands open is heard, too */}
      <p role="status" className="figures mb-4 text-sm text-muted">
        <span className="text-base font-medium text-ink">
          {ready} of {wanted}
        </span>{' '}
        ready
        {changed > 0 && (
          <>
            <span className="sr-only">, </span>
            <span className="ml-4 font-medium text-wrong">{changed} changed after it was ready</span>
          </>
        )}
        {dropped > 0 && (
          <>
            <span className="sr-only">, </span>
            <span className="ml-4 font-medium text-wrong">{dropped} ready, and not wanted any more</span>
          </>
        )}
      </p>
      {groups.length + over.length === 0 && (
        <p className="rounded-card border border-hairline px-6 py-14 text-center text-muted">
          Nothing is to be prepared on this day.
        </p>
      )}
      {groups.map(({ key, title: head, hint, items }) => (
        <section key={key} aria-label={head} className="mb-8">
          <h2 className="figures mb-3 flex items-baseline justify-between gap-4 font-sans text-lg font-medium">
            {head}
            <span className="text-sm font-normal text-muted">{hint}</span>
          </h2>
          <PrepCards items={items} action={at({})} several={several} />
        </section>
      ))}
      {over.length > 0 && (
        // with nothing else to see it is what somebody looks for
        <details className="group" open={groups.length === 0}>
          <summary className="mb-3 flex min-h-11 items-center justify-between gap-3 rounded-xl border border-hairline px-4">
            <span className="figures font-medium">Over ({over.length})</span>
            <ChevronDown aria-hidden className="size-4 text-muted transition group-open:rotate-180" />
          </summary>
          <PrepCards items={over} action={at({})} several={several} />
        </details>
      )}
    </>
  )
}

function PrepCards({ items, action, several }: { items: PrepItem[]; action: string; several: boolean }) {
  return (
    <ul className="grid items-start gap-3 md:grid-cols-2 xl:grid-cols-3 print:grid-cols-2">
      {items.map((item) => (
        <li key={item.id}>
          <PrepCard item={item} action={action} several={several} />
        </li>
      ))}
    </ul>
  )
}
