import { type FetcherWithComponents, Form, useSubmit } from '@remix-run/react'
import { type ComponentProps, useEffect, useState } from 'react'
import type { BookingStep } from '~/domain/booking-steps'
import { DraftMark } from './draft-mark'
import { sendAtOnce, useStepFetcher } from './optimistic'

/** The id of every step's form; all that stands outside it and is pressed or typed names it: Next, tabs, the coupon, bringing back. */
export const STEP_FORM = 'step'

/** Sent by a page on which what was dropped can still be brought back. */
export const BEFORE_RESTORE = 'beforeRestore'

/** What Enter means in a field of it. At the payment a coupon's code alone is typed. */
const ENTER: Partial<Record<BookingStep, 'next' | 'coupon'>> = {
  'customer-details': 'next',
  packages: 'next',
  occasions: 'next',
  addons: 'next',
  cakes: 'next',
  gifts: 'next',
  payment: 'coupon',
}

/** Sends the step's form from wherever it stands, whatever is not filled in yet. */
export const StepPress = ({ intent, ...rest }: ComponentProps<'button'> & { intent: string }) => (
  <button type="submit" form={STEP_FORM} name="intent" value={intent} formNoValidate {...rest} />
)

/**
 * What Enter in a field of a step presses. A browser takes the first button of the form on the page, so that it stands before the
 * links to other steps, which without scripts are buttons of the form too; one that is not drawn at all would be passed over by some.
 * The server alone judges: a code is applied (rule B26) whatever else is not filled in yet.
 */
export function EnterButton({ step }: { step: BookingStep }) {
  const intent = ENTER[step]
  if (!intent) return null
  return (
    <StepPress intent={intent} className="sr-only" tabIndex={-1} aria-hidden>
      {intent === 'next' ? 'Next' : 'Apply Coupon'}
    </StepPress>
  )
}

/** The form of what is pressed beside a step that has none of this name: whatever belongs to it names it. */
export function BesideForm({ step }: { step: BookingStep }) {
  const submit = useSubmit()
  if (ENTER[step] === 'next') return null
  return (
    <Form method="post" id={STEP_FORM} onSubmit={sendAtOnce(submit, 'pay')}>
      <DraftMark />
    </Form>
  )
}

type StepFormProps = Omit<ComponentProps<FetcherWithComponents<unknown>['Form']>, 'method'> & { step: string }

/**
 * The form of a booking step, sent through the step's fetcher (rule B2). With scripts the server alone judges it, and says all
 * faults at once, at their fields (rule B15); without them the browser, which says one at a time, spares a page.
 */
export function StepForm({ step, children, ...rest }: StepFormProps) {
  const { Form: FetcherForm, submit } = useStepFetcher(step)
  const [scripts, setScripts] = useState(false)
  useEffect(() => setScripts(true), [])
  return (
    <FetcherForm
      method="post"
      preventScrollReset
      id={STEP_FORM}
      noValidate={scripts}
      onSubmit={sendAtOnce(submit)}
      {...rest}
    >
      <DraftMark />
      {children}
    </FetcherForm>
  )
}
