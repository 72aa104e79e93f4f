import { type ReactNode, useRef } from 'react'
import { useLeading } from './use-leading'

interface FormAlertProps {
  id?: string
  /** The answer it shows: each new one is brought into sight. */
  answer: unknown
  className?: string
  /** Whether what it says is heard otherwise. */
  silent?: boolean
  children: ReactNode
}

/** A browser without scripts, which opens the page at its top, is led to it. */
const LED_TO = { autoFocus: true }

/**
 * What a form was answered as a whole, above its fields. It comes
 * into sight and takes the focus, wherever the button stood.
 */
export function FormAlert({ id, answer, className = 'mb-6', silent, children }: FormAlertProps) {
  const alert = useRef<HTMLDivElement>(null)
  useLeading(answer, () => alert.current, 'start')
  return (
    <div
      ref={alert}
      id={id}
      // what takes the focus is heard by that, and not once more as an alert
      role={answer || silent ? undefined : 'alert'}
      data-fault={answer ? '' : undefined}
      tabIndex={-1}
      {...LED_TO}
      className={`col-span-full scroll-mt-24 rounded-card border border-wrong/50 bg-wrong/10 px-5 py-4 text-sm ${className}`}
    >
      {children}
    </div>
  )
}
