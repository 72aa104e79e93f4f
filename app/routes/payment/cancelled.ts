import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { leftOrder } from '~/features/money/checkout.server'
import { confirmationHeaders } from '~/http/after-payment.server'
import { redirectWithNotice } from '~/http/notice.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** Where the hosted page's cancel link leads. A GET changes nothing: the payment page offers to release the slot. */
export async function loader({ params }: LoaderFunctionArgs) {
  const left = await leftOrder(appContext(), { token: params.token ?? '' })
  switch (left?.state) {
    case 'own-page':
      return redirectWithNotice(links.customerBooking(left.linkToken), `${UNPAID} ${TRY_AGAIN}`, 'info')
    case 'booked':
      return redirect(links.bookingConfirmation(), { status: 303, headers: await confirmationHeaders(left.linkToken) })
    case 'held':
      return redirectWithNotice(links.bookPayment(), `${UNPAID} Your slot is still held for you.`, 'info')
    case 'over':
      return redirectWithNotice(
        links.bookPayment(),
        `${UNPAID} Your slot is no longer held for you. ${TRY_AGAIN}`,
        'info',
      )
    case undefined:
      return redirectWithNotice(links.bookPayment(), `${UNPAID} ${TRY_AGAIN}`, 'info')
  }
}

const UNPAID = 'Payment not completed.'
const TRY_AGAIN = 'You can try again.'
