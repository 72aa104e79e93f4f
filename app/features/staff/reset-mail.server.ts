import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { newToken } from '~/db/new-id'
import { passwordResets, staff } from '~/db/schema'
import { letter } from '~/features/notification/letter.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import type { Mail } from '~/platform/mailer.server'

/** How long a link works. */
export const RESET_LIFE_MS = 30 * 60_000

export const resetHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Writes the mail with a fresh one-time link. The token is made here, when the mail goes out, and stored as a hash
 * only: neither the outbox nor a log ever holds it.
 */
export async function passwordResetMail(context: AppContext, staffId: string): Promise<Mail | undefined> {
  const { db, clock, business } = context
  const member = await db.query.staff.findFirst({ where: and(eq(staff.id, staffId), eq(staff.active, true)) })
  if (!member) return undefined
  const token = newToken()
  const expiresAt = new Date(clock.now().getTime() + RESET_LIFE_MS)
  await db.insert(passwordResets).values({ tokenHash: resetHash(token), staffId, expiresAt })
  return letter(business.name, member.email, 'Set a new password', [
    `Dear ${member.name},`,
    'somebody, probably you, asked for a new password for the back office. Choose it here within 30 minutes:',
    `${business.appUrl}${links.resetPassword(token)}`,
    'If it was not you, do nothing: your password stays as it is.',
  ])
}
