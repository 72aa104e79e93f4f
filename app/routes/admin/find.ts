import type { LoaderFunctionArgs } from '@remix-run/node'
import { deskFind } from '~/features/front-desk/desk-find.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { requireStaff } from '~/http/require-staff.server'
import { appContext } from '~/platform/context.server'

/** Bookings by code, name or phone number, for the command palette. */
export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-bookings')
  return Response.json(await deskFind(context, scopeOf(staff), new URL(request.url).searchParams.get('search') ?? ''))
}
