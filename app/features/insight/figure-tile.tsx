import { Link } from '@remix-run/react'
import type { LucideIcon } from 'lucide-react'

export interface FigureTileProps {
  label: string
  value: string | number
  /** What exactly is counted. */
  meaning: string
  icon: LucideIcon
  lead?: boolean
  /** The list whose bookings come to it. */
  list?: string
  /** Half a row on a desktop instead of a third. */
  half?: boolean
}

/** One figure of the dashboard with what it means. */
export function FigureTile({ label, value, meaning, icon: Icon, lead = false, list, half }: FigureTileProps) {
  return (
    <div className={`relative rounded-card bg-aubergine/70 p-4 sm:p-5 ${half ? 'md:col-span-3' : 'md:col-span-2'}`}>
      <dt className="flex items-center justify-between gap-2 text-xs text-muted">
        {label}
        <Icon aria-hidden className="size-4" />
      </dt>
      <dd
        // crores with paise stand in one line of the tile, and all of them are of one size
        className={`figures mt-2 font-display text-[clamp(0.9375rem,4.6cqi,1.25rem)] leading-8 md:text-[clamp(0.9375rem,3cqi,1.5rem)] ${lead ? 'text-champagne' : ''}`}
      >
        {list ? (
          <Link
            to={list}
            aria-label={`${value}, ${label}: show the bookings`}
            className="underline decoration-hairline underline-offset-4 after:absolute after:inset-0 after:rounded-card hover:decoration-current"
          >
            {value}
          </Link>
        ) : (
          value
        )}
      </dd>
      <dd className="mt-1.5 text-xs leading-snug text-muted">{meaning}</dd>
    </div>
  )
}
