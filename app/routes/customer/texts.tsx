import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { draftTexts, textFaults, typedTexts } from '~/domain/booking-texts'
import { formatRupees, type Paise, paise, shownSum } from '~/domain/money'
import { typedOver } from '~/domain/proof'
import { returnWords } from '~/domain/refund-parts'
import { changeTexts, confirmTexts, textsOf } from '~/features/booking/customer-texts.server'
import { findCustomerBooking, visitWords } from '~/features/booking-pages/customer-booking.server'
import { VisitHead } from '~/features/booking-pages/visit-head'
import { fieldsOf } from '~/features/flow/step-answer.server'
import { StepTexts } from '~/features/flow/step-texts'
import { pageMeta } from '~/features/site/page-meta'
import { redirectWithNotice } from '~/http/notice.server'
import { refusalStatus } from '~/http/refusal-status.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { tellBegunForm } from '~/ui/begun-form'
import { Button, ButtonLink } from '~/ui/button'

export { unlessUndecided as shouldRevalidate } from '~/ui/revalidate'
export { clientAction } from '~/ui/unreachable'

export const meta = pageMeta({ title: 'Lights and icing' })

export async function loader({ params }: LoaderFunctionArgs) {
  const context = appContext()
  const token = params.token ?? ''
  const found = await findCustomerBooking(context, token)
  const texts = found && textsOf(context, found.booking)
  if (!found || !texts?.until) throw redirect(links.customerBooking(token))
  const { booking } = found
  return { token, texts, visit: visitWords(booking), draft: draftTexts(booking), total: booking.total }
}

/** The texts are right as they were drawn, or they are to be others. */
export async function action({ request, params }: ActionFunctionArgs) {
  const context = appContext()
  const token = params.token ?? ''
  const fields = fieldsOf(await request.formData())
  const shown = fields.get('shown') ?? ''
  const back = links.customerBooking(token)
  if (fields.get('intent') === 'confirm') {
    const done = await confirmTexts(context, token, shown)
    return redirectWithNotice(back, done.ok ? 'Thank you. It will be made like this.' : done.message, kindOf(done))
  }
  const typed = typedTexts({}, fields)
  const faults = textFaults(typed)
  if (Object.keys(faults).length) return data({ faults, typed, fault: undefined, total: undefined }, 422)
  const done = await changeTexts(context, token, typed, { texts: shown, total: shownSum(fields.get('total')) })
  if (done.ok) {
    const made = done.untold?.length ? `We still need: ${done.untold.join(', ')}.` : 'It will be made like this.'
    return redirectWithNotice(back, `Saved. ${made} ${returnWords(done.returned, 'now')}`.trim())
  }
  if (done.reason === 'price-changed') {
    return data({ faults: {}, typed, fault: done.message, total: done.total }, 409)
  }
  // the page is drawn with the texts as they are by now, and what was typed stays
  if (done.reason === 'changed') {
    const found = await findCustomerBooking(context, token)
    const over = found && typedOver(shown, typed, found.booking)
    const met = over?.met.map(({ label, text }) => `${label} ${text ? `says “${text}”` : 'is empty'} by now.`) ?? []
    const fault = [done.message, ...met].join(' ')
    return data({ faults: {}, typed: over?.typed ?? typed, fault, total: undefined }, refusalStatus(done))
  }
  if (done.reason === 'busy')
    return data({ faults: {}, typed, fault: done.message, total: undefined }, refusalStatus(done))
  return redirectWithNotice(back, done.message, 'error')
}

const kindOf = ({ ok }: { ok: boolean }) => (ok ? 'success' : 'error')

/** What is pressed to agree to another price than the visit has. */
function agreeWords(asked: Paise, total: Paise): string {
  const difference = paise(Math.abs(asked - total))
  return difference
    ? `Agree and save: ${formatRupees(difference)} ${asked > total ? 'more' : 'less'}`
    : 'Agree and save'
}

export default function CustomerTexts() {
  const { token, texts, visit, draft, total } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  // sent twice, the answer to the first would never be shown
  const busy = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (form.current) tellBegunForm(form.current)
  }, [])
  return (
    <main id="main" className="page max-w-2xl py-12">
      <VisitHead title="Lights and icing" visit={visit} answer={answer} asks={answer?.total !== undefined}>
        <p className="mt-2 text-muted">You can change it until {texts.until}.</p>
      </VisitHead>
      <Form ref={form} method="post" className="mt-8 grid gap-8 rounded-card bg-aubergine p-6 sm:p-8">
        <input type="hidden" name="shown" value={texts.shown} />
        <input type="hidden" name="total" value={answer?.total ?? total} />
        <StepTexts
          // of texts that have changed meanwhile the fields are filled anew
          key={texts.shown}
          names={texts.proofs.map(({ name }) => name)}
          draft={{ ...draft, ...answer?.typed }}
          faults={{ ...answer?.faults }}
        />
        <div className="flex flex-wrap gap-3">
          <Button look="gold" disabled={busy}>
            {answer?.total === undefined ? 'Save' : agreeWords(answer.total, total)}
          </Button>
          <ButtonLink to={links.customerBooking(token)}>Leave it as it is</ButtonLink>
        </div>
      </Form>
    </main>
  )
}
