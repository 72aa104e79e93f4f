import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ID_LENGTH } from '~/db/new-id'
import { contactMessages } from '~/db/schema'
import { todayIn } from '~/domain/calendar'
import { isPhoneNumber, NAME_MAX } from '~/domain/customer-details'
import { isEmail, tidyEmail } from '~/domain/email-address'
import { LONGEST } from '~/domain/text-limits'
import { announce } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'
import { judged, requiredLines, requiredText } from '~/platform/form-fields.server'
import { OPENED_FIELD } from './contact-guard.server'

/** What the sender reads (rule L8). */
export const MESSAGE_SENT = 'Message Sent Successfully'

/** The contact form: all four fields are required (rule L8). */
export const contactForm = z.object({
  name: requiredText('Name', NAME_MAX),
  phone: judged((text) => {
    if (!text) return 'Phone is required'
    return isPhoneNumber(text) ? undefined : 'Phone must be a phone number, with its country code when it is not Indian'
  }),
  email: judged((text) => {
    if (!text) return 'Email is required'
    return isEmail(text) ? undefined : 'Email must be an e-mail address'
  }, tidyEmail),
  message: requiredLines('Message', LONGEST.message),
})

/** The form on the page, which says as well when it was opened. */
export const contactPageForm = contactForm.extend({ [OPENED_FIELD]: z.string().max(200).optional() })

/**
 * Keeps a message for the staff and, in the same transaction, orders the mail that tells them. The same words of the same form, or of one
 * day where no form was opened, are one message however often they come.
 */
export async function storeMessage(
  context: AppContext,
  { name, phone, email, message, [OPENED_FIELD]: opened }: z.output<typeof contactPageForm>,
): Promise<void> {
  const { db, clock, business } = context
  const now = clock.now()
  const words = [name, phone, email, message, opened ?? todayIn(business.timeZone, now)]
  const id = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, ID_LENGTH)
  await db.transaction(async (tx) => {
    const added = await tx
      .insert(contactMessages)
      .values({ id, name, phone, email, message, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: contactMessages.id })
    if (!added.length) return
    await announce(context, tx, {
      kind: 'contact-message',
      dedupeKey: `contact-message:${id}`,
      payload: { messageId: id },
    })
  })
}
