import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { newToken } from '~/db/new-id'
import { passwordResets, staff } from '~/db/schema'
import { DAY_MS, MINUTE_MS } from '~/domain/durations'
import { INVITATION_DAYS, RESET_MINUTES } from '~/domain/staff-account'
import { ROLE_NAMES } from '~/domain/staff-role'
import { letter } from '~/features/notification/letter.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import type { Mail } from '~/platform/mailer.server'

const INVITATION_LIFE_MS = INVITATION_DAYS * DAY_MS

/** How long a link works that was asked for. */
export const RESET_LIFE_MS = RESET_MINUTES * MINUTE_MS

/** The token of a mailed link as the database keeps it: who reads the table cannot use it. */
export const resetHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Writes the mail with a fresh one-time link. The token is made here, when the mail goes out, and stored as a hash
 * only: neither the outbox nor a log ever holds it.
 */
export async function passwordResetMail(
  context: AppContext,
  { staffId = '', invitedBy }: { staffId?: string; invitedBy?: string },
): Promise<Mail | undefined> {
  const { db, clock, business } = context
  const account = await db.query.staff.findFirst({ where: and(eq(staff.id, staffId), eq(staff.active, true)) })
  if (!account) return undefined
  const token = newToken()
  const expiresAt = new Date(clock.now().getTime() + (invitedBy ? INVITATION_LIFE_MS : RESET_LIFE_MS))
  await db.insert(passwordResets).values({ tokenHash: resetHash(token), staffId, expiresAt })
  if (invitedBy) {
    return letter(business.name, account.email, `You are invited to the back office of ${business.name}`, [
      `Dear ${account.name},`,
      `${invitedBy} made an account for you (${ROLE_NAMES[account.role].toLowerCase()}). Choose your password here within ${INVITATION_DAYS} days; the link works once:`,
      `${business.appUrl}${links.resetPassword(token)}`,
      `Afterwards you sign in with this address at ${business.appUrl}${links.login()}`,
    ])
  }
  return letter(business.name, account.email, 'Set a new password', [
    `Dear ${account.name},`,
    `somebody, probably you, asked for a new password for the back office. Choose it here within ${RESET_MINUTES} minutes:`,
    `${business.appUrl}${links.resetPassword(token)}`,
    'If it was not you, do nothing: your password stays as it is.',
  ])
}
