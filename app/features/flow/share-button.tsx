import type { BookingStep } from '~/domain/booking-steps'
import { links } from '~/links'
import { Button } from '~/ui/button'
import { STEP_FORM } from './step-form'

/** Makes a link of the draft that a friend can look at (rule B32); the step's form goes along, so that what is typed there is in it. */
export const ShareButton = ({ step }: { step: BookingStep }) => (
  <Button
    form={STEP_FORM}
    formAction={links.sharePlan()}
    formNoValidate
    name="shared"
    value={step}
    look="plain"
    className="justify-self-start px-0 text-sm"
  >
    Show this plan to somebody
  </Button>
)
