import { useEffect, useState } from 'react'
import { ColumnHeads } from '~/ui/column-heads'
import { lazyPart } from '~/ui/lazy-part'

// the table beside it says the same
const SharePie = lazyPart(
  'share-pie',
  async () => (await import('./share-pie')).SharePie,
  () => null,
)

const PRESET = ['#e7b75f', '#e86a8d', '#8f7bf0', '#5fd0a2', '#6fb7f2', '#f2936f', '#d4c6ee']
const GOLDEN_ANGLE = 137.508

/** A colour for each location: seven that were chosen, then others that are always the same. */
export const shareColour = (index: number): string =>
  PRESET[index] ?? `hsl(${Math.round((index * GOLDEN_ANGLE) % 360)} 60% 66%)`

interface LocationShareChartProps {
  shares: { id: string; name: string; bookings: number; percentage: number }[]
}

/** Locations by bookings: a table that everybody can read, and a pie beside it when scripts run. */
export function LocationShareChart({ shares }: LocationShareChartProps) {
  const [scripts, setScripts] = useState(false)
  useEffect(() => setScripts(true), [])
  if (!shares.some(({ bookings }) => bookings > 0))
    return <p className="py-8 text-center text-sm text-muted">No bookings available</p>
  return (
    <div className="grid items-center gap-6 sm:grid-cols-[11rem_minmax(0,1fr)] xl:grid-cols-1 2xl:grid-cols-[11rem_minmax(0,1fr)]">
      <div className="mx-auto size-44 scripting-only" aria-hidden>
        {scripts && (
          <SharePie
            labels={shares.map(({ name }) => name)}
            values={shares.map(({ percentage }) => percentage)}
            colours={shares.map((_, index) => shareColour(index))}
          />
        )}
      </div>
      <table className="w-full text-sm">
        <caption className="sr-only">Bookings by location</caption>
        <ColumnHeads names={['Location', 'Bookings', 'Share']} className="text-xs text-muted" cell="pb-2 font-medium" />
        <tbody>
          {shares.map(({ id, name, bookings, percentage }, index) => (
            <tr key={id} className="border-t border-hairline">
              <th scope="row" className="py-2 text-left font-normal wrap-anywhere">
                <span
                  aria-hidden
                  className="mr-2 inline-block size-2.5 rounded-full"
                  style={{ background: shareColour(index) }}
                />
                {name}
              </th>
              <td className="figures py-2 text-right">{bookings}</td>
              <td className="figures py-2 text-right">{percentage}%</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
