import { Link } from '@remix-run/react'
import { links } from '~/links'
import type { NamedCase } from './payment-name.server'

/** The payments without a home that a search named, above the bookings that it found. Nothing when there is none. */
export function NamedCases({ cases }: { cases: readonly NamedCase[] }) {
  if (!cases.length) return null
  return (
    <ul aria-label="Payments without a home" className="mb-5 divide-y divide-hairline rounded-card bg-aubergine/70">
      {cases.map(({ id, title, detail }) => (
        <li key={id} className="px-4 py-3 text-sm sm:px-5">
          <Link to={links.adminMoney(id)} className="inline-flex min-h-11 items-center text-champagne hover:underline">
            {title}
          </Link>
          <span className="figures block text-xs text-muted">{detail}</span>
        </li>
      ))}
    </ul>
  )
}
