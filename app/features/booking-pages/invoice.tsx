import { formatRupees, paise, ZERO } from '~/domain/money'
import { ColumnHeads } from '~/ui/column-heads'
import type { CustomerBookingView } from './customer-booking.server'

/** What needs a row of its own: always, or on a phone. */
const SPANS: Record<string, string> = { Email: 'col-span-2', Date: 'max-sm:col-span-2', Slot: 'max-sm:col-span-2' }

/** The booking as an invoice: who, where, when, every line with its words, and where the money stands. */
export function Invoice({ view }: { view: CustomerBookingView }) {
  const facts = [
    ['Name', view.customer.name],
    ['Phone', view.customer.number],
    ['Email', view.customer.email],
    ['Location', view.location],
    ['Screen', view.screen],
    ['Date', view.date],
    ['Slot', view.slot],
    ['People', String(view.people)],
    ...Object.entries(view.texts),
  ].filter(([, value]) => value)
  const { gone, coming, taken } = view.returned
  const { income, refundDue } = view.ledger
  const kept = view.called === 'cancelled' ? paise(income - refundDue) : ZERO
  return (
    <section
      aria-labelledby="invoice"
      className="rounded-card bg-aubergine p-6 sm:p-8 print:mt-6 print:bg-transparent print:p-0"
    >
      <h2 id="invoice" className="text-2xl">
        Booking <span className="figures">{view.code}</span>
      </h2>
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-3">
        {facts.map(([label, value]) => (
          <div key={label} className={SPANS[label ?? '']}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="figures text-balance">{value}</dd>
          </div>
        ))}
      </dl>
      <table className="mt-8 w-full text-left">
        <caption className="sr-only">What was booked</caption>
        <ColumnHeads names={['Item', 'Amount']} className="text-sm text-muted" cell="pb-2 font-normal" />
        <tbody>
          {view.lines.map((line) => (
            <tr key={line.position} className="border-t border-hairline align-top">
              <td className="py-2.5 wrap-anywhere">
                {line.kind && <span className="block text-xs text-muted">{line.kind}</span>}
                <span className="figures">{line.name}</span>
                {line.explanation && <span className="block text-xs text-muted">{line.explanation}</span>}
              </td>
              <td className="figures py-2.5 text-right">{line.amount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-hairline">
          <Sum label="Total" amount={formatRupees(view.total)} strong />
          <Sum label="Advance" amount={formatRupees(view.ledger.received)} />
          {gone > 0 && <Sum label="Refunded" amount={formatRupees(gone)} />}
          {coming > 0 && <Sum label="Coming back" amount={formatRupees(coming)} />}
          {taken > 0 && <Sum label="Taken back by the bank" amount={formatRupees(taken)} />}
          {kept > 0 && <Sum label="Kept" amount={formatRupees(kept)} />}
          {/* who cancelled owes nothing more */}
          {view.blocks && <Sum label="Remaining" amount={formatRupees(view.ledger.remaining)} strong />}
          {refundDue > 0 && <Sum label="Refund due" amount={formatRupees(refundDue)} />}
        </tfoot>
      </table>
    </section>
  )
}

function Sum({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) {
  return (
    <tr className={strong ? 'font-medium text-champagne print:text-inherit' : 'text-muted'}>
      <th scope="row" className="pt-2.5 text-left font-[inherit]">
        {label}
      </th>
      <td className="figures pt-2.5 text-right">{amount}</td>
    </tr>
  )
}
