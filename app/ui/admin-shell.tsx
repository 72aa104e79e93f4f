import { Form, Link, useLocation } from '@remix-run/react'
import { LogOut, type LucideIcon, Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { LeaveWatch } from './leave-guard'
import { useFocusKept } from './use-focus-kept'

export interface NavSection {
  title: string
  /** `count`: how much waits there, shown when it is not 0; `to` may filter the page. */
  entries: { to: string; label: string; icon: LucideIcon; count?: number }[]
}

interface AdminShellProps {
  /** The business. */
  brand: string
  name: string
  /** What stands under the name: the role, or the place. */
  role: string
  sections: NavSection[]
  homeTo: string
  logoutTo: string
  /** What switches the light. */
  light: ReactNode
  /** What finds things, in the narrow head of a phone and in the column of a desktop. */
  find?: { short: ReactNode; wide: ReactNode }
  children: ReactNode
}

/** The page that an address leads to, however it is filtered. */
const pageOf = (to: string): string => to.split('?', 1)[0] ?? to

/** The back office's frame: a column of links on a desktop, a menu on a phone. Calmer and denser than the public site. */
export function AdminShell({ brand, name, role, sections, homeTo, logoutTo, light, find, children }: AdminShellProps) {
  const { pathname } = useLocation()
  useFocusKept()
  // the nearest entry: a new booking is not also "Bookings"
  const here = sections
    .flatMap(({ entries }) => entries.map(({ to }) => to))
    .filter((to) => pathname === pageOf(to) || pathname.startsWith(`${pageOf(to)}/`))
    .sort((one, other) => pageOf(other).length - pageOf(one).length)[0]
  const menu = (
    <nav aria-label="Back office" className="grid gap-5 lg:gap-4">
      {sections.map(({ title, entries }) => (
        <div key={title}>
          <p className="mb-1 px-3 text-xs tracking-wide text-muted">{title}</p>
          <ul>
            {entries.map(({ to, label, icon: Icon, count = 0 }) => (
              <li key={label}>
                <Link
                  to={to}
                  aria-current={to === here ? 'page' : undefined}
                  className="flex min-h-11 items-center gap-3 rounded-lg px-3 text-sm text-ink/85 transition hover:bg-white/5 aria-[current=page]:bg-plum-light aria-[current=page]:font-medium aria-[current=page]:text-champagne lg:pointer-fine:min-h-8"
                >
                  <Icon aria-hidden className="size-4 shrink-0" />
                  {label}
                  {count > 0 && (
                    // what only screen readers are told scrolls with it, and makes no page longer
                    <span className="figures relative ml-auto rounded-full bg-wrong/20 px-2 py-0.5 text-xs text-wrong">
                      {count}
                      <span className="sr-only"> waiting</span>
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
  const account = (
    <div className="border-t border-hairline pt-3">
      {light}
      <p className="px-3 text-sm font-medium">{name}</p>
      <p className="px-3 text-xs text-muted">{role}</p>
      {/* a whole page: the document that is left holds in its scripts what it was drawn from */}
      <Form method="post" action={logoutTo} reloadDocument>
        <button
          type="submit"
          className="mt-1 flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-sm hover:bg-white/5"
        >
          <LogOut aria-hidden className="size-4" />
          Log out
        </button>
      </Form>
    </div>
  )
  return (
    <div className="min-h-dvh bg-plum not-print:lg:grid not-print:lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-night focus:px-4 focus:py-3"
      >
        Skip to content
      </a>
      <LeaveWatch />
      <header className="sticky top-0 z-30 border-b border-hairline bg-aubergine lg:hidden print:hidden">
        <div className="absolute top-1.5 right-24">{find?.short}</div>
        <details key={pathname} className="group">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-4 [&::-webkit-details-marker]:hidden">
            <span className="mr-24 min-w-0 truncate font-display text-lg">{brand}</span>
            <span className="flex shrink-0 items-center gap-2 text-sm">
              <Menu aria-hidden className="size-5" />
              Menu
            </span>
          </summary>
          <div className="max-h-[calc(100dvh-3.5rem)] overflow-y-auto px-3 pt-2 pb-5">
            {menu}
            <div className="mt-6">{account}</div>
          </div>
        </details>
      </header>
      <aside className="hidden border-r border-hairline bg-aubergine lg:block print:hidden">
        {/* whatever the height, who is signed in and the way out stay in sight */}
        <div className="sticky top-0 flex h-dvh flex-col px-3 py-4">
          <Link to={homeTo} className="mb-3 flex min-h-11 items-center px-3 font-display text-xl leading-tight">
            {brand}
          </Link>
          <div className="mb-3">{find?.wide}</div>
          <div className="-mx-3 grow overflow-y-auto px-3 pb-4">{menu}</div>
          {account}
        </div>
      </aside>
      <main id="main" className="mx-auto w-full max-w-[84rem] px-4 py-6 sm:px-6 lg:px-9 lg:py-8 print:p-0">
        {children}
      </main>
    </div>
  )
}

/** A page's heading with its actions beside it. */
export function PageHead({ title, hint, children }: { title: string; hint?: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <h1 className="text-3xl">{title}</h1>
        {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-3 print:hidden">{children}</div>}
    </div>
  )
}
