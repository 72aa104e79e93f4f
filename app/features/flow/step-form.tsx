import type { FetcherWithComponents } from '@remix-run/react'
import { type ComponentProps, useEffect, useState } from 'react'
import type { BookingStep } from '~/domain/booking-steps'
import { DraftMark } from './draft-mark'
import { sendAtOnce, useStepFetcher } from './optimistic'

/** The id of every step's form; the Next buttons outside it name it. */
export const STEP_FORM = 'step'

/** The steps that have such a form. */
const WITH_FORM: readonly BookingStep[] = ['customer-details', 'packages', 'occasions', 'addons', 'cakes', 'gifts']

/**
 * What Enter in a field of a step presses: Next. A browser takes the first button of the form on the page, so that it stands before the
 * links to other steps, which without scripts are buttons of the form too; one that is not drawn at all would be passed over by some.
 */
export function EnterButton({ step }: { step: BookingStep }) {
  if (!WITH_FORM.includes(step)) return null
  return (
    <button type="submit" form={STEP_FORM} name="intent" value="next" className="sr-only" tabIndex={-1} aria-hidden>
      Next
    </button>
  )
}

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
      <DraftMark />
      {children}
    </Form>
  )
}
