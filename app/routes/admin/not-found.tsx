import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/require-staff.server'
import { appContext } from '~/platform/context.server'

/** What is not in the back office is missing inside its frame, so that the way on is the menu. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(appContext(), request, 'sign-in')
  throw new Response(null, { status: 404 })
}

/** Drawn by the layout's error boundary; without a page of its own an address is answered without one. */
export default function NotFound() {
  return null
}
