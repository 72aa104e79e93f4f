import { useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { Plus } from 'lucide-react'
import { formatRupees } from '~/domain/money'
import { findCustomer, forgetCustomer } from '~/features/customer/customer-data.server'
import { ERASURE_REASONS } from '~/features/customer/erasure-reasons'
import { forgetCustomerForm } from '~/features/customer/forget-form.server'
import { CallAndChat } from '~/features/front-desk/contact-row'
import { NoteList } from '~/features/front-desk/notes-box'
import { redirectWithNotice } from '~/http/notice.server'
import { requireSuperAdmin } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { readForm } from '~/platform/form.server'
import { PageHead } from '~/ui/admin-shell'
import { Button, ButtonLink } from '~/ui/button'
import { CheckboxField, SelectField } from '~/ui/field'
import { FileLink } from '~/ui/file-link'
import { ActionForm } from '~/ui/form'
import { FormPanel } from '~/ui/form-panel'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Customer · Back office' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = appContext()
  await requireSuperAdmin(context, request)
  const found = await findCustomer(context, params.id ?? '')
  if (!found) throw new Response(null, { status: 404 })
  return found
}

export async function action({ request, params }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireSuperAdmin(context, request)
  const form = await readForm(request, forgetCustomerForm)
  if (!form.ok) return form.reply()
  const gone = await forgetCustomer(context, staff, params.id ?? '', form.value.reason)
  if (gone.ok) return redirectWithNotice(links.adminCustomers(), 'Everything about this person has been erased')
  return form.refuse({ '': gone.message }, gone.reason === 'missing' ? 404 : 422)
}

export default function Customer() {
  const { person, contact, coming, past, worth, notes } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<{ reason: string; sure: string }>({ id: 'forget', lastResult: answer?.lastResult })
  return (
    <>
      <PageHead title={person.name} hint={[person.number, person.email].filter(Boolean).join(', ')}>
        <CallAndChat contact={contact} />
        <ButtonLink to={links.adminBookingNew({ number: person.number })} look="gold" className="px-4 text-sm">
          <Plus aria-hidden className="size-4" />
          New booking
        </ButtonLink>
      </PageHead>
      <dl className="mb-5 flex flex-wrap gap-x-8 gap-y-2 text-sm text-muted">
        {[
          ['Visits', worth.visits],
          ['Did not come', worth.noShows],
          ['Cancelled', worth.cancelled],
          ['Brought in', formatRupees(worth.broughtIn)],
          ['Still due', formatRupees(worth.due)],
        ].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figures text-xl text-champagne">{value}</dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && (
        <section aria-label="Notes for staff" className="mb-5 max-w-3xl">
          <NoteList notes={notes} />
        </section>
      )}
      {coming.length > 0 && (
        <FormPanel title="Coming">
          <Bookings of={coming} />
        </FormPanel>
      )}
      <FormPanel title="Past">{past.length ? <Bookings of={past} /> : <p className="text-muted">None.</p>}</FormPanel>
      <h2 className="mt-10 mb-4 text-2xl">Privacy</h2>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <FormPanel title="What is kept">
          <p className="mb-5 text-sm text-muted">
            Everything that is kept about this person, as a file to hand to them. That it was taken is noted.
          </p>
          <FileLink href={links.adminCustomerData(person.id)}>What is kept (JSON)</FileLink>
        </FormPanel>
        <FormPanel title="Forget this person">
          <p className="mb-5 text-sm text-muted">
            Name, contacts, texts and notes go from these bookings, their history, the letters, the audit log and what
            the payment provider told us, and messages by this number or address with them. Dates, orders and money stay
            for the books. It cannot be undone.
          </p>
          <ActionForm form={form} className="grid gap-5">
            <SelectField field={fields.reason} label="Reason" required>
              <option value="">Choose a reason</option>
              {Object.entries(ERASURE_REASONS).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </SelectField>
            <CheckboxField field={fields.sure} label="Yes, erase everything about this person" required />
            <Button look="danger" className="justify-self-start">
              Erase
            </Button>
          </ActionForm>
        </FormPanel>
      </div>
    </>
  )
}

function Bookings({ of }: { of: ReturnType<typeof useLoaderData<typeof loader>>['past'] }) {
  return (
    <ul className="grid gap-2 text-sm">
      {of.map(({ id, code, status, date, slot, place, package: what, total, remaining, attendance }) => (
        <li key={id}>
          <Link
            to={links.adminBooking(id)}
            className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-xl bg-well px-4 py-3 hover:bg-plum-light"
          >
            <span className="figures">{code}</span>
            <span>
              {date}, {slot}
            </span>
            <span className="text-muted">
              {place}, {what}, {attendance === 'no-show' && status === 'booked' ? 'did not come' : status}
            </span>
            <span className="figures ml-auto text-champagne">
              {formatRupees(total)}
              {remaining > 0 && `, ${formatRupees(remaining)} due`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
