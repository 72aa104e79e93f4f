import { Form } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { STEP_FIELD } from './optimistic'

/** The id of every step's form; the Next buttons outside it name it. */
export const STEP_FORM = 'step'

/**
 * The form of a booking step. It navigates and uses no fetcher: every press of a fetcher would be an entry of the
 * history, and one pressed again while its redirect loads can leave React Router waiting for good.
 */
export function StepForm({ step, children, ...rest }: ComponentProps<typeof Form> & { step: string }) {
  return (
    <Form method="post" preventScrollReset id={STEP_FORM} {...rest}>
      {/* first in the form: what Enter in a field presses */}
      <button type="submit" name="intent" value="next" className="hidden" tabIndex={-1} aria-hidden>
        Next
      </button>
      <input type="hidden" name={STEP_FIELD} value={step} />
      {children}
    </Form>
  )
}
