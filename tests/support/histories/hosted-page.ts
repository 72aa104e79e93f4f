import { eq } from 'drizzle-orm'
import { paymentAttempts } from '~/db/schema'
import { action } from '~/routes/payment/return'
import type { Family } from './model'
import type { World } from './world'

interface Form {
  token: string
  fields: FormData
}

/**
 * Pays (`upi`) or gives up (`close`) on the provider's hosted page, as a browser without scripts does. Answers the form
 * that leads back to us; nothing where the page shows none.
 */
export async function onHostedPage(
  world: World,
  { attemptId, orderId }: Family,
  deed: 'upi' | 'close',
  fields: Record<string, string>,
): Promise<Form | undefined> {
  const [attempt] = await world.db
    .select({ token: paymentAttempts.token })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, attemptId))
  if (!attempt) return undefined
  const { appUrl } = world.context.business
  const open = {
    key_id: world.context.gateway.checkout.keyId,
    order_id: orderId,
    name: 'Lumière',
    'prefill[email]': 'family@example.com',
    'prefill[contact]': '+919845012345',
    callback_url: `${appUrl}/payment/return/${attempt.token}`,
  }
  const page = await post(world.context.gateway.checkout.formUrl, open)
  const html = await (await post(`${page.url}/${deed}`, fields)).text()
  const back = /<form method="post" action="[^"]*" data-auto>(.*?)<\/form>/s.exec(html)?.[1]
  if (!back) return undefined
  const form = new FormData()
  for (const [, name = '', value = ''] of back.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)) {
    form.set(plain(name), plain(value))
  }
  return { token: attempt.token, fields: form }
}

const post = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields) })

const MARKS: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
const plain = (text: string) => text.replaceAll(/&(lt|gt|quot|#39|amp);/g, (mark) => MARKS[mark] ?? mark)

/** The browser sends the form to our address. */
export function sendForm({ token, fields }: Form): Promise<Response> {
  const request = new Request(`http://localhost:3000/payment/return/${token}`, { method: 'POST', body: fields })
  return action({ request, params: { token }, context: {} })
}
