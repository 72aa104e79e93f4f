import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ChevronLeft } from 'lucide-react'
import { z } from 'zod'
import { placeNamed, placeWords } from '~/domain/asked-day'
import { formatDate } from '~/domain/calendar'
import { deskDate } from '~/domain/desk-day'
import { pastRanges } from '~/domain/quick-ranges'
import { tillAsked } from '~/domain/till'
import { tillDaysAsked } from '~/domain/till-days'
import { datesInAddress, filtersAsked } from '~/features/back-office/filters-asked.server'
import { listQuery } from '~/features/back-office/list-page.server'
import { placesOfDays } from '~/features/front-desk/places-of-day.server'
import { tillByDays } from '~/features/money/till-days.server'
import { TillDays } from '~/features/money/till-days-page'
import { TillSums } from '~/features/money/till-page'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { ButtonLink } from '~/ui/button'
import { Chip, Chips } from '~/ui/chips'
import { DayLocation, FilterBar, FilterFaults, FilterInput } from '~/ui/filter-bar'

export const meta: MetaFunction = () => [{ title: 'Till by days · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'see-figures')
  const scope = scopeOf(staff)
  const today = deskDate(context.business.timeZone, context.clock.now())
  const { query } = listQuery(request)
  const { dates, typed, faults } = filtersAsked(request.url, z.object(datesInAddress), null)
  const { faults: tooMany, ...days } = tillDaysAsked(dates, today)
  const locations = await placesOfDays(context, scope, [days.from, days.to], query.location)
  const { place, faults: unknown } = tillAsked({ location: query.location }, today, locations)
  return {
    ...{ ...days, typed, today, locations, place: place ?? null, faults: [...faults, ...tooMany, ...unknown] },
    ranges: pastRanges(today),
    till: await tillByDays(context, scope, locations, place, days),
  }
}

export default function TillByDays() {
  const { from, to, typed, today, locations, place, faults, ranges, till } = useLoaderData<typeof loader>()
  const shown = place ? placeWords(place) : 'all locations'
  const location = placeNamed(locations, place)
  const stretch = `${formatDate(from)} to ${formatDate(to)}`
  return (
    <>
      <PageHead title="Till by days" hint={`${stretch}, ${shown}`}>
        <ButtonLink to={links.adminTill({ location })} className="px-4">
          <ChevronLeft aria-hidden className="size-4" />
          Till of today
        </ButtonLink>
      </PageHead>
      <Chips label="Quick ranges" className="mb-4">
        {ranges.map((range) => (
          <Chip
            key={range.words}
            to={links.adminTillDays({ fromDate: range.from, toDate: range.to, location })}
            now={range.from === from && range.to === to}
          >
            {range.words}
          </Chip>
        ))}
      </Chips>
      <FilterBar clearTo={links.adminTillDays()} filtered={false} button="Show">
        <DayLocation locations={locations} chosen={location} choosing={!place} />
        <FilterInput label="From" type="date" name="fromDate" defaultValue={typed.from ?? from} />
        <FilterInput label="To" type="date" name="toDate" defaultValue={typed.to ?? to} max={today} />
      </FilterBar>
      <FilterFaults faults={faults} instead={`Shown is ${stretch}, ${shown}.`} />
      {till.amiss && <p className="figures mb-5 rounded-card border border-wrong/60 p-4 text-sm">{till.amiss}</p>}
      <div className="grid items-start gap-x-5 lg:grid-cols-2">
        <TillSums title="By way of payment" sums={till.modes} />
        <TillSums title="By person" sums={till.people} />
      </div>
      {till.reduced && <p className="figures mb-5 text-sm text-muted">{till.reduced}</p>}
      <h2 className="mb-3 text-2xl">Day by day</h2>
      <TillDays rows={till.days} everywhere={!place} dayAt={(date) => links.adminTill({ date, location })} />
    </>
  )
}
