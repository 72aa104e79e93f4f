import { z } from 'zod'
import { newId } from '~/db/new-id'
import { contactMessages } from '~/db/schema'
import { EMAIL_MAX, isPhoneNumber, NAME_MAX } from '~/domain/customer-details'
import { LONGEST } from '~/domain/text-limits'
import { announce } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'
import { judged, requiredText } from '~/platform/form-fields.server'
import { OPENED_FIELD } from './contact-guard.server'

/** What the sender reads (rule L8). */
export const MESSAGE_SENT = 'Message Sent Successfully'

const isAddress = (text: string) => z.email().max(EMAIL_MAX).safeParse(text).success

/** The contact form: all four fields are required (rule L8). */
export const contactForm = z.object({
  name: requiredText('Name', NAME_MAX),
  phone: judged((text) => {
    if (!text) return 'Phone is required'
    return isPhoneNumber(text) ? undefined : 'Phone must be a phone number, with its country code when it is not Indian'
  }),
  email: judged((text) => {
    if (!text) return 'Email is required'
    return isAddress(text) ? undefined : 'Email must be an e-mail address'
  }),
  message: requiredText('Message', LONGEST.message),
})

/** The form on the page, which says as well when it was opened. */
export const contactPageForm = contactForm.extend({ [OPENED_FIELD]: z.string().max(200).optional() })

/** Keeps a message for the staff and, in the same transaction, orders the mail that tells them. */
export async function storeMessage(
  context: AppContext,
  { name, phone, email, message }: z.output<typeof contactForm>,
): Promise<void> {
  const { db, clock } = context
  const id = newId()
  await db.transaction(async (tx) => {
    await tx.insert(contactMessages).values({ id, name, phone, email, message, createdAt: clock.now() })
    await announce(context, tx, {
      kind: 'contact-message',
      dedupeKey: `contact-message:${id}`,
      payload: { messageId: id },
    })
  })
}
