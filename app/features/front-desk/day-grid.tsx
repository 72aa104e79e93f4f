import { Link } from '@remix-run/react'
import { ChevronDown } from 'lucide-react'
import { Fragment } from 'react'
import { peopleWords } from '~/domain/customer-details'
import { formatRupees } from '~/domain/money'
import { links } from '~/links'
import { DeskCard } from './desk-card'
import type { DeskCardPlace, DeskDay } from './desk-day.server'
import type { DeskWeek } from './desk-week.server'

interface DayGridProps {
  day: DeskDay
  date: string
  opens(visitId: string): string
  action: string
  /** The visit that is open beside the day. */
  open: string | null
}

/**
 * A day: rooms in columns over the hours, the cards in the order of time, which is how they are read out. On a phone they stand under
 * each other, and whoever is in the house or comes next above the others, and what is over folded at their end (rule E29).
 */
export function DayGrid({ day, date, opens, action, open }: DayGridProps) {
  const { rooms, places, phone, grid } = day
  const several = new Set(rooms.map(({ location }) => location)).size > 1
  const isUnderNow = (row: number) => grid.nowRow !== null && (grid.nowRow === row || grid.nowRow === row + 1)
  const cardOf = (place: DeskCardPlace) => (
    <DeskCard
      place={place}
      opens={opens}
      date={date}
      action={action}
      open={place.visit !== null && place.visit.id === open}
    />
  )
  const cards = (some: readonly DeskCardPlace[]) => (
    <ol className="flex flex-col gap-2">
      {some.map((place) => (
        <li key={place.key}>{cardOf(place)}</li>
      ))}
    </ol>
  )
  const folded = phone.over.flatMap((index) => places[index] ?? [])
  const moved = new Set([...phone.led, ...phone.over])
  const rest = places.filter(({ state }, index) => state !== 'over' && !moved.has(index)).length
  // a style sheet cannot repeat no row
  const low = Math.max(1, grid.low)
  const nowLine = grid.nowRow && <NowLine row={grid.nowRow} words={grid.now} saidAbove={phone.lead.length > 0} />
  return (
    <>
      {phone.lead.length > 0 && (
        <section aria-labelledby="here" className="mb-5 md:hidden print:hidden">
          <h2 id="here" className="mb-2 flex items-baseline justify-between gap-3 font-sans text-base font-medium">
            In the house and next
            <span className="figures text-xs font-medium text-rose">Now {grid.now}</span>
          </h2>
          {cards(phone.lead)}
        </section>
      )}
      {/* the heads of the columns, which say it, are not drawn on a phone */}
      {rooms.map(
        ({ id, name, location, unsold }) =>
          unsold && (
            <p key={id} className="mb-2 text-sm text-muted md:hidden print:hidden">
              {[name, several && location].filter(Boolean).join(', ')}: {unsold}
            </p>
          ),
      )}
      <section
        aria-label="Rooms over the hours"
        tabIndex={0}
        className="md:overflow-x-auto md:pb-3 print:overflow-visible"
      >
        <ol
          className="flex flex-col gap-2 md:grid md:gap-y-0"
          // on a phone there is one column, and the measures of the grid are not asked
          style={
            {
              '--rooms': rooms.length,
              '--rows': grid.rows,
              '--low': low,
              '--rest': grid.rows - low,
              '--low-row': grid.low > 0 ? '0.3rem' : undefined,
              '--room': open ? '8.5rem' : '10.5rem',
            } as React.CSSProperties
          }
          data-day-grid
        >
          {rooms.map(({ id, name, location, unsold, capacity }, column) => (
            <li
              key={id}
              className="max-md:hidden sticky top-0 z-10 px-1 pb-2 text-sm font-medium"
              style={{ gridColumn: column + 2, gridRow: 1 }}
            >
              {name}
              <span className="block truncate text-xs font-normal text-muted">
                {[several && location, capacity && `up to ${capacity}`, unsold].filter(Boolean).join(', ')}
              </span>
            </li>
          ))}
          {grid.hours.map(({ row, words }) => (
            <li
              key={row}
              aria-hidden
              className="figures border-t border-white/8 pt-0.5 text-xs text-muted max-md:hidden"
              style={{ gridColumn: '1 / -1', gridRow: `${row + 1} / span 4` }}
            >
              {/* on a screen the time of now stands in its place */}
              <span className={isUnderNow(row) ? 'hidden print:inline' : ''}>{words}</span>
            </li>
          ))}
          {places.map((place, index) => (
            <Fragment key={place.key}>
              {grid.begun === index && nowLine}
              <li
                className={`z-[1] min-w-0 md:py-0.5 ${place.state === 'over' ? 'max-md:hidden' : moved.has(index) ? 'max-md:not-print:hidden' : ''}`}
                style={{ gridColumn: place.room.column + 2, gridRow: `${place.row + 1} / span ${place.rows}` }}
              >
                {cardOf(place)}
              </li>
            </Fragment>
          ))}
          {grid.begun === places.length && nowLine}
        </ol>
      </section>
      {folded.length > 0 && (
        // with nothing else to see it is what somebody looks for, as the one is whose panel is open
        <details
          className="group mt-2 md:hidden print:hidden"
          open={(phone.lead.length === 0 && rest === 0) || folded.some(({ visit }) => visit?.id === open)}
        >
          <summary className="flex min-h-11 items-center justify-between gap-3 rounded-xl border border-hairline px-4 text-sm text-muted">
            {phone.overWords}
            <ChevronDown aria-hidden className="size-4 transition group-open:rotate-180" />
          </summary>
          <div className="mt-2">{cards(folded)}</div>
        </details>
      )}
    </>
  )
}

function NowLine({ row, words, saidAbove }: { row: number; words: string; saidAbove: boolean }) {
  return (
    <li
      className={`${saidAbove ? 'max-md:hidden' : ''} pointer-events-none flex items-center gap-2 self-start text-xs font-medium text-rose md:-translate-y-1/2 print:hidden`}
      style={{ gridColumn: '1 / -1', gridRow: row + 1 }}
    >
      {/* in the column of the hours, which is as wide as a time */}
      <span className="figures rounded-full bg-rose px-2 py-0.5 whitespace-nowrap text-night md:px-0.5 md:text-[0.6875rem]">
        <span className="md:sr-only">Now </span>
        {words}
      </span>
      <span aria-hidden className="h-px grow bg-rose" />
    </li>
  )
}

/** Seven days with how much stands in each; a day opens its page. */
export function WeekTable({ week, today, location }: { week: DeskWeek; today: string; location?: string }) {
  return (
    <ol className="grid gap-3 md:grid-cols-2 xl:grid-cols-7">
      {week.map(({ date, title, day, booked, held, free, unsold, people, due, closed }) => (
        <li key={date}>
          <Link
            to={links.adminToday({ date, location })}
            aria-current={date === today ? 'date' : undefined}
            className={`block h-full rounded-card border bg-aubergine/70 p-4 transition hover:border-white/50 ${date === today ? 'border-gold' : 'border-hairline'}`}
          >
            <span className="block font-medium">{title}</span>
            <span className="figures block text-xs text-muted">{day}</span>
            <span className="figures mt-3 block text-2xl">
              {booked} <span className="text-sm text-muted">{booked === 1 ? 'visit' : 'visits'}</span>
            </span>
            <span className="mt-1 block text-sm text-muted">{peopleWords(people)}</span>
            {held > 0 && <span className="block text-sm text-champagne">{held} held</span>}
            <span className="block text-sm text-muted">{unsold ?? `${free} free`}</span>
            {due > 0 && <span className="figures mt-2 block text-sm text-champagne">{formatRupees(due)} due</span>}
            {closed && <span className="mt-2 block text-xs text-wrong">Closed online: {closed}</span>}
          </Link>
        </li>
      ))}
    </ol>
  )
}

/** How much of everything a day has. */
export function DayCounts({ visits, expected, inHouse, held, free, due }: DeskDay['counts']) {
  const facts = [
    [visits, visits === 1 ? 'visit' : 'visits'],
    [inHouse, 'in the house'],
    [expected, 'to come'],
    [held, 'held'],
    [free, 'free'],
  ] as const
  return (
    <p className="figures mb-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      {facts.map(([number, words]) => (
        <span key={words}>
          <span className="text-base font-medium text-ink">{number}</span> {words}
        </span>
      ))}
      <span>
        <span className="text-base font-medium text-champagne">{formatRupees(due)}</span> due
      </span>
    </p>
  )
}
