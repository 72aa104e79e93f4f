import { useForm } from '@conform-to/react'
import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { contactForm, storeMessage } from '~/features/site/contact.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { readForm } from '~/platform/form.server'
import { redirectWithNotice } from '~/platform/session.server'
import { Button, ButtonLink } from '~/ui/button'
import { TextAreaField, TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'

export const meta: MetaFunction = () => [{ title: 'Contact · Lumière Private Theatre' }]

export function loader() {
  const { phones, email } = appContext().business
  return { phones: phones.slice(0, 2), email }
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, contactForm)
  if (!form.ok) return form.reply()
  await storeMessage(appContext(), form.value)
  return redirectWithNotice(links.contact(), 'Message Sent Successfully')
}

export default function Contact() {
  const { phones, email } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<{ name: string; phone: string; email: string; message: string }>({
    id: 'contact',
    lastResult: useActionData<typeof action>()?.lastResult,
  })
  return (
    <main id="main" className="page grid gap-12 py-16 lg:grid-cols-2">
      <div>
        <h1 className="text-5xl">Talk to us</h1>
        <p className="mt-4 max-w-prose text-lg text-muted">
          About a surprise, a big group or a date that is not in the calendar.
        </p>
        <ul className="figures mt-6 grid gap-2 text-lg">
          {phones.map((phone) => (
            <li key={phone}>
              <a href={`tel:+91${phone}`} className="text-champagne hover:underline">
                {phone}
              </a>
            </li>
          ))}
          <li>
            <a href={`mailto:${email}`} className="text-champagne hover:underline">
              {email}
            </a>
          </li>
        </ul>
        <div className="mt-8 flex gap-3">
          <ButtonLink to={links.home()}>Home</ButtonLink>
          <ButtonLink to={links.bookLocations()}>Book slot</ButtonLink>
        </div>
      </div>
      <ActionForm form={form} className="grid gap-5 rounded-card bg-aubergine p-6 sm:p-8">
        <TextField field={fields.name} label="Name" required maxLength={80} autoComplete="name" />
        <TextField field={fields.phone} label="Phone" type="tel" required maxLength={20} autoComplete="tel" />
        <TextField field={fields.email} label="Email" type="email" required maxLength={120} autoComplete="email" />
        <TextAreaField field={fields.message} label="Message" required rows={5} maxLength={2000} />
        <Button look="gold">Send</Button>
      </ActionForm>
    </main>
  )
}
