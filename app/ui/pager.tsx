import { Link } from '@remix-run/react'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface PagerProps {
  page: number
  pages: number
  /** There are pages beyond those that were counted. */
  more?: boolean
  /** Address of a page of this list. */
  link: (page: number) => string
  /** How many pages the outer buttons jump. */
  jump: number
}

/** Previous, next and jumps of several pages; nothing while there is one page (rule V8). */
export function Pager({ page, pages, more = false, link, jump }: PagerProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages" className="mt-5 flex items-center justify-center gap-1 text-sm print:hidden">
      {pages > jump && (
        <Step to={page > 1 && link(Math.max(1, page - jump))} label={`${jump} pages back`}>
          <ChevronsLeft aria-hidden />
        </Step>
      )}
      <Step to={page > 1 && link(page - 1)} label="Previous page">
        <ChevronLeft aria-hidden />
      </Step>
      <p className="figures min-w-32 text-center text-muted">
        Page <span className="text-ink">{page}</span> of {pages}
        {more && '+'}
      </p>
      <Step to={page < pages && link(page + 1)} label="Next page">
        <ChevronRight aria-hidden />
      </Step>
      {pages > jump && (
        <Step to={page < pages && link(Math.min(pages, page + jump))} label={`${jump} pages on`}>
          <ChevronsRight aria-hidden />
        </Step>
      )}
    </nav>
  )
}

function Step({ to, label, children }: { to: string | false; label: string; children: ReactNode }) {
  if (!to) {
    return (
      <span aria-hidden className="round opacity-30">
        {children}
      </span>
    )
  }
  return (
    <Link to={to} aria-label={label} title={label} preventScrollReset className="round hover:bg-white/10">
      {children}
    </Link>
  )
}
