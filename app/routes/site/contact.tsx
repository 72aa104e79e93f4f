import type { ActionFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { Clock, Mail, MapPin, Phone } from 'lucide-react'
import { useRef } from 'react'
import { callLink, shownPhone } from '~/domain/calling'
import { NAME_MAX } from '~/domain/customer-details'
import { EMAIL_MAX } from '~/domain/email-address'
import { LONGEST } from '~/domain/text-limits'
import { contactPageForm, MESSAGE_SENT, storeMessage } from '~/features/site/contact.server'
import { judgeSender, OPENED_FIELD, openedNow, TRAP_FIELD } from '~/features/site/contact-guard.server'
import { pageMeta } from '~/features/site/page-meta'
import { localBusiness } from '~/features/site/public-business'
import { redirectWithNotice } from '~/http/notice.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { parseForm } from '~/platform/form.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { Button, ButtonLink } from '~/ui/button'
import { TextAreaField, TextField } from '~/ui/field'
import type { Notice } from '~/ui/notice'
import { usePlainForm } from '~/ui/plain-form'
import { PublicForm } from '~/ui/public-form'
import { MEANWHILE } from '~/ui/revalidate'
import { useLeading } from '~/ui/use-leading'

export { clientAction } from '~/ui/unreachable'

export const meta = pageMeta({
  title: 'Contact',
  description: 'Call, write or send a message: about a surprise, a big group or a date that is not in the calendar.',
  path: links.contact(),
  facts: localBusiness,
})

// whoever is asked to press Send again gets a form that was opened just now
export { afterOwnForm as shouldRevalidate } from '~/ui/revalidate'

export function loader() {
  const context = appContext()
  const { phones, email, address, hours } = context.business
  const guard = { trap: TRAP_FIELD, opened: OPENED_FIELD, openedAt: openedNow(context) }
  return {
    phones: phones.slice(0, 2).map((phone) => ({ phone: shownPhone(phone), call: callLink(phone) })),
    email,
    address,
    hours,
    guard,
    thanks: MESSAGE_SENT,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const data = await request.formData()
  const judged = judgeSender(context, data)
  // a robot is told what it wants to hear
  if (judged.sender === 'robot') return redirectWithNotice(links.contact(), MESSAGE_SENT)
  const form = parseForm(data, contactPageForm)
  if (!form.ok) return form.reply()
  if (judged.sender === 'unsure') return form.refuse({ '': judged.message }, MEANWHILE)
  const tooMany = await tooManyTries(context, 'contact', form.value.email)
  if (tooMany) return form.refuse({ '': tooMany }, 429)
  await storeMessage(context, form.value)
  return redirectWithNotice(links.contact(), MESSAGE_SENT)
}

export default function Contact() {
  const { phones, email, address, hours, guard, thanks } = useLoaderData<typeof loader>()
  const line = 'flex min-h-11 items-center gap-3'
  return (
    <main id="main" className="page grid gap-12 py-14 lg:grid-cols-[1fr_1.1fr] lg:gap-20 lg:py-20">
      <div>
        <h1 className="text-4xl lg:text-5xl">Talk to us</h1>
        <p className="mt-4 max-w-prose text-lg text-muted">
          About a surprise, a big group or a date that is not in the calendar. We answer the same day.
        </p>
        <ul className="figures mt-6 grid gap-1 text-lg">
          {phones.map(({ phone, call }) => (
            <li key={phone} className={line}>
              <Phone aria-hidden className="size-5 text-gold" />
              <a href={call} className="flex min-h-11 items-center text-champagne underline-offset-4 hover:underline">
                {phone}
              </a>
            </li>
          ))}
          <li className={line}>
            <Mail aria-hidden className="size-5 text-gold" />
            <a
              href={`mailto:${email}`}
              className="flex min-h-11 items-center text-champagne underline-offset-4 hover:underline"
            >
              {email}
            </a>
          </li>
          <li className={`${line} text-base text-muted`}>
            <MapPin aria-hidden className="size-5 shrink-0 text-gold" />
            {address}
          </li>
          <li className={`${line} text-base text-muted`}>
            <Clock aria-hidden className="size-5 shrink-0 text-gold" />
            {hours}
          </li>
        </ul>
        <p className="mt-6 max-w-prose text-muted">
          Paid and heard nothing, or lost the mail?{' '}
          <Link to={links.find()} className="text-champagne underline underline-offset-4">
            Find your booking
          </Link>
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={links.home()}>Home</ButtonLink>
          <ButtonLink to={links.bookLocations()}>Book slot</ButtonLink>
        </div>
      </div>
      <div>
        <Sent words={thanks} />
        <ContactForm key={guard.openedAt} guard={guard} />
      </div>
    </main>
  )
}

/**
 * What a message was answered, above the form that is drawn anew: it takes the focus, which the button had that has gone. The notice alone
 * says that one was sent: a form is drawn anew for other reasons too.
 */
function Sent({ words }: { words: string }) {
  const notice = useRouteLoaderData<{ notice: Notice | null }>('root')?.notice
  // one with which the server drew the page stands above it
  const told = useRef(notice)
  // nor is it said of the next message, when that one is refused
  if (useActionData<typeof action>()) told.current = notice
  const said = useRef<HTMLParagraphElement>(null)
  const sent = notice !== told.current && notice?.text === words
  useLeading(sent && notice, () => said.current)
  if (!sent) return null
  return (
    <p ref={said} tabIndex={-1} className="mb-4 rounded-card bg-done/10 px-6 py-4 text-done">
      {words}
    </p>
  )
}

/** Drawn anew, and empty, once a message has gone. */
function ContactForm({ guard }: { guard: { trap: string; opened: string; openedAt: string } }) {
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = usePlainForm<'name' | 'phone' | 'email' | 'message'>({
    id: 'contact',
    lastResult,
  })
  // sent back for faults at its fields it is still the form that was opened then
  const atFields = lastResult?.error && !lastResult.error['']
  const openedAt = (atFields && lastResult.initialValue?.[guard.opened]) || guard.openedAt
  return (
    <PublicForm form={form} className="grid gap-5 rounded-card bg-aubergine p-6 sm:p-8">
      <TextField field={fields.name} label="Name" required maxLength={NAME_MAX} autoComplete="name" />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          field={fields.phone}
          label="Phone"
          type="tel"
          required
          maxLength={LONGEST.phone}
          autoComplete="tel"
        />
        <TextField
          field={fields.email}
          label="Email"
          type="email"
          required
          maxLength={EMAIL_MAX}
          autoComplete="email"
        />
      </div>
      <TextAreaField field={fields.message} label="Message" required rows={6} maxLength={LONGEST.message} />
      <input type="hidden" name={guard.opened} value={String(openedAt)} />
      <div className="absolute -left-[9999px]" aria-hidden>
        <label htmlFor="contact-trap">Leave this field empty</label>
        <input id="contact-trap" name={guard.trap} tabIndex={-1} autoComplete="off" />
      </div>
      <Button look="gold">Send</Button>
    </PublicForm>
  )
}
