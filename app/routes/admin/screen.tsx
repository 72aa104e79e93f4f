import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { newId } from '~/db/new-id'
import { MOST } from '~/domain/text-limits'
import { readImageForm } from '~/features/media/image-form.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { locationOptions } from '~/features/venue/locations.server'
import { ScreenForm } from '~/features/venue/screen-form'
import { screenValues } from '~/features/venue/screen-values'
import { addScreen, findScreenRecord, updateScreen } from '~/features/venue/screens.server'
import { SCREEN_FAULTS, screenFormOf } from '~/features/venue/venue-forms.server'
import { redirectWithNotice } from '~/http/notice.server'
import { refuseSave } from '~/http/refuse-save.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { parseForm } from '~/platform/form.server'
import { takingPictures } from '~/platform/request-body.server'
import { PageHead } from '~/ui/admin-shell'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? 'Screen'} · Back office` }]

const BLANK = { status: 'true', specifications: [''], slots: [{}], packages: [{}] }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-screens')
  const scope = scopeOf(staff)
  const [locations, screen] = await Promise.all([
    locationOptions(context, scope),
    params.id ? findScreenRecord(context, scope, params.id) : undefined,
  ])
  if (!params.id) return { title: 'Add Screen', adding: true, locations, version: 0, entry: newId(), values: BLANK }
  if (!screen) throw new Response(null, { status: 404 })
  const { name, version } = screen
  return { title: `Edit ${name}`, adding: false, locations, version, values: screenValues(screen) }
}

export const action = takingPictures(async ({ request, params }: ActionFunctionArgs) => {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-screens')
  const { form, imageFaults, imageUrl } = await readImageForm(context, request, staff.id, { max: MOST.roomPictures })
  const before = params.id ? await findScreenRecord(context, scopeOf(staff), params.id) : undefined
  const read = parseForm(form, screenFormOf(before?.packages ?? []), {
    found: { images: imageFaults },
    beside: { imageUrl },
  })
  if (!read.ok) return read.reply()
  const { id = '' } = params
  const saved = id
    ? await updateScreen(context, staff, id, read.value, { agreed: String(form.get('agreed') ?? '') })
    : await addScreen(context, staff, read.value, read.entry)
  if (!saved.ok) return refuseSave(read, saved, SCREEN_FAULTS)
  return redirectWithNotice(links.adminScreens(), `Screen ${id ? 'updated' : 'added'} successfully!`)
})

export default function Screen() {
  const { title, ...rest } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={title} />
      <ScreenForm answer={answer} {...rest} />
    </>
  )
}
