import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { formatRupees, shownSum } from '~/domain/money'
import { returnedByNow } from '~/domain/refund-life'
import { paidBeforeCancelling, returnWords } from '~/domain/refund-parts'
import { unbroken } from '~/domain/unbroken'
import { cancelByCustomer, findChangeable } from '~/features/booking/customer-changes.server'
import { visitWords } from '~/features/booking-pages/customer-booking.server'
import { VisitHead } from '~/features/booking-pages/visit-head'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import { pageMeta } from '~/features/site/page-meta'
import { backToBooking } from '~/http/customer-deeds.server'
import { redirectWithNotice } from '~/http/notice.server'
import { refusalStatus } from '~/http/refusal-status.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { Button, ButtonLink } from '~/ui/button'

export { alsoMeanwhile as shouldRevalidate } from '~/ui/revalidate'
export { clientAction } from '~/ui/unreachable'

export const meta = pageMeta({ title: 'Cancel your booking' })

export async function loader({ params }: LoaderFunctionArgs) {
  const token = params.token ?? ''
  const context = appContext()
  const found = await findChangeable(context, token)
  if (!found) throw await backToBooking(context, token)
  const { stored, options } = found
  const { sums, owed, explanation } = options.cancellation
  const { taken } = returnedByNow(stored.refunds)
  const paid = paidBeforeCancelling(ledgerOfRows(stored, stored.payments, stored.refunds), taken)
  return { token, visit: visitWords(stored), paid, sums, owed, explanation }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const token = params.token ?? ''
  const shown = shownSum((await request.formData()).get('refund'))
  const cancelled = await cancelByCustomer(appContext(), token, shown)
  if (cancelled.ok) {
    const words = `Your booking is cancelled. ${returnWords(cancelled.returned, 'now')}`.trim()
    return redirectWithNotice(links.customerBooking(token), words)
  }
  const again = !['not-found', 'not-allowed'].includes(cancelled.reason)
  if (again) return data({ fault: cancelled.message }, refusalStatus(cancelled))
  const words = cancelled.reason === 'not-found' ? 'This booking cannot be cancelled any more.' : cancelled.message
  return redirectWithNotice(links.customerBooking(token), words, 'error')
}

export default function CancelBooking() {
  const { token, visit, paid, sums, owed, explanation } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  // sent twice, the second would be refused for what the first has done
  const busy = useNavigation().state !== 'idle'
  return (
    <main id="main" className="page max-w-2xl py-12">
      <VisitHead title="Cancel your booking?" visit={visit} answer={answer} />
      <div className="mt-8 rounded-card bg-aubergine p-6 sm:p-8">
        <p className="figures">{paid}</p>
        <p className="mt-2">
          What comes back: <strong className="figures text-xl text-champagne">{formatRupees(sums.all)}</strong>
        </p>
        {sums.all > 0 && <p className="mt-2">{unbroken(returnWords(sums, 'would'))}</p>}
        {owed.all > 0 && (
          <p className="mt-2 text-muted">
            {formatRupees(owed.all)} of it you paid beyond the price: that comes back whole.
          </p>
        )}
        <p className="mt-2 text-muted">{explanation}</p>
        <p className="mt-4 text-muted">Your slot is given to others at once. This cannot be undone.</p>
        <Form method="post" className="mt-8 flex flex-wrap gap-3">
          <input type="hidden" name="refund" value={sums.all} />
          <Button look="danger" disabled={busy}>
            Cancel my booking
          </Button>
          <ButtonLink to={links.customerBooking(token)}>Keep it</ButtonLink>
        </Form>
      </div>
    </main>
  )
}
