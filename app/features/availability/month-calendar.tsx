import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import {
  type CalendarDay,
  formatDayMonth,
  formatLongDate,
  formatMonth,
  type MonthGrid,
  type YearMonth,
} from '~/domain/calendar'
import { Link } from '~/ui/link'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** How full a day is, and what it costs; empty where that is not said. */
export interface DayFullness {
  free: number
  of: number
  from: string
}

interface MonthCalendarProps {
  grid: MonthGrid
  /** Shown on the days that have it. */
  fullness?: Record<string, DayFullness>
  /** The package whose price stands on the days; without it, it is the least of all. */
  priceOf?: string
  selected: string | undefined
  /** Address of another month. */
  monthLink: (month: YearMonth) => string
}

/**
 * The month as a table of submit buttons named `date`; it stands inside a form. Arrow keys, Home, End, Page Up and Page
 * Down move the focus when scripts run.
 */
export function MonthCalendar({ grid, selected, monthLink, fullness = {}, priceOf }: MonthCalendarProps) {
  const table = useRef<HTMLTableElement>(null)
  const days = grid.weeks.flat()
  const focusable = days.find((day) => day.date === selected) ?? days.find((day) => day.inMonth && isOpen(day))

  // the day of the month that had the focus when another month was asked for by key
  const left = useRef<number>(undefined)
  useEffect(() => {
    if (left.current === undefined) return
    const own = openDays(table.current).filter(({ value }) => value.startsWith(grid.month))
    const nearest = own.filter(({ value }) => Number(value.slice(8)) <= Number(left.current)).at(-1) ?? own[0]
    left.current = undefined
    nearest?.focus()
  }, [grid.month])

  function move(event: KeyboardEvent) {
    const buttons = [...(table.current?.querySelectorAll<HTMLButtonElement>('button[name="date"]') ?? [])]
    const at = buttons.indexOf(event.target as HTMLButtonElement)
    if (at < 0) return
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      const link = table.current?.parentElement?.querySelector<HTMLAnchorElement>(
        event.key === 'PageUp' ? 'a[rel="prev"]' : 'a[rel="next"]',
      )
      if (link) left.current = Number(buttons[at]?.value.slice(8))
      link?.click()
      event.preventDefault()
      return
    }
    const to =
      event.key === 'Home' ? at - (at % 7) : event.key === 'End' ? at - (at % 7) + 6 : at + (STEPS[event.key] ?? 0)
    if (to === at || !buttons[to]) return
    event.preventDefault()
    buttons[to].focus()
  }

  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <MonthArrow to={grid.previous && monthLink(grid.previous)} rel="prev" label="Previous month" />
        <h2 className="text-lg" aria-live="polite">
          {formatMonth(grid.month)}
        </h2>
        <MonthArrow to={grid.next && monthLink(grid.next)} rel="next" label="Next month" />
      </div>
      <table ref={table} onKeyDown={move} className="month mt-3">
        <caption className="sr-only">Choose a date in {formatMonth(grid.month)}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col">
                <abbr title={day} className="no-underline">
                  {day.slice(0, 2)}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.weeks.map((week) => (
            // on a phone a week that is over would only push the slots down
            <tr key={week[0]?.date} className={week.every(isOver) ? 'max-sm:hidden' : undefined}>
              {week.map((day) => (
                <td key={day.date}>
                  <DayButton
                    day={day}
                    month={namesMonth(day, days) ? formatDayMonth(day.date).split(' ')[1] : undefined}
                    full={fullness[day.date]}
                    priceOf={priceOf}
                    selected={day.date === selected}
                    focusable={day === focusable}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul
        className="month-legend mt-4 flex flex-wrap gap-x-5 gap-y-2 text-sm max-sm:px-1 text-muted"
        aria-label="Legend"
      >
        <Legend look="day-closed">Unavailable</Legend>
        <Legend look="day-chosen">Selected</Legend>
        <Legend>Available</Legend>
        {Object.keys(fullness).length > 0 && (
          <li>
            <span aria-hidden className="text-champagne">
              ●●
            </span>{' '}
            Free slots
            {Object.values(fullness).some(({ from }) => from) &&
              `, and the price ${priceOf ? `of ${priceOf}` : 'from'}`}
          </li>
        )}
      </ul>
    </div>
  )
}

const openDays = (table: HTMLTableElement | null) => [
  ...(table?.querySelectorAll<HTMLButtonElement>('button[name="date"]:enabled') ?? []),
]

/** A blocked day may be pressed: the answer tells whom to ask. */
const isOpen = (day: CalendarDay) => day.state === 'available' || day.state === 'blocked'

const isOver = (day: CalendarDay) => day.state === 'past'

/** The first day of another month stands for those after it. */
const namesMonth = (day: CalendarDay, days: CalendarDay[]) =>
  !day.inMonth && (day === days[0] || day.date.endsWith('-01'))

interface DayButtonProps {
  day: CalendarDay
  /** `Dec`, where one begins that is not the calendar's. */
  month: string | undefined
  full: DayFullness | undefined
  priceOf: string | undefined
  selected: boolean
  focusable: boolean
}

/** `3 of 4 slots free, from ₹1,499`: what the dots and the small price say. */
const fullnessWords = ({ free, of, from }: DayFullness, priceOf = 'from') =>
  free ? `, ${free} of ${of} slots free${from && `, ${priceOf} ${from}`}` : ', nothing free'

function DayButton({ day, month, full, priceOf, selected, focusable }: DayButtonProps) {
  const open = isOpen(day)
  const look = selected
    ? 'day-chosen'
    : day.state !== 'available' || full?.free === 0
      ? 'day-closed'
      : day.inMonth
        ? undefined
        : 'day-outside'
  return (
    <button
      type="submit"
      name="date"
      value={day.date}
      disabled={!open}
      tabIndex={open ? (focusable ? 0 : -1) : undefined}
      aria-pressed={selected}
      aria-label={`${formatLongDate(day.date)}${day.state === 'blocked' ? ', not available online' : full ? fullnessWords(full, priceOf) : ''}`}
      aria-current={day.today ? 'date' : undefined}
      className={look}
    >
      {Number(day.date.slice(8))}
      {month && <b>{month}</b>}
      {full && (
        <small>
          {full.free > 0 ? full.from : 'full'}
          <span>
            {'●'.repeat(full.free)}
            {full.free < full.of && <i>{'○'.repeat(full.of - full.free)}</i>}
          </span>
        </small>
      )}
    </button>
  )
}

function MonthArrow({ to, rel, label }: { to: string | undefined; rel: 'prev' | 'next'; label: string }) {
  const icon = rel === 'prev' ? <ChevronLeft aria-hidden /> : <ChevronRight aria-hidden />
  if (!to) {
    return (
      <span aria-hidden className="round border border-white/20 opacity-30">
        {icon}
      </span>
    )
  }
  return (
    <Link to={to} rel={rel} aria-label={label} preventScrollReset replace className="round round-edged">
      {icon}
    </Link>
  )
}

/** Drawn as the days are: what nobody can have is a struck number without a box. */
function Legend({ look = '', children }: { look?: string; children: string }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden className={`day ${look}`}>
        7
      </span>
      {children}
    </li>
  )
}
