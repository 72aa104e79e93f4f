import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { verifyPayment } from '~/features/money/checkout.server'
import { afterPayment } from '~/http/after-payment.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

export const loader = () => redirect(links.bookPayment())

/** The checkout window's answer, handed on by the page's own script. */
export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '')
  const verified = await verifyPayment(context, {
    token: field('token'),
    orderId: field('razorpay_order_id'),
    paymentId: field('razorpay_payment_id'),
    signature: field('razorpay_signature'),
  })
  return afterPayment(context, verified)
}
