import type { BookingFrame } from './frame.server'
import { StepLink } from './step-link'

const TABS: readonly string[] = ['packages', 'occasions', 'addons', 'cakes', 'gifts']

/** The five tabs, all of them in sight on a phone too; Cakes stands there only while the package includes one. */
export function DetailTabs({ frame }: { frame: BookingFrame }) {
  return (
    <nav aria-label="What to add" className="mt-5 sm:mt-6">
      <ul className="tabs">
        {frame.steps
          .filter(({ step }) => TABS.includes(step))
          .map(({ step, label, href, state }) => (
            <li key={step}>
              <StepLink frame={frame} step={step} to={href} current={state === 'current'}>
                {label}
              </StepLink>
            </li>
          ))}
      </ul>
    </nav>
  )
}
