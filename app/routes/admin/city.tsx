import { useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { newId } from '~/db/new-id'
import { LONGEST } from '~/domain/text-limits'
import { addCity, findCity, updateCity } from '~/features/venue/cities.server'
import { CITY_FAULTS, cityForm } from '~/features/venue/venue-forms.server'
import { CITIES_CLOSED } from '~/features/venue/venue-texts'
import { redirectWithNotice } from '~/http/notice.server'
import { refuseSave } from '~/http/refuse-save.server'
import { requireSuperAdmin } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { readForm } from '~/platform/form.server'
import { PageHead } from '~/ui/admin-shell'
import { OnOffField, TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'
import { FormEnd, FormPanel } from '~/ui/form-panel'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? 'City'} · Back office` }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = appContext()
  await requireSuperAdmin(context, request, CITIES_CLOSED)
  if (!params.id) {
    const values = { name: '', status: 'true' }
    return { title: 'Add City', save: 'Add City', version: 0, entry: newId(), values }
  }
  const city = await findCity(context, params.id)
  if (!city) throw new Response(null, { status: 404 })
  const values = { name: city.name, status: String(city.active) }
  return { title: `Edit ${city.name}`, save: 'Update City', version: city.version, values }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireSuperAdmin(context, request, CITIES_CLOSED)
  const form = await readForm(request, cityForm)
  if (!form.ok) return form.reply()
  const saved = params.id
    ? await updateCity(context, staff, params.id, form.value)
    : await addCity(context, staff, form.value, form.entry)
  if (!saved.ok) return refuseSave(form, saved, CITY_FAULTS)
  return redirectWithNotice(links.adminCities(), `City ${params.id ? 'updated' : 'added'} successfully!`)
}

export default function City() {
  const { title, save, version, entry, values } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm({ id: 'city', lastResult: answer?.lastResult, defaultValue: values })
  return (
    <>
      <PageHead title={title} />
      <ActionForm form={form} version={version} values={values} entry={entry} answer={answer} className="max-w-xl">
        <FormPanel>
          <div className="grid gap-5">
            <TextField field={fields.name} label="Name" required maxLength={LONGEST.place} />
            <OnOffField field={fields.status} label="Status" />
          </div>
        </FormPanel>
        <FormEnd save={save} cancelTo={links.adminCities()} />
      </ActionForm>
    </>
  )
}
