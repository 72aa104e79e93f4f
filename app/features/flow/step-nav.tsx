import { Check } from 'lucide-react'
import type { BookingFrame } from './frame.server'
import { StepLink } from './step-link'

/** The slim line of steps on top: where one is, what is done, what comes next. */
export function StepNav({ frame }: { frame: BookingFrame }) {
  const { steps } = frame
  const at = steps.findIndex(({ state }) => state === 'current')
  const next = steps[at + 1]
  return (
    <nav aria-label="Booking steps" className="border-b border-hairline bg-aubergine/60">
      <div className="page step-where">
        <p>
          <span className="figures text-muted">
            Step {at + 1} of {steps.length}
          </span>{' '}
          · <strong className="font-medium text-champagne">{steps[at]?.label}</strong>
        </p>
        {next && <p className="text-muted">next: {next.label}</p>}
      </div>
      <ol className="page steps">
        {steps.map(({ step, label, href, state }) => {
          const bar = state === 'current' ? 'bg-gold' : state === 'done' ? 'bg-done' : undefined
          const content = (
            <>
              <i aria-hidden className={bar} />
              <b>
                {state === 'done' && <Check aria-hidden />}
                {label}
              </b>
            </>
          )
          return (
            <li key={step} aria-current={state === 'current' ? 'step' : undefined}>
              {state === 'done' || state === 'open' ? (
                <StepLink frame={frame} step={step} to={href}>
                  {content}
                </StepLink>
              ) : (
                <div>{content}</div>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
