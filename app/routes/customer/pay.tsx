import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { shownSum } from '~/domain/money'
import { momentWords } from '~/domain/money-request'
import { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { PayOnOwnPage } from '~/features/booking-pages/pay-on-own-page'
import { VisitHead } from '~/features/booking-pages/visit-head'
import { ownPageCheckout, payOnOwnPage } from '~/features/money/pay-on-own-page.server'
import { PayPanel } from '~/features/money/pay-panel'
import { payPanelProps } from '~/features/money/pay-panel-props.server'
import { pageMeta } from '~/features/site/page-meta'
import { refusalStatus } from '~/http/refusal-status.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { useNews } from '~/ui/use-reload'

export { alsoMeanwhile as shouldRevalidate } from '~/ui/revalidate'
export { clientAction } from '~/ui/unreachable'

export const meta = pageMeta({ title: 'Pay for your booking' })

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = appContext()
  const token = params.token ?? ''
  const found = await findCustomerBooking(context, token)
  if (!found) throw data('Invalid booking Id', 404)
  const { view, underWay } = found
  const order = new URL(request.url).searchParams.get('order') ?? ''
  const checkout = order ? await ownPageCheckout(context, token, order) : undefined
  // an order that was begun is paid, though nobody would be invited to it any more
  const payable = checkout ? found.owed : found.payable
  // paid meanwhile, or over a sum that is not due any more
  if (!payable || (order && !checkout)) throw redirect(links.customerBooking(token))
  const held = view.status === 'pending'
  const until = momentWords(payable.until, context.clock.now(), context.business.timeZone)
  return {
    ...{ token, payable, underWay, held, until },
    visit: { screen: view.screen, location: view.location, date: view.date, slot: view.slot },
    pay: checkout && {
      ...payPanelProps(context, checkout, held ? until : null),
      ownPage: links.customerBooking(token),
    },
  }
}

/** Opens the order and leads to it: the page is loaded anew, since only so may it open the provider's window. */
export async function action({ request, params }: ActionFunctionArgs) {
  const context = appContext()
  const token = params.token ?? ''
  const form = await request.formData()
  const tooMany = await tooManyTries(context, 'payment', token)
  if (tooMany) return data({ fault: tooMany }, 429)
  const sum = form.get('sum') === 'asked' ? 'asked' : 'due'
  const shown = shownSum(form.get('shown'))
  const opened = await payOnOwnPage(context, token, { sum, shown })
  if (opened.ok) return redirect(links.customerPay(token, { order: opened.order }), 303)
  if (opened.reason === 'not-found') throw data(opened.message, 404)
  return data({ fault: opened.message }, refusalStatus(opened, opened.reason === 'no-order' ? 502 : 409))
}

export default function PayForBooking() {
  const { token, payable, underWay, held, until, visit, pay } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  // money that comes another way leads on to the booking, by the loader
  useNews(true)
  return (
    <main id="main" className="page max-w-2xl py-12">
      <VisitHead title="Pay for your booking" visit={visit} answer={answer} />
      <div className="mt-8">
        {pay ? (
          <PayPanel key={pay.orderId} {...pay} />
        ) : (
          <PayOnOwnPage token={token} payable={payable} underWay={underWay} until={until} held={held} />
        )}
      </div>
    </main>
  )
}
