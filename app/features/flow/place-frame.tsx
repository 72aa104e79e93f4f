import { useActionData } from '@remix-run/react'
import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '~/ui/button'
import { lazyPart } from '~/ui/lazy-part'
import { UnreachableAlert } from '~/ui/unreachable'
import { AfterAnswer } from './after-answer'
import { DraftPage } from './draft-mark'
import type { BookingFrame as Frame } from './frame.server'
import type { Overtaken } from './open-answer.server'
import { useSaidLost, useStepAnswer } from './optimistic'
import { FAULT, useRefusal } from './refusal'
import { StaffLeaveWatch } from './staff-leave-guard'
import { BesideForm, EnterButton, STEP_FORM } from './step-form'
import { StepNav } from './step-nav'

// customers never need them, so that they do not load them
const SignedOut = lazyPart<{ answer: { signIn?: string } }>(
  'signed-out',
  async () => (await import('./overtaken-alert')).SignedOut,
)
const OvertakenAlert = lazyPart('overtaken', async () => (await import('./overtaken-alert')).OvertakenAlert)
const StaffBanner = lazyPart('staff-banner', async () => (await import('./staff-banner')).StaffBanner)

interface PlaceFrameProps {
  frame: Frame
  title: string
  intro?: ReactNode
  tabs?: ReactNode
  /** Faults that belong to no field of the step (''), to which the page leads (rule B27). */
  faults?: Partial<Record<string, string>>
  /** What is wrong with what the page was opened at; nobody is led to it. */
  said?: string | null
  /** Whether nothing is typed in this step, so that it is always drawn as the draft is. */
  live?: boolean
  /** Sends what is typed and not kept yet; whether there was any. */
  leave?: () => boolean
  onInput?: FormEventHandler
  /** Whether `aside` stands in a column of its own. */
  split?: boolean
  aside?: ReactNode
  bar?: ReactNode
  children: ReactNode
}

const nothingTyped = () => false

/**
 * Step line, heading, what is to be said, and content: all that the first steps need, where nothing is typed or priced yet.
 * They are loaded first, and so know nothing of prices.
 */
export function PlaceFrame({
  frame,
  title,
  intro,
  tabs,
  faults,
  said,
  live = true,
  leave = nothingTyped,
  onInput,
  split = false,
  aside,
  bar,
  children,
}: PlaceFrameProps) {
  const answer = useStepAnswer(frame)
  const lost = useSaidLost(frame)
  const page = useActionData<{ faults?: Record<string, string>; overtaken?: Overtaken; signIn?: string }>()
  const overtaken = answer?.overtaken ?? page?.overtaken
  // the last step's form says it itself
  const signedOut = answer?.signIn || frame.step === 'payment' ? answer : page
  useRefusal(page)
  return (
    <DraftPage frame={frame} live={live}>
      <AfterAnswer frame={frame} leave={leave}>
        {frame.staff && <StaffLeaveWatch />}
        {frame.staff && <StaffBanner staff={frame.staff} query={frame.query} />}
        <EnterButton step={frame.step} />
        <BesideForm step={frame.step} />
        <StepNav frame={frame} />
        <div className={`step-page ${split ? 'step-split' : ''}`}>
          <div className="min-w-0">
            <h1 className="text-3xl lg:text-4xl">{title}</h1>
            {intro && <div className="mt-2 max-w-prose text-muted">{intro}</div>}
            {tabs}
            <UnreachableAlert words="We could not be reached" {...lost} className="mt-5" />
            {overtaken && <OvertakenAlert answer={{ overtaken }} />}
            {signedOut?.signIn && <SignedOut answer={signedOut} />}
            <Alerts frame={frame} fault={faults?.['']} said={said} />
            <div className="mt-6" onInput={onInput}>
              {children}
            </div>
          </div>
          {aside}
        </div>
        {bar}
      </AfterAnswer>
    </DraftPage>
  )
}

function Alerts({ frame, fault, said }: { frame: Frame; fault?: string; said?: string | null }) {
  const shown = fault || said
  return (
    <div className="step-alerts">
      {shown && (
        // what takes the focus is heard by that, and not once more as an alert
        <p {...(fault ? FAULT : { role: 'alert' })} className="step-fault">
          {shown}
        </p>
      )}
      {frame.notices.map((text) => (
        <p key={text} role="status" className="step-notice">
          {text}
        </p>
      ))}
      {frame.canRestore && (
        <div className="step-restore">
          <p className="grow">Your change cleared what hung on it. What is still available can come back.</p>
          <Button form={STEP_FORM} name="intent" value="restore" formNoValidate>
            Bring back my selections
          </Button>
        </div>
      )}
    </div>
  )
}
