import { Link } from '@remix-run/react'
import { formatRupees, type Paise } from '~/domain/money'

interface PaperLinksProps {
  papers: { id: string; title: string; number: string; date: string; total: Paise; cancelled: boolean }[]
  linkOf: (id: string) => string
}

/** The receipts and invoices of a booking, each a page to be printed. */
export function PaperLinks({ papers, linkOf }: PaperLinksProps) {
  return (
    <ul className="grid gap-1">
      {papers.map(({ id, title, number, date, total, cancelled }) => (
        <li key={id}>
          <Link
            to={linkOf(id)}
            prefetch="none"
            className="flex min-h-11 items-baseline justify-between gap-4 py-2 text-sm hover:underline"
          >
            <span>
              {title}
              {cancelled && ', cancelled'}
              <span className="figures block text-xs text-muted">
                {number}, {date}
              </span>
            </span>
            <span className="figures shrink-0">{formatRupees(total)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
