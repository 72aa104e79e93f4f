import type { ActionFunctionArgs } from '@remix-run/node'
import { receiveWebhook } from '~/features/money/webhook.server'
import { appContext } from '~/platform/context.server'

/** The provider's webhook: signed, stored, answered at once. */
export async function action({ request }: ActionFunctionArgs) {
  const body = await request.text()
  const outcome = await receiveWebhook(appContext(), body, {
    signature: request.headers.get('x-razorpay-signature') ?? '',
    eventId: request.headers.get('x-razorpay-event-id'),
  })
  return new Response(null, { status: outcome === 'accepted' ? 200 : 401 })
}
