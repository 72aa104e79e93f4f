import { links } from '~/links'
import { ButtonLink } from '~/ui/button'
import { AfterMidnight } from './after-midnight'
import { DayCounts } from './day-grid'
import { DeskCard } from './desk-card'
import type { TodayPage } from './today-page.server'

/** What of today is still to come, or runs: the beginning of the page of today, for another page. */
export function TodayStrip({ page }: { page: Pick<TodayPage, 'date' | 'day' | 'late' | 'after' | 'location'> }) {
  const { date, day } = page
  if (!day) return null
  const coming = day.places.filter(({ visit, state }) => visit && ['held', 'booked', 'in-house'].includes(state))
  return (
    <section aria-labelledby="today" className="mb-6">
      <div className="mb-2 flex items-center justify-between gap-4">
        <h2 id="today" className="text-2xl">
          Today
        </h2>
        <ButtonLink to={links.adminToday()} className="px-4 text-sm">
          Open the day
        </ButtonLink>
      </div>
      <AfterMidnight page={page} />
      <DayCounts {...day.counts} />
      {coming.length > 0 && (
        <ol className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
          {coming.slice(0, MOST).map((place) => (
            <li key={place.key}>
              <DeskCard
                place={place}
                date={date}
                opens={(booking) => links.adminToday({ booking })}
                action={links.adminToday()}
                alone
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Most visits shown. */
const MOST = 4
