import { useRouteLoaderData } from '@remix-run/react'
import { useEffect, useState } from 'react'

/** Says whose clock the times are of, to visitors whose own clock shows another time (rule T11). */
export function ZoneNote({ className }: { className?: string }) {
  const zone = useRouteLoaderData<{ business: { timeZone: string } }>('root')?.business.timeZone
  const [name, setName] = useState<string>()
  useEffect(() => setName(zone && differs(zone) ? nameOf(zone) : undefined), [zone])
  return name ? <p className={`text-sm text-muted ${className ?? ''}`}>Times are the theatre’s own ({name}).</p> : null
}

function differs(zone: string): boolean {
  const now = new Date()
  const shown = (timeZone?: string) => now.toLocaleString('en-IN', { timeZone })
  return shown(zone) !== shown()
}

/** `IST`, where the browser knows the short name. */
const nameOf = (zone: string): string | undefined =>
  new Intl.DateTimeFormat('en-IN', { timeZone: zone, timeZoneName: 'short' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value
