import type { ActionFunctionArgs } from '@remix-run/node'
import { receiveWebhook } from '~/features/payment/webhook.server'
import { appContext } from '~/platform/context.server'

const MOST_BYTES = 262_144

/** The provider's webhook: signed, stored, answered at once. */
export async function action({ request }: ActionFunctionArgs) {
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) return new Response(null, { status: 413 })
  const body = await request.text()
  if (body.length > MOST_BYTES) return new Response(null, { status: 413 })
  const outcome = await receiveWebhook(appContext(), body, {
    signature: request.headers.get('x-razorpay-signature') ?? '',
    eventId: request.headers.get('x-razorpay-event-id'),
  })
  return new Response(null, { status: outcome === 'accepted' ? 200 : 401 })
}

export const loader = () => new Response(null, { status: 405, headers: { Allow: 'POST' } })
