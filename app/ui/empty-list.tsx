import type { ReactNode } from 'react'

/** What a list says when it has nothing to show. */
export function EmptyList({ what, filtered, children }: { what: string; filtered: boolean; children?: ReactNode }) {
  return (
    <>
      <p className="font-display text-xl">{filtered ? 'Nothing fits these filters' : `No ${what} yet`}</p>
      <p className="mt-2 text-sm text-muted">{filtered ? 'Clear them to see everything.' : children}</p>
    </>
  )
}
