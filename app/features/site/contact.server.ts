import { z } from 'zod'
import { contactMessages } from '~/db/schema'
import type { AppContext } from '~/platform/context.server'

/** The contact form: all four fields are required (spec customer-side §5). */
export const contactForm = z.object({
  name: z.string({ error: 'Name is required' }).trim().min(1, 'Name is required').max(80),
  phone: z.string({ error: 'Phone is required' }).trim().min(1, 'Phone is required').max(20),
  email: z.email({ error: 'Email is required' }).max(120),
  message: z.string({ error: 'Message is required' }).trim().min(1, 'Message is required').max(2000),
})

/** Keeps a message for the staff. */
export async function storeMessage({ db, clock }: AppContext, message: z.output<typeof contactForm>): Promise<void> {
  await db.insert(contactMessages).values({ ...message, createdAt: clock.now() })
}
