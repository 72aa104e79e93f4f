import type { ReactNode } from 'react'

/** What a list says when it has nothing to show. */
export function EmptyList({
  what,
  filtered,
  yet = true,
  children,
}: {
  what: string
  filtered: boolean
  /** Whether there has never been any. */
  yet?: boolean
  children?: ReactNode
}) {
  return (
    <>
      <p className="font-display text-xl">
        {filtered ? 'Nothing fits these filters' : `No ${what}${yet ? ' yet' : ''}`}
      </p>
      <p className="mt-2 text-sm text-muted">{filtered ? 'Clear them to see everything.' : children}</p>
    </>
  )
}
