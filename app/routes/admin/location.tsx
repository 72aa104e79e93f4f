import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { newId } from '~/db/new-id'
import { isSuperAdmin, mayChangeAccount } from '~/domain/staff-role'
import { catalogueChoices } from '~/features/catalogue/catalogue.server'
import { readImageForm } from '~/features/media/image-form.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { listCities } from '~/features/venue/cities.server'
import { adminReadOf } from '~/features/venue/location-account.server'
import { LocationForm } from '~/features/venue/location-form'
import { editForm, formValuesOf, LOCATION_FAULTS, locationForm } from '~/features/venue/location-values.server'
import { addLocation, findLocation, updateLocation } from '~/features/venue/locations.server'
import { FIX_ERRORS, LOCATION_ADD_CLOSED } from '~/features/venue/venue-texts'
import { redirectWithNotice } from '~/http/notice.server'
import { refuseSave } from '~/http/refuse-save.server'
import { requireStaff, requireSuperAdmin } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { parseForm } from '~/platform/form.server'
import { takingPictures } from '~/platform/request-body.server'
import { PageHead } from '~/ui/admin-shell'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? 'Location'} · Back office` }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = params.id
    ? await requireStaff(context, request)
    : await requireSuperAdmin(context, request, LOCATION_ADD_CLOSED)
  const record = params.id ? await findLocation(context, scopeOf(staff), params.id) : undefined
  if (params.id && !record) throw new Response(null, { status: 404 })
  const [cities, addons, gifts] = await Promise.all([
    listCities(context),
    catalogueChoices(context, 'addon', record?.location.addonIds),
    catalogueChoices(context, 'gift', record?.location.giftIds),
  ])
  // a location admin neither moves their location nor is kept from saving it while it has no city
  const own = cities.find(({ id }) => id === record?.location.cityId) ?? { id: 'none', name: 'Unallocated' }
  const reachable = isSuperAdmin(staff.role) ? cities : [own]
  const choices = { cities: reachable.map(({ id, name }) => ({ id, name })), addons, gifts }
  const othersAccount = record?.admin && !mayChangeAccount(staff, record.admin.id) ? record.admin.name : undefined
  const opened = { admin: adminReadOf(record ?? { admin: null }), othersAccount, ...choices }
  if (!record) {
    const values = { status: 'true' }
    return { title: 'Add Location', adding: true, version: 0, entry: newId(), values, ...opened }
  }
  const { name, version } = record.location
  const filled = formValuesOf(record)
  const values = isSuperAdmin(staff.role) ? filled : { ...filled, cityId: own.id }
  return { title: `Edit ${name}`, adding: false, version, values, ...opened }
}

export const action = takingPictures(async ({ request, params }: ActionFunctionArgs) => {
  const context = appContext()
  const staff = params.id
    ? await requireStaff(context, request)
    : await requireSuperAdmin(context, request, LOCATION_ADD_CLOSED)
  const { form, imageFaults, imageUrl } = await readImageForm(context, request, staff.id, { max: 1 })
  const judged = {
    secret: ['adminPassword', 'ownPassword'],
    fault: FIX_ERRORS,
    found: { images: imageFaults },
    beside: { imageUrl },
  }
  if (!params.id) {
    const read = parseForm(form, locationForm.add, judged)
    if (!read.ok) return read.reply()
    const added = await addLocation(context, staff, read.value, read.entry)
    if (!added.ok) return refuseSave(read, added, LOCATION_FAULTS)
    return redirectWithNotice(links.adminLocations(), 'Location added successfully!')
  }
  const record = await findLocation(context, scopeOf(staff), params.id)
  const read = parseForm(form, editForm(staff, record), judged)
  if (!read.ok) return read.reply()
  const saved = await updateLocation(context, staff, params.id, read.value)
  if (!saved.ok) return refuseSave(read, saved, LOCATION_FAULTS)
  return redirectWithNotice(links.adminLocations(), 'Location updated successfully!')
})

export default function Location() {
  const { title, ...rest } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={title} />
      <LocationForm answer={answer} {...rest} />
    </>
  )
}
