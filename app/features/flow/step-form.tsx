import type { FetcherWithComponents } from '@remix-run/react'
import { type ComponentProps, useEffect, useState } from 'react'
import { DraftMark } from './draft-mark'
import { sendAtOnce, useStepFetcher } from './optimistic'

/** The id of every step's form; the Next buttons outside it name it. */
export const STEP_FORM = 'step'

type StepFormProps = Omit<ComponentProps<FetcherWithComponents<unknown>['Form']>, 'method'> & { step: string }

/**
 * The form of a booking step, sent through the step's fetcher (rule B2). With scripts the server alone judges it, and says all
 * faults at once, at their fields (rule B15); without them the browser, which says one at a time, spares a page.
 */
export function StepForm({ step, children, ...rest }: StepFormProps) {
  const { Form, submit } = useStepFetcher(step)
  const [scripts, setScripts] = useState(false)
  useEffect(() => setScripts(true), [])
  return (
    <Form method="post" preventScrollReset id={STEP_FORM} noValidate={scripts} onSubmit={sendAtOnce(submit)} {...rest}>
      {/* first in the form: what Enter in a field presses */}
      <button type="submit" name="intent" value="next" className="hidden" tabIndex={-1} aria-hidden>
        Next
      </button>
      <DraftMark />
      {children}
    </Form>
  )
}
