import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData, useSearchParams } from '@remix-run/react'
import { useRef } from 'react'
import { altOf } from '~/content/pictures'
import { horizonOf, todayIn } from '~/domain/calendar'
import { EVENINGS_A_PAGE, eveningPress, eveningPressed, readEveningSearch, rowsShown } from '~/domain/evening-search'
import { formatRupees } from '~/domain/money'
import { wholeOf } from '~/domain/whole-number'
import { beginBookingAt, ELSEWHERE } from '~/features/flow/begin-staff-draft.server'
import { readDraftCookie } from '~/features/flow/draft-cookie.server'
import { findEvenings } from '~/features/flow/evenings.server'
import { roomsOnSale } from '~/features/offer/on-offer.server'
import { pageMeta } from '~/features/site/page-meta'
import { ZoneNote } from '~/features/site/zone-note'
import { currentStaffWho } from '~/features/staff/staff-session.server'
import { openQuote } from '~/http/draft.server'
import { redirectWithNotice } from '~/http/notice.server'
import { takeEvening } from '~/http/take-evening.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { Button, ButtonLink } from '~/ui/button'
import { FieldFrame } from '~/ui/field'
import { Picture } from '~/ui/picture'
import { UNWHEELED } from '~/ui/unwheeled'
import { isControl, useAskedControls } from '~/ui/use-asked-controls'
import { useLeading } from '~/ui/use-leading'

export { draftAction as clientAction } from '~/ui/unreachable'

export const meta = pageMeta({
  title: 'Find an evening',
  description:
    'Say how many of you come, near which day, at what price and where: all free private screening rooms in one list.',
  path: links.findEvening(),
})

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const { clock, business } = context
  const today = todayIn(business.timeZone, clock.now())
  const horizon = horizonOf(today, business.bookingMonths)
  const rooms = await roomsOnSale(context.db)
  const locations = [...new Map(rooms.map(({ location }) => [location?.id ?? '', location?.name ?? '']))]
  const mostPeople = Math.max(0, ...rooms.map(({ capacity }) => capacity))
  const query = new URL(request.url).searchParams
  const { draft } = await readDraftCookie(request)
  const limits = { today, horizon, mostPeople, begunFor: draft.people, locationIds: locations.map(([id]) => id) }
  const { typed, faults, search } = readEveningSearch((name) => query.get(name), limits)
  const found = search
    ? await findEvenings(context, search, rooms, { rows: rowsShown(query.get('rows')), except: draft })
    : { evenings: [], more: 0 }
  const shown = {
    ...{ today, horizon, typed, faults, locations },
    searched: search !== undefined,
    evenings: found.evenings.map((one) => ({ ...one, alt: altOf(one.image) })),
    more: found.more,
  }
  return data(shown, search ? 200 : 422)
}

/** One press on a free slot: the draft is filled as far as the slot, and the steps go on from there. */
export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const form = await request.formData()
  const picked = { ...eveningPressed(form.get('evening')), people: wholeOf(form.get('people')) }
  const { pathname, search } = new URL(request.url)
  const again = `${pathname}${search}`
  const staff = await currentStaffWho(context, request, 'manage-bookings')
  if (staff) {
    // whoever works here books for somebody else
    const draft = await beginBookingAt(context, staff, picked)
    if (draft) return redirect(links.bookCustomerDetails({ draft }), 303)
    return redirectWithNotice(again, ELSEWHERE, 'error')
  }
  return takeEvening(context, await openQuote(context, request), picked, again)
}

export default function FindEvening() {
  const { typed, evenings, more, searched } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const asked = useAskedHere(`${query}`)
  useLeading(asked && !searched && asked, () => document.querySelector<HTMLElement>('main [aria-invalid]'))
  /** The same search with more rows, at the first of the new ones. */
  const moreLink = (shown: number) => {
    const further = new URLSearchParams(query)
    further.set('rows', String(shown + EVENINGS_A_PAGE))
    return `?${further}#row-${shown}`
  }
  return (
    <main id="main" className="page py-12 lg:py-16">
      <h1 className="text-4xl lg:text-5xl">Find an evening</h1>
      <p className="mt-3 max-w-prose text-lg text-muted">
        All rooms that are free near your day, at every location, with what they cost in full.
      </p>
      <SearchForm />
      <p role="status" className="sr-only">
        {/* said anew by every search, though the words are the same */}
        {asked && searched && <span key={asked}>{foundWords(evenings.length + more)}</span>}
      </p>
      {searched && (
        <section aria-labelledby="free" className="mt-10">
          <h2 id="free" className="text-2xl">
            {evenings.length ? 'Free for you' : 'Nothing free fits this'}
          </h2>
          <ZoneNote className="mt-1" />
          {evenings.length ? (
            <Form method="post" className="mt-5">
              <input type="hidden" name="people" value={typed.people} />
              <ul className="grid gap-4">
                {evenings.map((evening, index) => (
                  <EveningRow
                    key={`${evening.screenId} ${evening.date}`}
                    evening={evening}
                    id={`row-${index}`}
                    first={index === 0}
                  />
                ))}
              </ul>
            </Form>
          ) : (
            <div className="mt-4 rounded-card bg-aubergine p-6 sm:p-8">
              <p className="max-w-prose">
                Try another day, a higher price, or anywhere instead of one location. Or ask us: we may know of a way.
              </p>
              <div className="mt-4 flex flex-wrap gap-3">
                <ButtonLink to={links.contact()}>Ask us</ButtonLink>
                <ButtonLink to={links.bookLocations()}>All locations</ButtonLink>
              </div>
            </div>
          )}
          {more > 0 && (
            <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-2">
              <ButtonLink to={moreLink(evenings.length)} preventScrollReset>
                Show {Math.min(more, EVENINGS_A_PAGE)} more
              </ButtonLink>
              <p className="text-muted">
                {more} more {more === 1 ? 'is' : 'are'} further away or {more === 1 ? 'costs' : 'cost'} more.
              </p>
            </div>
          )}
        </section>
      )}
    </main>
  )
}

const foundWords = (count: number) => `${count || 'No'} free ${count === 1 ? 'evening' : 'evenings'} found`

/** What was asked for since the page was opened; with what it opened it says nothing of its own. */
function useAskedHere(query: string): string | undefined {
  const opened = useRef<string | undefined>(query)
  if (query !== opened.current) opened.current = undefined
  return opened.current === undefined ? query : undefined
}

function SearchForm() {
  const { typed, faults, locations, today, horizon } = useLoaderData<typeof loader>()
  const form = useRef<HTMLFormElement>(null)
  // after the way back, too, the fields say what the list was asked for
  const { leave } = useAskedControls(form)
  const field = (name: keyof typeof typed) => ({
    ...{ id: name, errorId: `${name}-fault`, descriptionId: `${name}-hint` },
    errors: faults[name] ? [faults[name]] : undefined,
  })
  const control = (name: keyof typeof typed) => ({
    ...{ id: name, name, defaultValue: typed[name], className: 'control' },
    'aria-invalid': faults[name] ? true : undefined,
    'aria-describedby': faults[name] ? `${name}-fault` : undefined,
  })
  return (
    <Form
      ref={form}
      onBlur={({ target }) => isControl(target) && leave(target)}
      noValidate
      className="mt-8 grid items-start gap-4 rounded-card bg-aubergine p-5 sm:grid-cols-2 sm:p-6 lg:grid-cols-[1fr_1.3fr_1fr_1.6fr_auto]"
    >
      <FieldFrame field={field('people')} label="For how many?">
        <input {...control('people')} {...UNWHEELED} type="number" min={1} inputMode="numeric" />
      </FieldFrame>
      <FieldFrame field={field('near')} label="Near which day?">
        <input {...control('near')} type="date" min={today} max={horizon} />
      </FieldFrame>
      <FieldFrame field={field('under')} label="Under (₹)">
        <input {...control('under')} inputMode="numeric" placeholder="any price" autoComplete="off" />
      </FieldFrame>
      <FieldFrame field={field('at')} label="Where?">
        <select {...control('at')} data-asked={typed.at}>
          <option value="">Anywhere</option>
          {locations.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </FieldFrame>
      <Button look={Object.keys(faults).length ? 'gold' : 'quiet'} className="min-h-12 max-sm:w-full sm:mt-6.5">
        Search
      </Button>
    </Form>
  )
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>['evenings'][number]

/** Whether the package alone makes the price. */
const isPlain = ({ total, reason }: Shown['options'][number]) => reason === `Package ${formatRupees(total)}`
const inWords = ({ name, total }: Shown['options'][number]) => `${name} ${formatRupees(total)}`

function EveningRow({ evening, id, first }: { evening: Shown; id: string; first: boolean }) {
  const { screenId, date, day, room, location, image, alt, capacity, options, slots } = evening
  const [cheapest, ...dearer] = options
  return (
    <li id={id} className="scroll-mt-24 overflow-hidden rounded-card bg-aubergine sm:grid sm:grid-cols-[12rem_1fr]">
      <Picture
        src={image}
        alt={alt}
        sizes="(min-width: 40rem) 12rem, 92vw"
        eager={first}
        className="aspect-[3/2] size-full max-sm:max-h-36"
      />
      <div className="p-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h3 className="text-xl">
            {room}, {location}
          </h3>
          <p className="figures text-2xl text-champagne">{cheapest && formatRupees(cheapest.total)}</p>
        </div>
        <p className="figures">
          {day} <span className="text-muted">· up to {capacity} people</span>
        </p>
        <p className="figures mt-1 text-sm text-muted">
          {cheapest && (isPlain(cheapest) ? inWords(cheapest) : `${cheapest.name}: ${cheapest.reason}`)}
          {dearer.map((one) => ` · ${inWords(one)}`).join('')}
        </p>
        <ul className="mt-4 flex flex-wrap gap-2">
          {slots.map(({ id, words }) => (
            <li key={id}>
              <Button name="evening" value={eveningPress(screenId, date, id)} className="figures px-3.5 text-sm">
                {words}
                <span className="sr-only">
                  {' '}
                  {room}, {day}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}
