import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, replace } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { firstIncompleteStep, stepsFor } from '~/domain/booking-steps'
import { phoneDoubt } from '~/domain/calling'
import { NAME_MAX } from '~/domain/customer-details'
import { EMAIL_MAX } from '~/domain/email-address'
import { formatRupees } from '~/domain/money'
import { answerDetails } from '~/domain/step-answers'
import { LONGEST } from '~/domain/text-limits'
import { PolicyDialog } from '~/features/booking-pages/policy-dialog'
import { BookingFrame } from '~/features/flow/booking-frame'
import { customerDetailsForm } from '~/features/flow/customer-details-form.server'
import { draftQuery, stepLink } from '~/features/flow/flow-draft.server'
import { frameOf } from '~/features/flow/frame.server'
import { useStepAnswer, useStepFetcher } from '~/features/flow/optimistic'
import { peopleChoices, peopleLimitsFor } from '~/features/flow/people-limits.server'
import { StaffLeaveGuard } from '~/features/flow/staff-leave-guard'
import { answerBesides, pressedOf } from '~/features/flow/step-answer.server'
import { STEP_FORM, StepForm } from '~/features/flow/step-form'
import { pageMeta } from '~/features/site/page-meta'
import { openQuote, requireStep, saveDraft } from '~/http/draft.server'
import { openAnswer } from '~/http/open-answer.server'
import { stepResponse } from '~/http/step-response.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { parseForm } from '~/platform/form.server'
import { ErrorSummary } from '~/ui/error-summary'
import { CheckboxField, SelectField, TextField } from '~/ui/field'
import { Link } from '~/ui/link'
import { usePlainForm } from '~/ui/plain-form'

export { unlessUndecided as shouldRevalidate } from '~/ui/revalidate'
export { draftAction as clientAction } from '~/ui/unreachable'

export const meta = pageMeta({ title: 'Your details' })

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const quote = await requireStep(request, await openQuote(context, request), 'customer-details')
  return {
    frame: frameOf(context, quote, 'customer-details'),
    customer: quote.draft.customer,
    ...peopleChoices(quote),
    packageName: quote.selection.package.name,
    policy: new URL(request.url).searchParams.get('modal'),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const answer = await openAnswer(context, request, 'customer-details')
  if (answer.overtaken) return answer.overtaken
  const quote = await requireStep(request, answer.quote, 'customer-details')
  const fields = pressedOf(answer.form)
  const draft = answerDetails(quote.draft, fields)
  const besides = await answerBesides(context, quote, 'customer-details', fields, draft)
  if (besides) return stepResponse(context, quote, besides, { request })
  const intent = fields.get('intent') ?? ''
  if (intent !== 'next' && intent !== 'pay') {
    // nothing typed is lost by choosing a number of people or looking at the terms
    if (intent === 'keep' || intent === 'leave') {
      return stepResponse(context, quote, { ok: true, keep: { draft, dropped: quote.dropped } })
    }
    const init = { status: 303, headers: await saveDraft(context, quote, draft, quote.dropped) }
    const other = stepsFor(quote.steps).find((step) => intent === `go:${step}`)
    if (other) return redirect(stepLink(other, quote), init)
    return intent === 'terms' || intent === 'refund'
      ? redirect(links.bookCustomerDetails({ ...draftQuery(quote), modal: intent }), init)
      : replace(stepLink('customer-details', quote), init)
  }
  const read = parseForm(
    answer.form,
    customerDetailsForm(peopleLimitsFor(quote, Number(fields.get('people'))), { staff: Boolean(quote.staffActor) }),
  )
  // what is refused is kept as it was typed, like what nobody has judged yet: the way may lead elsewhere before it is mended
  if (!read.ok) return read.reply({ status: 422, headers: await saveDraft(context, quote, draft, quote.dropped) })
  const { people, terms, ...customer } = read.value
  const answered = { ...quote.draft, customer, people, termsAccepted: terms }
  const headers = await saveDraft(context, quote, answered, quote.dropped)
  const to = intent === 'pay' ? firstIncompleteStep(answered, quote.steps).step : 'packages'
  return redirect(stepLink(to, quote), { status: 303, headers })
}

/** What was brought back is drawn anew: fields keep what they began with. */
export default function CustomerDetails() {
  const { canRestore } = useLoaderData<typeof loader>().frame
  return <DetailsStep key={String(canRestore)} />
}

function DetailsStep() {
  const { frame, customer, people, outside, packageName, policy } = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const { submit } = useStepFetcher(frame.step)
  const reply = useStepAnswer<ReturnType<typeof useActionData<typeof action>>>(frame) ?? answered
  const { termsAccepted } = frame.draft
  const [phone, setPhone] = useState(customer?.number ?? '')
  const [form, fields] = usePlainForm({
    id: STEP_FORM,
    // the frame says when somebody was signed out meanwhile
    lastResult: reply && 'lastResult' in reply && !('signIn' in reply) ? reply.lastResult : undefined,
    defaultValue: { ...customer, people: frame.draft.people, terms: termsAccepted ? 'on' : undefined },
  })
  const save = (event: { currentTarget: { form: HTMLFormElement | null } }) => {
    if (event.currentTarget.form) submit(event.currentTarget.form, { method: 'post', preventScrollReset: true })
  }
  return (
    <BookingFrame
      frame={frame}
      title="Customer Details"
      intro={
        frame.staff?.editing
          ? undefined
          : `Who is coming? The total starts from the ${packageName} package; ${frame.staff ? 'theirs is chosen' : 'you choose yours'} next.`
      }
      next="Proceed"
      faults={answered && 'faults' in answered ? answered.faults : undefined}
    >
      <StepForm step={frame.step} aria-describedby={form.errors && `${form.id}-error`} className="grid max-w-xl gap-5">
        {frame.staff && <StaffLeaveGuard savedAs={frame.staff.mark.version} />}
        <ErrorSummary led answer={reply} errors={form.allErrors} formErrors={form.errors} formId={form.id} />
        <TextField
          field={fields.name}
          label="Name"
          required
          maxLength={NAME_MAX}
          autoComplete={frame.staff ? 'off' : 'name'}
        />
        <TextField
          field={fields.email}
          label="Email"
          type="email"
          required={!frame.staff}
          maxLength={EMAIL_MAX}
          autoComplete={frame.staff ? 'off' : 'email'}
          hint={
            frame.staff
              ? 'The confirmation goes there; may be left out.'
              : 'A Gmail address; your confirmation goes there.'
          }
        />
        <TextField
          field={fields.number}
          label="Phone"
          type="tel"
          required
          maxLength={LONGEST.phone}
          inputMode="numeric"
          autoComplete={frame.staff ? 'off' : 'tel-national'}
          title="Please enter a 10-digit phone number"
          hint={phoneDoubt(phone) ?? '10 digits'}
          onInput={(event) => setPhone(event.currentTarget.value)}
        />
        <SelectField field={fields.people} label="Number of people" onChange={save} hint={outside?.words}>
          {people.map((count) => (
            <option key={count} value={count}>
              {count}
              {count === outside?.people && ' (as sold)'}
            </option>
          ))}
        </SelectField>
        <CheckboxField
          field={fields.terms}
          required={!frame.staff}
          label={
            frame.staff
              ? 'The customer is 18 or older and accepts the terms and conditions.'
              : 'I am 18 or older and accept the terms and conditions.'
          }
        />
        <p className="policy-links">
          {[
            ['terms', 'Read the terms and conditions'],
            ['refund', 'Read the refund policy'],
          ].map(([policy, words]) => (
            <button key={policy} type="submit" name="intent" value={policy} formNoValidate>
              {words}
            </button>
          ))}
          {!frame.staff && (
            <Link to={links.privacyPolicy()} target="_blank">
              What we keep about you<span className="sr-only">, opens in a new tab</span>
            </Link>
          )}
        </p>
        {frame.priced && (
          <p className="text-muted">
            Total so far <span className="figures text-lg text-champagne">{formatRupees(frame.priced.total)}</span>
          </p>
        )}
      </StepForm>
      {policy && <PolicyDialog policy={policy} closeTo={links.bookCustomerDetails(frame.query)} />}
    </BookingFrame>
  )
}
