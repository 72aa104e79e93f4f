import { links } from '~/links'
import { ButtonLink } from '~/ui/button'
import { AfterMidnight } from './after-midnight'
import { DayCounts } from './day-grid'
import { DeskCard } from './desk-card'
import type { TodayOfStrip } from './today-page.server'

/** What of today is still to come, or runs: the beginning of the page of today, for another page. */
export function TodayStrip({ page }: { page: TodayOfStrip }) {
  const { date, counts, coming, location, place } = page
  if (!counts) return null
  const at = (booking?: string) => links.adminToday({ location, booking })
  return (
    <section aria-labelledby="today" className="mb-6">
      <div className="mb-2 flex items-center justify-between gap-4">
        <div>
          <h2 id="today" className="text-2xl">
            Today
          </h2>
          {location && <p className="text-sm text-muted">{place}</p>}
        </div>
        <ButtonLink to={at()} className="px-4 text-sm">
          Open the day
        </ButtonLink>
      </div>
      <AfterMidnight page={page} />
      <DayCounts {...counts} />
      {coming.length > 0 && (
        <ol className="grid grid-cols-1 gap-2 sm:grid-cols-2 xl:grid-cols-4">
          {coming.map((visit) => (
            <li key={visit.key}>
              <DeskCard place={visit} date={date} opens={at} action={at()} alone={location ? 'everywhere' : 'here'} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
