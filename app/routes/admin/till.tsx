import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { z } from 'zod'
import { newId } from '~/db/new-id'
import { askedDate, placeNamed, placeWords } from '~/domain/asked-day'
import { addDays, formatDay } from '~/domain/calendar'
import { deskDate } from '~/domain/desk-day'
import { roleMay } from '~/domain/staff-role'
import { closingQuestion, differenceWords, owingWords, standingWords, tillAsked } from '~/domain/till'
import { listQuery } from '~/features/back-office/list-page.server'
import { waitingOnDay } from '~/features/front-desk/day-visits.server'
import { placesOfDays } from '~/features/front-desk/places-of-day.server'
import { closeDay, correctDay } from '~/features/money/close-till.server'
import { tillDay } from '~/features/money/till.server'
import { unclosedBefore } from '~/features/money/till-days.server'
import { closingForm, correctionForm } from '~/features/money/till-forms.server'
import { ClosedTill, CloseTill, TillMovements, TillSums } from '~/features/money/till-page'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { redirectWithNotice } from '~/http/notice.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { parseForm } from '~/platform/form.server'
import { PageHead } from '~/ui/admin-shell'
import { ButtonLink, buttonClass } from '~/ui/button'
import { FileLink } from '~/ui/file-link'
import { DayLocation, FilterBar, FilterFaults, FilterInput } from '~/ui/filter-bar'
import { MEANWHILE } from '~/ui/revalidate'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Till · Back office' }]

async function asked(request: Request) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'take-money')
  const scope = scopeOf(staff)
  const today = deskDate(context.business.timeZone, context.clock.now())
  const { query } = listQuery(request)
  const date = askedDate(query.date, today)
  const locations = await placesOfDays(context, scope, [date, date], query.location)
  return { context, staff, scope, today, locations, till: tillAsked(query, today, locations) }
}

const NOT_NAMED =
  'Nothing was entered: the day or the location that this form is of is not here any more. Load the page again, look at both, and enter it there.'

// whoever finds the day closed, or an entry made, sees them
export { alsoMeanwhile as shouldRevalidate } from '~/ui/revalidate'

export async function loader({ request }: LoaderFunctionArgs) {
  const { context, staff, scope, today, locations, till } = await asked(request)
  const { date, place, faults } = till
  const day = await tillDay(context, scope, place, date)
  const closes = place && !day.closing && date <= today ? place : undefined
  return {
    mayExport: roleMay(staff.role, 'export'),
    seesFigures: roleMay(staff.role, 'see-figures'),
    ...{ date, today, locations, place: place ?? null, faults },
    entry: newId(),
    day,
    unclosed: closes && (await unclosedBefore(context, scope, closes, date)),
    owing: place ? owingWords(await waitingOnDay(context, scope, place, date)) : '',
    title: formatDay(date),
    before: addDays(date, -1),
    after: addDays(date, 1),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const {
    context,
    staff,
    scope,
    locations,
    till: { named },
  } = await asked(request)
  const form = await request.formData()
  if (!named) return refuseUnnamed(form)
  const { date, place } = named
  const back = links.adminTill({ date, location: placeNamed(locations, place) })
  if (form.get('intent') === 'correct') {
    const read = parseForm(form, correctionForm)
    if (!read.ok) return read.reply()
    const done = await correctDay(context, staff, place, { date, ...read.value, entry: read.entry })
    if (done.ok) {
      const { closing } = await tillDay(context, scope, place, date)
      return redirectWithNotice(back, `The correction is entered.${closing ? ` ${standingWords(closing)}` : ''}`)
    }
    return read.refuse({ [done.reason === 'no-amount' ? 'amount' : '']: done.message }, MEANWHILE)
  }
  const read = parseForm(form, closingForm)
  if (!read.ok) return read.reply()
  const asks = closingQuestion(await waitingOnDay(context, scope, place, date))
  const closed = await closeDay(context, staff, place, { date, ...read.value, asks })
  if (closed.ok) return redirectWithNotice(back, `The day is closed. ${differenceWords(closed.difference)}.`)
  const question = { label: 'Close now', name: 'sure', value: asks }
  return read.refuse({ [closed.reason === 'reason-missing' ? 'reason' : '']: closed.message }, MEANWHILE, {
    question: closed.reason === 'unsure' ? question : undefined,
  })
}

/** Nothing typed comes back: it was counted for another till than the one that is shown now. */
function refuseUnnamed(form: FormData) {
  const read = parseForm(form, z.object({}))
  return read.ok ? read.refuse({ '': NOT_NAMED }, MEANWHILE) : read.reply()
}

export default function Till() {
  const { date, today, locations, place, faults, day, unclosed, owing, entry, title, before, after, ...may } =
    useLoaderData<typeof loader>()
  const { mayExport, seesFigures } = may
  const answer = useActionData<typeof action>()
  const shown = place ? placeWords(place) : 'all locations'
  const location = placeNamed(locations, place)
  const at = (on: string) => links.adminTill({ date: on, location })
  // sent after the desk's day has turned, a form is still of the day that it showed
  const sentTo = links.adminTill({ date, location: place?.id })
  return (
    <>
      <PageHead title="Till" hint={`${title}, ${shown}`}>
        <Link to={at(before)} aria-label="The day before" className="round round-edged">
          <ChevronLeft aria-hidden />
        </Link>
        <ButtonLink to={at(today)} aria-current={date === today ? 'date' : undefined}>
          Today
        </ButtonLink>
        <Link to={at(after)} aria-label="The next day" className="round round-edged">
          <ChevronRight aria-hidden />
        </Link>
        {seesFigures && (
          <ButtonLink to={links.adminTillDays({ location })} className="px-4">
            By days
          </ButtonLink>
        )}
        {mayExport && (
          <FileLink href={links.adminTillExport({ date, location })} target="_blank" className="px-4">
            CSV
          </FileLink>
        )}
        <button type="button" onClick={() => window.print()} className={buttonClass('quiet', 'scripting-only px-4')}>
          <Printer aria-hidden className="size-4" />
          Print
        </button>
      </PageHead>
      <FilterBar clearTo={links.adminTill()} filtered={false} button="Show">
        <DayLocation locations={locations} chosen={location} choosing={!place} />
        <FilterInput label="Date" type="date" name="date" defaultValue={date} />
      </FilterBar>
      <FilterFaults faults={faults} instead={`Shown is ${title}, ${shown}.`} />
      <div className="grid items-start gap-x-5 lg:grid-cols-2 xl:grid-cols-3">
        <TillSums title="By way of payment" sums={day.modes} />
        <TillSums title="By person" sums={day.people} />
        {day.closing ? (
          <ClosedTill key={`${place?.id}-${date}`} closing={day.closing} entry={entry} {...{ answer, sentTo }} />
        ) : date > today ? (
          <p className="mb-7 rounded-card border border-hairline p-6 text-sm text-muted">
            This day has not come yet: it is counted and closed then.
          </p>
        ) : place ? (
          <CloseTill
            key={`${place.id}-${date}`}
            day={day}
            owing={owing && { words: owing, to: links.adminToday({ date, location: place.id }) }}
            unclosed={unclosed && { words: unclosed.words, to: at(unclosed.date) }}
            {...{ answer, sentTo }}
          />
        ) : (
          <p className="mb-7 rounded-card border border-hairline p-6 text-sm text-muted">
            A till stands at one location: choose it to count and close the day.
          </p>
        )}
      </div>
      <h2 className="mb-3 text-2xl">What moved</h2>
      <TillMovements rows={day.movements} everywhere={!place} />
    </>
  )
}
