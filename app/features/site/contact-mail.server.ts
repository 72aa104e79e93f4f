import { eq } from 'drizzle-orm'
import { contactMessages } from '~/db/schema'
import { letter, link } from '~/features/notification/letter.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import { isAnswered, type Mail } from '~/platform/mailer.server'

/** Tells the business what a visitor wrote; an answer to the mail goes to the visitor, where one can. Undefined when it is gone. */
export async function contactMail({ db, business }: AppContext, messageId: string): Promise<Mail | undefined> {
  const stored = await db.query.contactMessages.findFirst({ where: eq(contactMessages.id, messageId) })
  if (!stored) return undefined
  const { name, phone, email, message } = stored
  const mail = letter(business.name, business.email, `Message from ${name}`, [
    message,
    `${name}\nPhone ${phone}\nEmail ${email}`,
    [
      `${isAnswered(email) ? 'Answer this mail' : 'Write to the address above'}, or `,
      link('mark the message as handled', `${business.appUrl}${links.adminMessages()}`),
    ],
  ])
  return { ...mail, replyTo: email }
}
