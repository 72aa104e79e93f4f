import { Link } from '@remix-run/react'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { UnreachableAlert } from './unreachable'

export interface Column<Row> {
  head: string
  /** What sorts the list by this column, and how it is sorted by it now. */
  sort?: { to: string; now?: 'ascending' | 'descending' }
  cell: (row: Row) => ReactNode
  align?: 'right'
  /** The heading is for screen readers only. */
  quiet?: boolean
  /** What is pressed has no place on paper. */
  onScreen?: boolean
  /**
   * Where it stands on a phone's card: the picture at its left, its title, a strip at its end, or its upper right corner. Otherwise it
   * is a fact with its heading, a long one over the whole width.
   */
  card?: 'picture' | 'title' | 'end' | 'corner' | 'fact' | 'long'
}

const CARD_CELL = {
  picture: 'max-md:shrink-0',
  title:
    'max-md:flex max-md:min-w-0 max-md:grow max-md:basis-[58%] max-md:items-center max-md:text-base max-md:font-medium',
  end: 'max-md:flex max-md:grow max-md:basis-[40%] max-md:items-center max-md:last:justify-end',
  corner: 'max-md:absolute max-md:top-1.5 max-md:right-1.5',
  fact: 'max-md:min-w-0 max-md:grow max-md:basis-[44%]',
  long: 'max-md:min-w-0 max-md:basis-full',
} as const

interface DataTableProps<Row extends { id: string }> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** What stands here when there are no rows. */
  empty: ReactNode
  /** Address that a whole row opens, with its name for those who hear it. */
  rowLink?: (row: Row) => { to: string; label: string }
}

/** A list: a table on a desktop, one card a row on a phone. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { caption, columns, rows, empty, rowLink } = props
  if (!rows.length) {
    return <div className="rounded-card border border-hairline bg-plum-light/40 px-6 py-14 text-center">{empty}</div>
  }
  return (
    <>
      <UnreachableAlert />
      <table className="w-full text-sm max-md:block md:rounded-card md:bg-aubergine/70">
        <caption className="sr-only">{caption}</caption>
        <thead className="max-md:sr-only">
          <tr>
            {columns.map(({ head, align, quiet, onScreen, sort }) => (
              <th
                key={head}
                scope="col"
                aria-sort={sort?.now}
                className={`px-3 py-3 text-xs font-medium whitespace-nowrap text-muted first:pl-5 last:pr-5 ${align === 'right' ? 'text-right' : 'text-left'} ${onScreen ? 'print:hidden' : ''}`}
              >
                {quiet ? <span className="sr-only">{head}</span> : sort ? <SortHead head={head} {...sort} /> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:grid max-md:gap-3">
          {rows.map((row) => {
            const open = rowLink?.(row)
            return (
              <tr
                key={row.id}
                className={`relative border-hairline max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:gap-y-2.5 max-md:rounded-card max-md:bg-aubergine/70 max-md:p-4 md:border-t ${open ? 'transition hover:bg-plum-light/50' : ''}`}
              >
                {columns.map(({ head, cell, align, quiet, onScreen, card = 'fact' }, index) => (
                  <td
                    key={head}
                    className={`break-words md:px-3 md:py-2.5 md:first:pl-5 md:last:pr-5 ${CARD_CELL[card]} ${align === 'right' ? 'figures md:text-right' : ''} ${onScreen ? 'print:hidden' : ''}`}
                  >
                    {!quiet && (card === 'fact' || card === 'long') && (
                      <span aria-hidden className="block text-xs text-muted md:hidden">
                        {head}
                      </span>
                    )}
                    {open && index === 0 ? (
                      <Link to={open.to} aria-label={open.label} className="after:absolute after:inset-0">
                        {cell(row)}
                      </Link>
                    ) : (
                      cell(row)
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

/** A head that sorts by its column; on a phone the filters do. */
function SortHead({ head, to, now }: { head: string } & NonNullable<Column<unknown>['sort']>) {
  const Mark = now === 'ascending' ? ArrowUp : now === 'descending' ? ArrowDown : ArrowUpDown
  return (
    <>
      <Link to={to} preventScrollReset className="inline-flex items-center gap-1 hover:text-ink max-md:hidden">
        {head}
        <Mark aria-hidden className={`size-3 ${now ? 'text-champagne' : ''}`} />
      </Link>
      <span className="md:hidden">{head}</span>
    </>
  )
}

const ACTION = 'relative z-10 inline-grid size-11 place-items-center rounded-lg transition hover:bg-white/10 md:size-10'

/** The icon links at the end of a row; they lie above the row's own link. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className="inline-flex items-center justify-end gap-1">{children}</span>
}

/** One of them. */
export function RowAction(props: { to: string; label: string; tone?: 'danger'; children: ReactNode }) {
  return (
    <Link
      to={props.to}
      aria-label={props.label}
      title={props.label}
      preventScrollReset
      className={`${ACTION} ${props.tone === 'danger' ? 'text-wrong' : 'text-champagne'}`}
    >
      {props.children}
    </Link>
  )
}
