import type { BookingFrame } from './frame.server'
import { StepLink } from './step-link'

const TABS: readonly string[] = ['packages', 'occasions', 'addons', 'cakes', 'gifts']

/** The five tabs, all of them in sight on a phone too; Cakes stands there only while the package includes one. */
export function DetailTabs({ frame }: { frame: BookingFrame }) {
  return (
    <nav aria-label="What to add" className="mt-5 max-sm:border-b max-sm:border-hairline sm:mt-6">
      <ul className="flex justify-between gap-2 sm:flex-wrap sm:justify-start">
        {frame.steps
          .filter(({ step }) => TABS.includes(step))
          .map(({ step, label, href, state }) => (
            <li key={step}>
              <StepLink
                frame={frame}
                step={step}
                to={href}
                current={state === 'current'}
                className={`flex min-h-11 items-center text-sm transition max-sm:-mb-px max-sm:border-b-2 sm:rounded-full sm:border sm:px-5 ${state === 'current' ? 'border-champagne/80 text-champagne sm:bg-plum-light' : 'text-muted hover:text-ink max-sm:border-transparent sm:border-white/15 sm:hover:border-white/40'}`}
              >
                {label}
              </StepLink>
            </li>
          ))}
      </ul>
    </nav>
  )
}
