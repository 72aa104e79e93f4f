import { Link } from '@remix-run/react'
import { formatRupees } from '~/domain/money'
import { links } from '~/links'
import type { TodayVisits } from './bookings.server'

/** Today's visits as short rows, where a phone opens the list of bookings: who is asked for at the door is read without scrolling. */
export function TodayRows({ visits: { rows, more } }: { visits: TodayVisits }) {
  return (
    <section aria-labelledby="today" className="mb-6 md:hidden print:hidden">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id="today" className="text-xl">
          Today
        </h2>
        <Link
          to={links.adminToday()}
          className="inline-flex min-h-11 items-center text-sm text-champagne underline underline-offset-4"
        >
          Open the day
        </Link>
      </div>
      {rows.length ? (
        <ul className="divide-y divide-hairline rounded-card bg-aubergine/70">
          {rows.map(({ id, code, name, slot, screen, due, paid, came }) => (
            <li key={id}>
              <Link
                to={links.adminBooking(id)}
                className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2"
              >
                <span className="relative truncate font-medium">
                  {name}
                  <span className="sr-only">, {code}</span>
                </span>
                <span className={`figures text-sm ${due > 0 ? 'text-champagne' : 'text-muted'}`}>
                  {due > 0 ? `${formatRupees(due)} due` : paid && 'Paid'}
                </span>
                <span className="figures col-span-2 text-xs text-muted">
                  {slot}, {screen}
                  {came && `, ${came}`}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">Nobody comes today.</p>
      )}
      {more > 0 && (
        <Link
          to={links.adminToday()}
          className="inline-flex min-h-11 items-center text-sm text-champagne underline underline-offset-4"
        >
          {`${more} more today`}
        </Link>
      )}
      <h2 className="mt-6 text-xl">All bookings</h2>
    </section>
  )
}
