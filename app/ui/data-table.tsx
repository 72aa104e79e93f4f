import { Link } from '@remix-run/react'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { hasEndlessWord } from './endless-word'
import { UnreachableAlert } from './unreachable'

export interface Column<Row> {
  head: string
  /** What sorts the list by this column, and how it is sorted by it now. */
  sort?: { to: string; now?: 'ascending' | 'descending' }
  cell: (row: Row) => ReactNode
  /** Whether a row has nothing here: then its card has no heading of it either. */
  lacks?: (row: Row) => boolean
  align?: 'right'
  /** The heading is for screen readers only. */
  quiet?: boolean
  /** What is pressed has no place on paper. */
  onScreen?: boolean
  /**
   * Where it stands on a phone's card: the picture at its left, its title, a strip at its end, its upper right corner, or not at all.
   * Otherwise it is a fact with its heading, a long one over the whole width, a plain one without: it says itself what it is.
   */
  card?: 'picture' | 'title' | 'end' | 'corner' | 'fact' | 'long' | 'plain' | 'none'
}

const CARD_CELL = {
  picture: 'as-cards:shrink-0',
  title:
    'as-cards:flex as-cards:min-w-0 as-cards:grow as-cards:basis-[58%] as-cards:items-center as-cards:text-base as-cards:font-medium',
  end: 'as-cards:flex as-cards:grow as-cards:basis-[40%] as-cards:items-center as-cards:last:justify-end',
  corner: 'as-cards:absolute as-cards:top-1.5 as-cards:right-1.5',
  fact: 'as-cards:min-w-0 as-cards:grow as-cards:basis-[44%]',
  long: 'as-cards:min-w-0 as-cards:basis-full',
  plain: 'as-cards:min-w-0 as-cards:grow as-cards:basis-[44%]',
  none: 'as-cards:hidden',
} as const

/**
 * A column in which a word is longer than words are: it is broken. Every other column keeps its words whole beside it, and in a table
 * without such a one nothing is broken.
 */
const BROKEN = 'wrap-anywhere as-rows:min-w-28 as-rows:print:min-w-20'

interface DataTableProps<Row extends { id: string }> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** What stands here when there are no rows. */
  empty: ReactNode
  /** Its columns need a desk's width: on a tablet too each row is a card. */
  wide?: boolean
  /** Address that a whole row opens, with its name for those who hear it. */
  rowLink?: (row: Row) => { to: string; label: string }
}

/** A list: a table on a desktop, one card a row on a phone; the variants of styles/lists.css say from which width. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { caption, columns, rows, empty, wide, rowLink } = props
  const endless = new Set(
    columns.filter(({ cell }) => rows.some((row) => hasEndlessWord(cell(row)))).map(({ head }) => head),
  )
  // the title of a card leaves room for what stands in its corner
  const titleEnd = columns.some(({ card }) => card === 'corner') ? 'as-cards:pr-20' : ''
  const beside = `${wide ? 'as-rows:px-2' : 'as-rows:px-3'} as-rows:print:px-1`
  if (!rows.length) {
    return <div className="rounded-card border border-hairline bg-plum-light/40 px-6 py-14 text-center">{empty}</div>
  }
  return (
    <>
      <UnreachableAlert />
      <table
        className={`w-full text-sm print:text-xs as-cards:block as-rows:rounded-card as-rows:bg-aubergine/70 ${wide ? 'wide-list print:[zoom:0.9]' : ''}`}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="as-cards:sr-only">
          <tr>
            {columns.map(({ head, align, quiet, onScreen, sort }) => (
              <th
                key={head}
                scope="col"
                aria-sort={sort?.now}
                className={`${beside} py-3 text-xs font-medium whitespace-nowrap text-muted first:pl-5 last:pr-5 print:first:pl-0 print:last:pr-0 ${align === 'right' ? 'text-right' : 'text-left'} ${onScreen ? 'print:hidden' : ''}`}
              >
                {quiet ? <span className="sr-only">{head}</span> : sort ? <SortHead head={head} {...sort} /> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="as-cards:grid as-cards:grid-cols-1 as-cards:gap-3 as-cards:md:grid-cols-2">
          {rows.map((row) => {
            const open = rowLink?.(row)
            return (
              <tr
                key={row.id}
                className={`relative border-hairline as-cards:flex as-cards:flex-wrap as-cards:gap-x-4 as-cards:gap-y-2.5 as-cards:rounded-card as-cards:bg-aubergine/70 as-cards:p-4 as-rows:border-t ${open ? 'transition hover:bg-plum-light/50' : ''}`}
              >
                {columns.map(({ head, cell, lacks, align, quiet, onScreen, card = 'fact' }, index) => (
                  <td
                    key={head}
                    className={`${endless.has(head) ? BROKEN : ''} ${card === 'title' ? titleEnd : ''} ${beside} as-rows:py-2.5 as-rows:first:pl-5 as-rows:last:pr-5 as-rows:print:py-1.5 as-rows:print:first:pl-0 as-rows:print:last:pr-0 ${CARD_CELL[lacks?.(row) ? 'none' : card]} ${align === 'right' ? 'figures as-rows:text-right' : ''} ${onScreen ? 'print:hidden' : ''}`}
                  >
                    {!quiet && (card === 'fact' || card === 'long') && (
                      <span aria-hidden className="block text-xs text-muted as-rows:hidden">
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
      <Link to={to} preventScrollReset className="inline-flex items-center gap-1 hover:text-ink as-cards:hidden">
        {head}
        <Mark aria-hidden className={`size-3 print:hidden ${now ? 'text-champagne' : ''}`} />
      </Link>
      <span className="as-rows:hidden">{head}</span>
    </>
  )
}

const ACTION =
  'relative z-10 inline-grid size-11 place-items-center rounded-lg transition hover:bg-white/10 as-rows:size-10'

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
