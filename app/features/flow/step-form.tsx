import type { FetcherWithComponents } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { DraftMark } from './draft-mark'
import { useStepFetcher } from './optimistic'

/** The id of every step's form; the Next buttons outside it name it. */
export const STEP_FORM = 'step'

type StepFormProps = Omit<ComponentProps<FetcherWithComponents<unknown>['Form']>, 'method'> & { step: string }

/** The form of a booking step, sent through the step's fetcher (rule B2). */
export function StepForm({ step, children, ...rest }: StepFormProps) {
  const { Form } = useStepFetcher(step)
  return (
    <Form method="post" preventScrollReset id={STEP_FORM} {...rest}>
      {/* first in the form: what Enter in a field presses */}
      <button type="submit" name="intent" value="next" className="hidden" tabIndex={-1} aria-hidden>
        Next
      </button>
      <DraftMark />
      {children}
    </Form>
  )
}
