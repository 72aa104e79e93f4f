import { type ReactNode, useRef } from 'react'
import { useLeading } from './use-leading'

interface FormAlertProps {
  id?: string
  /** The answer it shows: each new one is brought into sight. */
  answer: unknown
  className?: string
  children: ReactNode
}

/**
 * What a form was answered as a whole, above its fields, where a browser without scripts opens the page. With them it comes
 * into sight and takes the focus, wherever the button stood.
 */
export function FormAlert({ id, answer, className = 'mb-6', children }: FormAlertProps) {
  const alert = useRef<HTMLDivElement>(null)
  useLeading(answer, () => alert.current, 'start')
  return (
    <div
      ref={alert}
      id={id}
      role="alert"
      tabIndex={-1}
      className={`scroll-mt-24 rounded-card border border-wrong/50 bg-wrong/10 px-5 py-4 text-sm ${className}`}
    >
      {children}
    </div>
  )
}
