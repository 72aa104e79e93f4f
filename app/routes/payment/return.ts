import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { logPaymentFailure, ownPageOf, verifyPayment } from '~/features/money/checkout.server'
import { afterPayment } from '~/http/after-payment.server'
import { redirectWithNotice } from '~/http/notice.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

export const loader = () => redirect(links.bookPayment())

/**
 * Where the provider's hosted page sends the browser: a cross-site POST without cookies, so the attempt is named by the
 * unguessable token in the address. A failure is unsigned: shown, and nothing of it believed.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const context = appContext()
  const token = params.token ?? ''
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '')
  if (field('razorpay_payment_id')) {
    const verified = await verifyPayment(context, {
      token,
      orderId: field('razorpay_order_id'),
      paymentId: field('razorpay_payment_id'),
      signature: field('razorpay_signature'),
    })
    return afterPayment(verified)
  }
  const description = field('error[description]').slice(0, 200)
  await logPaymentFailure(context, { token }, description)
  const text = ['Payment failed', description, 'Payment canceled due to timeout or failure.'].filter(Boolean).join(' ')
  const ownPage = await ownPageOf(context, { token })
  return redirectWithNotice(ownPage ? links.customerBooking(ownPage) : links.bookPayment(), text, 'error')
}
