import { Link } from '@remix-run/react'
import { formatRupees } from '~/domain/money'
import { modeName } from '~/domain/payment-mode'
import { TILL_MODES } from '~/domain/till'
import { type Column, DataTable } from '~/ui/data-table'
import type { DayOfTill } from './till-days.server'

interface TillDaysProps {
  rows: readonly DayOfTill[]
  /** Of several locations each counting says whose it is. */
  everywhere: boolean
  /** The address of a day. */
  dayAt: (date: string) => string
}

/** The days of the till, one a row: what each way of payment came to, and how it was counted. */
export function TillDays({ rows, everywhere, dayAt }: TillDaysProps) {
  const columns: Column<DayOfTill>[] = [
    {
      head: 'Day',
      card: 'title',
      cell: ({ id, title }) => (
        <Link to={dayAt(id)} className="figures underline underline-offset-4">
          {title}
        </Link>
      ),
    },
    ...TILL_MODES.map(
      (one): Column<DayOfTill> => ({
        head: modeName(one),
        align: 'right',
        cell: ({ modes }) => formatRupees(modes[one]),
      }),
    ),
    { head: 'Net', align: 'right', cell: ({ net }) => <strong className="text-champagne">{formatRupees(net)}</strong> },
    { head: 'Counted', card: 'long', cell: ({ counted }) => <CountedDay counted={counted} everywhere={everywhere} /> },
  ]
  return (
    <DataTable
      caption="Days of the till"
      columns={columns}
      rows={rows}
      wide
      empty={<p className="text-muted">Nothing moved on these days.</p>}
    />
  )
}

function CountedDay({ counted, everywhere }: Pick<DayOfTill, 'counted'> & { everywhere: boolean }) {
  if (!counted.length) return <span className="text-muted">Nothing to count</span>
  return (
    <ul className="grid gap-1 wrap-anywhere as-rows:min-w-28">
      {counted.map(({ location, words, amiss, by, since }) => (
        <li key={location}>
          {everywhere && <span className="text-muted">{location}: </span>}
          <span className={amiss ? 'text-wrong' : undefined}>{words}</span>
          {by && <span className="text-xs text-muted"> {by}</span>}
          {since !== 0 && (
            <span className="figures block text-xs text-muted">{formatRupees(since)} moved in cash since</span>
          )}
        </li>
      ))}
    </ul>
  )
}
