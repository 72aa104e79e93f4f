import { Link } from '@remix-run/react'
import { links } from '~/links'
import type { TodayPage } from './today-page.server'

/** The visits after the midnight of a desk's day (rule E4), each a link to it in the grid of the next date. */
export function AfterMidnight({
  page: { late, after, location },
}: {
  page: Pick<TodayPage, 'late' | 'after' | 'location'>
}) {
  if (!late.length) return null
  return (
    <section aria-labelledby="after-midnight" className="mb-4 rounded-xl border border-hairline px-4 py-2 text-sm">
      <h2 id="after-midnight" className="font-sans font-medium">
        After midnight
      </h2>
      <ul>
        {late.map(({ id, words }) => (
          <li key={id}>
            <Link
              to={links.adminToday({ location, date: after, booking: id })}
              className="flex min-h-11 items-center underline underline-offset-4"
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
