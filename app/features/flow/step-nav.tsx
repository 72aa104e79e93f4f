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
      <div className="page flex items-baseline justify-between gap-4 pt-3 text-sm lg:hidden">
        <p>
          <span className="figures text-muted">
            Step {at + 1} of {steps.length}
          </span>{' '}
          · <strong className="font-medium text-champagne">{steps[at]?.label}</strong>
        </p>
        {next && <p className="text-muted">next: {next.label}</p>}
      </div>
      <ol className="page flex gap-1.5 max-lg:-mt-2 lg:gap-3 [&>li]:min-w-0 [&>li]:flex-1 [&>li>*]:min-h-11 [&>li>*]:flex-col [&>li>*]:justify-center [&>li>*]:py-3">
        {steps.map(({ step, label, href, state }) => {
          const bar = state === 'current' ? 'bg-gold' : state === 'done' ? 'bg-done' : 'bg-white/15'
          const content = (
            <>
              <span aria-hidden className={`block h-1 rounded-full ${bar}`} />
              <span className="mt-2 hidden items-center gap-1 text-xs lg:flex">
                {state === 'done' && <Check aria-hidden className="size-3.5 text-done" />}
                {label}
              </span>
              <span className="sr-only lg:hidden">{label}</span>
            </>
          )
          return (
            <li key={step} aria-current={state === 'current' ? 'step' : undefined}>
              {state === 'done' || state === 'open' ? (
                <StepLink
                  frame={frame}
                  step={step}
                  to={href}
                  className="flex w-full text-left text-muted hover:text-ink"
                >
                  {content}
                </StepLink>
              ) : (
                <span className={`flex ${state === 'current' ? 'text-champagne' : 'text-muted'}`}>{content}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
