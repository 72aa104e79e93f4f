import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { verifyPayment } from '~/features/money/checkout.server'
import { logPaymentFailure } from '~/features/money/leave-payment.server'
import { afterPayment, afterTooMany, backToPay, UNKNOWN_ORDER } from '~/http/after-payment.server'
import { redirectWithNotice } from '~/http/notice.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

export const loader = () => redirect(links.bookPayment())

/**
 * Where the provider's hosted page sends the browser: a cross-site POST without cookies, so the attempt is named by the
 * unguessable token in the address. A failure is unsigned: shown of an order of ours only, and nothing of it believed.
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
    return afterPayment(context, verified)
  }
  const tooOften = await afterTooMany(context, token)
  if (tooOften) return tooOften
  const description = field('error[description]').slice(0, 200)
  const ours = await logPaymentFailure(context, { token }, description)
  // anybody's page may send a form here: of what is not ours its words are neither shown nor believed
  if (!ours) return redirectWithNotice(links.bookPayment(), UNKNOWN_ORDER, 'info')
  const words = ['Payment failed', description, 'Payment canceled due to timeout or failure. You can try again.']
  return backToPay(context, token, words.filter(Boolean).join(' '))
}
