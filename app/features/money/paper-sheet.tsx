import { formatRupees } from '~/domain/money'
import { ColumnHeads } from '~/ui/column-heads'
import type { PaperPage } from './paper.server'

/**
 * A receipt voucher, refund voucher or invoice: dark ink on white, on the screen as on A4 and on a roll of 80 mm. Its white is
 * no colour of the theme: these turn over by day and on paper.
 */
export function PaperSheet({ paper }: { paper: PaperPage }) {
  const { title, number, date, total, content, cancelled, split } = paper
  const { seller, buyer, sac, placeOfSupply, booking, lines, paid } = content
  const facts = [
    ['Number', number],
    ['Date', date],
    ['Place of supply', placeOfSupply],
    ['SAC', sac],
    ['Booking', booking.code],
  ]
  return (
    <article className="paper mx-auto my-6 max-w-3xl bg-[#fff] p-6 sm:p-8 text-sm text-black shadow-lift print:m-0 print:max-w-none print:p-1.5 print:shadow-none">
      {cancelled && (
        <p className="mb-5 border-2 border-black px-4 py-2 text-center font-semibold">Cancelled: {cancelled}</p>
      )}
      <header className="flex flex-wrap justify-between gap-x-8 gap-y-4">
        <div className="max-w-sm">
          <p className="font-semibold">{seller.name}</p>
          <p>{seller.address}</p>
          {seller.gstin && <p className="figures">GSTIN {seller.gstin}</p>}
          <p className="figures">
            {seller.phone}, {seller.email}
          </p>
        </div>
        <div className="grow sm:grow-0">
          <h1 className="font-sans text-2xl font-semibold">{title}</h1>
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4">
            {facts.map(([label, text]) => (
              <div key={label} className="contents">
                <dt>{label}</dt>
                <dd className="figures text-right">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </header>
      <p className="mt-6">
        {buyer && (
          <>
            {/* a name that is read from the right would take the number to its other side */}
            For{' '}
            <strong>
              <bdi>{buyer.name}</bdi>
            </strong>
            , <span className="figures">{buyer.number}</span>
            <br />
          </>
        )}
        {booking.visit}
      </p>
      <table className="mt-6 w-full text-left">
        <caption className="sr-only">What it is for</caption>
        <ColumnHeads names={['Description', 'Amount']} className="border-b border-black" cell="py-1.5 font-semibold" />
        <tbody>
          {lines.map(({ text, detail, amount }) => (
            <tr key={`${text}-${detail}-${amount}`} className="break-inside-avoid border-b border-black/20 align-top">
              <td className="py-1.5 pr-4 wrap-anywhere">
                {text}
                {detail && <span className="block text-xs">{detail}</span>}
              </td>
              <td className="figures py-1.5 text-right">{formatRupees(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="break-inside-avoid">
          {split?.map(({ label, amount }) => (
            <Sum key={label} label={label} amount={formatRupees(amount)} />
          ))}
          <Sum label="Total" amount={formatRupees(total)} strong />
          {paid !== null && <Sum label="Paid when issued" amount={formatRupees(paid)} />}
        </tfoot>
      </table>
      <p className="mt-6 text-xs">
        {split ? 'Prices include tax. ' : ''}Made by a computer; valid without a signature.
      </p>
    </article>
  )
}

function Sum({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) {
  return (
    <tr className={strong ? 'border-t border-black font-semibold' : undefined}>
      <th scope="row" className="pt-1.5 text-right font-[inherit]">
        {label}
      </th>
      <td className="figures pt-1.5 pl-4 text-right">{amount}</td>
    </tr>
  )
}
