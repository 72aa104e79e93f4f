import type { LoaderFunctionArgs } from '@remix-run/node'
import { customerData } from '~/features/customer/customer-data.server'
import { requireSuperAdmin } from '~/http/require-staff.server'
import { appContext } from '~/platform/context.server'

/** What is kept about a customer, as a file for them. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireSuperAdmin(context, request)
  const found = await customerData(context, staff, params.id ?? '')
  if (!found) throw new Response(null, { status: 404 })
  return new Response(JSON.stringify(found, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="kept-about-you.json"',
      'Cache-Control': 'no-store',
    },
  })
}
