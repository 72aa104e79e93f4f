import type { ActionFunctionArgs } from '@remix-run/node'
import { readSingleImage } from '~/features/media/image-form.server'
import { requireStaff } from '~/http/require-staff.server'
import { appContext } from '~/platform/context.server'
import { takingPictures } from '~/platform/request-body.server'

/** Takes one picture while a form is being filled in. */
export const action = takingPictures(async ({ request }: ActionFunctionArgs) => {
  const context = appContext()
  const staff = await requireStaff(context, request)
  const taken = await readSingleImage(context, request, staff.id)
  return Response.json(taken, { status: taken.src ? 200 : 422 })
})
