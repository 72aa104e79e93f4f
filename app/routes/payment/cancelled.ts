import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { leaveOwnPage, leftOrder } from '~/features/money/leave-payment.server'
import { afterLeaving, afterTooMany, confirmationHeaders, STAYS_HELD, UNKNOWN_ORDER } from '~/http/after-payment.server'
import { redirectWithNotice } from '~/http/notice.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/**
 * Where the hosted page's cancel link leads. A GET releases nothing: the payment page offers to. What may be under way all the same is
 * asked of the provider, and said (rule S8).
 */
export async function loader({ params }: LoaderFunctionArgs) {
  const [context, by] = [appContext(), { token: params.token ?? '' }]
  const tooOften = await afterTooMany(context, by.token)
  if (tooOften) return tooOften
  const own = await leaveOwnPage(context, by)
  if (own) return afterLeaving(own)
  const left = await leftOrder(context, by)
  switch (left?.state) {
    case 'under-way':
      return redirectWithNotice(links.bookPayment(), STAYS_HELD, 'info')
    case 'booked':
      return redirect(links.bookingConfirmation(), { status: 303, headers: await confirmationHeaders(left.linkToken) })
    case 'held':
      return redirectWithNotice(links.bookPayment(), `${UNPAID} Your slot is still held for you.`, 'info')
    case 'over':
      return redirectWithNotice(
        links.bookPayment(),
        `${UNPAID} Your slot is no longer held for you. You can try again.`,
        'info',
      )
    case undefined:
      return redirectWithNotice(links.bookPayment(), UNKNOWN_ORDER, 'info')
  }
}

const UNPAID = 'Payment not completed.'
