import { NavLink } from '@remix-run/react'
import type { BookingFrame } from './frame.server'

const TABS: readonly string[] = ['packages', 'occasions', 'addons', 'cakes', 'gifts']

/** The five tabs; Cakes stands there only while the package includes one. */
export function DetailTabs({ frame }: { frame: BookingFrame }) {
  return (
    <nav aria-label="What to add" className="-mx-6 mt-6 overflow-x-auto px-6 [scrollbar-width:none]">
      <ul className="flex w-max gap-2">
        {frame.steps
          .filter(({ step }) => TABS.includes(step))
          .map(({ step, label, href }) => (
            <li key={step}>
              <NavLink
                to={href}
                className={({ isActive }) =>
                  `flex min-h-11 items-center rounded-full border px-5 text-sm transition ${isActive ? 'border-champagne/80 bg-plum-light text-champagne' : 'border-white/15 text-muted hover:border-white/40 hover:text-ink'}`
                }
              >
                {label}
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  )
}
