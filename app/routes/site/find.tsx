import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { MailCheck } from 'lucide-react'
import { useRef } from 'react'
import { callLink, shownPhone } from '~/domain/calling'
import { EMAIL_MAX } from '~/domain/email-address'
import { REFERENCE_TYPED } from '~/domain/payment-reference'
import { REFUND_DAYS } from '~/domain/refund-life'
import { LONGEST } from '~/domain/text-limits'
import { unbroken } from '~/domain/unbroken'
import { askForLinks, findForm, wantedOf, whoIsWanted } from '~/features/booking-pages/find-booking.server'
import { pageMeta } from '~/features/site/page-meta'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { readForm } from '~/platform/form.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { Button, ButtonLink } from '~/ui/button'
import { TextField } from '~/ui/field'
import { usePlainForm } from '~/ui/plain-form'
import { PublicForm } from '~/ui/public-form'
import { useLeading } from '~/ui/use-leading'

export { clientAction } from '~/ui/unreachable'

export const meta = pageMeta({
  title: 'Where is my booking?',
  description:
    'Paid and heard nothing, or lost the mail? We send the link of your booking, with every payment we know of.',
  path: links.find(),
})

export function loader({ request }: LoaderFunctionArgs) {
  const { phones, email } = appContext().business
  const phone = phones[0] ?? ''
  const asked = new URL(request.url).searchParams.has('asked')
  return { asked, phone: shownPhone(phone), call: callLink(phone), email, refundDays: unbroken(REFUND_DAYS) }
}

/** Answers the same whatever there is to find (rule L14). */
export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const form = await readForm(request, findForm)
  if (!form.ok) return form.reply()
  const wanted = wantedOf(form.value)
  const tooMany = await tooManyTries(context, 'find', whoIsWanted(wanted))
  if (tooMany) return form.refuse({ '': tooMany }, 429)
  await askForLinks(context, wanted)
  return redirect(links.find({ asked: 'yes' }), 303)
}

/** What is answered in place of the form, and has the focus; a browser without scripts is led to it. */
const LED_TO = { tabIndex: -1, autoFocus: true }

export default function FindBooking() {
  const { asked, phone, call, email, refundDays } = useLoaderData<typeof loader>()
  const answer = useRef<HTMLHeadingElement>(null)
  useLeading(asked, () => answer.current)
  return (
    <main id="main" className="page max-w-2xl py-14 lg:py-20">
      <h1 className="text-4xl lg:text-5xl">Where is my booking?</h1>
      {asked ? (
        <section aria-labelledby="asked" className="mt-10 rounded-card bg-aubergine p-6 sm:p-8">
          <MailCheck aria-hidden className="size-9 text-done" />
          <h2 ref={answer} id="asked" {...LED_TO} className="mt-4 text-2xl">
            Look into your mail
          </h2>
          <p className="mt-3">
            If we know a booking or a payment by this, its link is on its way, to the e-mail address the booking was
            made with.
          </p>
          <p className="mt-3 text-muted">
            Asked a moment ago already? That mail is still good. No mail in ten minutes, in the spam folder either? Then
            we may know of nothing by this, or your booking has no e-mail address: then call{' '}
            <a href={call} className="figures text-champagne underline-offset-4 hover:underline">
              {phone}
            </a>
            . Money that left your account without a booking usually comes back there by itself within {refundDays}; if
            it does not, call us too.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <ButtonLink to={links.find()}>Look by something else</ButtonLink>
          </div>
        </section>
      ) : (
        <>
          <p className="mt-4 max-w-prose text-lg text-muted">
            Paid and heard nothing, or lost the mail? We send the link of your booking, where you see every payment we
            know of and can have the bank asked at once.
          </p>
          <FindForm />
        </>
      )}
      <p className="mt-8 text-muted">
        Rather talk to somebody?{' '}
        <a href={call} className="figures text-champagne underline-offset-4 hover:underline">
          {phone}
        </a>{' '}
        or{' '}
        <a href={`mailto:${email}`} className="text-champagne underline-offset-4 hover:underline">
          {email}
        </a>
      </p>
    </main>
  )
}

function FindForm() {
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = usePlainForm<'number' | 'email' | 'reference'>({ id: 'find', lastResult })
  return (
    <PublicForm form={form} className="mt-8 grid gap-5 rounded-card bg-aubergine p-6 sm:p-8">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          field={fields.number}
          label="Phone"
          type="tel"
          maxLength={LONGEST.phone}
          autoComplete="tel-national"
        />
        <TextField field={fields.email} label="Email" type="email" maxLength={EMAIL_MAX} autoComplete="email" />
      </div>
      <p className="flex items-center gap-4 text-sm text-muted before:h-px before:grow before:bg-hairline after:h-px after:grow after:bg-hairline">
        or
      </p>
      <TextField
        field={fields.reference}
        label="UPI reference or payment id"
        maxLength={REFERENCE_TYPED}
        autoComplete="off"
        hint="The 12 digits that your UPI app shows for the payment (UTR), or pay_… from a mail of ours."
      />
      <Button look="gold">Send me the link</Button>
    </PublicForm>
  )
}
