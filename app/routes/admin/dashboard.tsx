import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/features/staff/require-staff.server'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(appContext(), request)
  return null
}

export default function Dashboard() {
  return <PageHead title="Dashboard" />
}
