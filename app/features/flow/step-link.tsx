import type { ReactNode } from 'react'
import type { BookingStep } from '~/domain/booking-steps'
import { Link } from '~/ui/link'
import type { BookingFrame } from './frame.server'
import { STEP_FORM } from './step-form'

/** The steps in which something is typed. */
const TYPED: readonly BookingStep[] = ['customer-details', 'occasions', 'addons', 'cakes']

interface StepLinkProps {
  frame: BookingFrame
  step: BookingStep
  to: string
  current?: boolean
  children: ReactNode
}

/**
 * To another step. Out of a step in which something is typed it is a button without scripts, which sends the form so that the
 * text is kept; with scripts it is a link, and the text is kept before it is followed (rule B26).
 */
export function StepLink({ frame, step, to, current = false, children }: StepLinkProps) {
  const sends = TYPED.includes(frame.step) && !current
  return (
    <>
      {sends && (
        <button
          type="submit"
          form={STEP_FORM}
          name="intent"
          value={`go:${step}`}
          formNoValidate
          className="scripting-hidden"
        >
          {children}
        </button>
      )}
      <Link to={to} aria-current={current ? 'page' : undefined} className={sends ? 'scripting-only' : undefined}>
        {children}
      </Link>
    </>
  )
}
