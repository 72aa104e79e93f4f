import type { ReactNode } from 'react'
import { formatRupees, type Paise } from '~/domain/money'

interface Fact {
  label: string
  text: ReactNode
}

/** Facts beside each other, each under its label. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm">
      {facts.map(({ label, text }) => (
        <div key={label}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="break-words">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

interface MoneyRow {
  id: string
  when: string
  what: string
  amount: Paise
  voided: boolean
}

/** What was received and what went back, row by row. */
export function MoneyRows({ rows }: { rows: MoneyRow[] }) {
  if (!rows.length) return <p className="text-sm text-muted">Nothing has been received yet.</p>
  return (
    <ul className="grid gap-2 text-sm">
      {rows.map(({ id, when, what, amount, voided }) => (
        <li key={id} className={`flex justify-between gap-4 ${voided ? 'text-muted line-through' : ''}`}>
          <span>
            {what}
            <span className="figures block text-xs text-muted">{when}</span>
          </span>
          <span className="figures">{formatRupees(amount)}</span>
        </li>
      ))}
    </ul>
  )
}
