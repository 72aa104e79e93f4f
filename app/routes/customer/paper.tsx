import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { paperPage } from '~/features/money/paper.server'
import { PaperSheet } from '~/features/money/paper-sheet'
import { pageMeta } from '~/features/site/page-meta'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PrintButton } from '~/ui/print-button'

export const meta = pageMeta({ title: 'Receipt or invoice' })

/** One paper, for its customer at the address of their link, and for staff who take money. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = appContext()
  const { pathname } = new URL(request.url)
  const token = /^\/admin\//i.test(pathname) ? undefined : (params.token ?? '')
  const asking =
    token === undefined ? { scope: scopeOf(await requireStaff(context, request, 'take-money')) } : { token }
  const paper = await paperPage(context, asking, params.id ?? '')
  if (!paper) throw new Response('There is no such paper', { status: 404 })
  return { paper, back: token ? links.customerBooking(token) : links.adminBooking(paper.bookingId) }
}

export default function Paper() {
  const { paper, back } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page max-w-4xl py-6 print:p-0">
      <p className="flex flex-wrap items-center gap-4 print:hidden">
        <PrintButton />
        <Link to={back} className="flex min-h-11 items-center text-champagne hover:underline">
          Back to the booking
        </Link>
      </p>
      <PaperSheet paper={paper} />
    </main>
  )
}
