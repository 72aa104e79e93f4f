import { formatRupees, priceWords } from '~/domain/money'
import type { PricedBooking } from '~/domain/pricing'

interface PriceLinesProps extends Pick<PricedBooking, 'summary' | 'total'> {
  /** Whether each change is read out. */
  live?: boolean
  className: string
}

/** The summary lines of `priceBooking` with the words that explain them, and the total. */
export function PriceLines({ summary, total, live, className }: PriceLinesProps) {
  return (
    <dl aria-live={live ? 'polite' : undefined} className={`grid ${className}`}>
      {summary.map(({ title, amount, explanations }) => (
        <div key={title} className="grid grid-cols-[1fr_auto] gap-x-4">
          <dt>{title}</dt>
          <dd className={`figures text-right ${amount < 0 ? 'text-done' : ''}`}>{priceWords(amount)}</dd>
          {explanations.map((words) => (
            <dd key={words} className="col-span-2 text-xs text-muted">
              {words}
            </dd>
          ))}
        </div>
      ))}
      <div className="grid grid-cols-[1fr_auto] items-baseline gap-4 border-t border-hairline pt-3">
        <dt className="font-medium">Total</dt>
        <dd className="figures text-2xl text-champagne" data-testid="total">
          {formatRupees(total)}
        </dd>
      </div>
    </dl>
  )
}
