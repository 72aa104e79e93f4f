import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

/** A row of chips, named for those who hear it: on a phone it is one line that slides, so that the list stays near. */
export const Chips = ({ label, className, children }: { label: string; className: string; children: ReactNode }) => (
  <nav
    aria-label={label}
    className={`-mx-4 flex gap-2 overflow-x-auto px-4 pb-1 text-sm sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0 sm:pb-0 print:hidden ${className}`}
  >
    {children}
  </nav>
)

/** What a list is asked for by one press. */
export const Chip = ({ to, now, children }: { to: string; now: boolean; children: string }) => (
  <Link
    to={to}
    preventScrollReset
    aria-current={now || undefined}
    className={`inline-flex min-h-11 shrink-0 items-center rounded-full border px-4 md:pointer-fine:min-h-9 ${now ? 'border-gold text-champagne' : 'border-white/20 hover:border-white/45'}`}
  >
    {children}
  </Link>
)
