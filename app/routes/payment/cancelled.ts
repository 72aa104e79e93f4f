import type { LoaderFunctionArgs } from '@remix-run/node'
import { ownPageOf } from '~/features/money/checkout.server'
import { redirectWithNotice } from '~/http/notice.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** Where the hosted page's cancel link leads. A GET changes nothing: the payment page offers to give the slot back. */
export async function loader({ params }: LoaderFunctionArgs) {
  const ownPage = await ownPageOf(appContext(), { token: params.token ?? '' })
  if (ownPage)
    return redirectWithNotice(links.customerBooking(ownPage), 'Payment not completed. You can try again.', 'info')
  return redirectWithNotice(links.bookPayment(), 'Payment not completed. Your slot is still held for you.', 'info')
}
