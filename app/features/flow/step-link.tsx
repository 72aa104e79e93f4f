import type { ComponentProps, ReactNode } from 'react'
import type { BookingStep } from '~/domain/booking-steps'
import { Link } from '~/ui/link'
import type { BookingFrame } from './frame.server'
import { StepPress } from './step-form'

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
 * To another step. Out of a step in which something is typed it keeps the text (rule B26).
 */
export function StepLink({ frame, step, to, current = false, children }: StepLinkProps) {
  if (TYPED.includes(frame.step) && !current) {
    return (
      <KeepingLink intent={`go:${step}`} to={to}>
        {children}
      </KeepingLink>
    )
  }
  return (
    <Link to={to} aria-current={current ? 'page' : undefined}>
      {children}
    </Link>
  )
}

interface KeepingLinkProps extends Omit<ComponentProps<typeof Link>, 'to' | 'className'> {
  /** What the step's form is sent with, to lead there. */
  intent: string
  to: string
  className?: string
}

/**
 * Out of a step's form, so that what is typed there is kept (rule B26): without scripts a button, which sends the form; with scripts
 * a link, before which it is kept.
 */
export function KeepingLink({ intent, to, className = '', children, ...link }: KeepingLinkProps) {
  return (
    <>
      <StepPress intent={intent} className={`scripting-hidden ${className}`}>
        {children}
      </StepPress>
      <Link to={to} {...link} className={`scripting-only ${className}`}>
        {children}
      </Link>
    </>
  )
}
