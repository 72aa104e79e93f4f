import { Refusal, refuse } from '~/features/api/call.server'
import { judge } from '~/features/api/read-body.server'
import { contactCalls } from '~/features/api/site-calls.server'
import { contactForm, MESSAGE_SENT, storeMessage } from '~/features/site/contact.server'
import { answers, apiRoute } from '~/http/api-route.server'
import { tooManyTries } from '~/platform/rate-limit.server'

const api = apiRoute(
  answers(contactCalls.send, async ({ context, body }) => {
    const message = judge(contactForm, body)
    if (message instanceof Refusal) return message
    const tooMany = await tooManyTries(context, 'contact', message.email)
    if (tooMany) return refuse(429, tooMany)
    await storeMessage(context, message)
    return { success: true as const, data: { message: MESSAGE_SENT } }
  }),
)

export const loader = api.loader
export const action = api.action
