import { formatRupees, type Paise } from '~/domain/money'

interface PaymentListProps {
  paid: readonly { words: string; reference: string | null; amount: Paise }[]
}

/** Every payment of a booking with its reference; nothing while there is none. */
export function PaymentList({ paid }: PaymentListProps) {
  if (!paid.length) return null
  return (
    <ul aria-label="Payments" className="mt-6 grid gap-3 rounded-card bg-aubergine p-6 text-left sm:p-8 print:p-0">
      {paid.map(({ words, reference, amount }) => (
        <li key={`${words}-${reference}`} className="flex items-baseline justify-between gap-6">
          <span>
            {words}
            {reference && <span className="figures block text-sm break-all text-muted">Reference {reference}</span>}
          </span>
          <span className="figures shrink-0 text-champagne">{formatRupees(amount)}</span>
        </li>
      ))}
    </ul>
  )
}
