import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { newToken } from '~/db/new-id'
import { passwordResets, staff } from '~/db/schema'
import { DAY_MS, MINUTE_MS } from '~/domain/durations'
import { INVITATION_DAYS, RESET_MINUTES } from '~/domain/staff-account'
import { ROLE_NAMES } from '~/domain/staff-role'
import { button, greeting, letter, link, notNeeded } from '~/features/notification/letter.server'
import type { Composed } from '~/features/notification/outbox.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import { passwordMark } from './password.server'

const INVITATION_LIFE_MS = INVITATION_DAYS * DAY_MS

/** How long a link works that was asked for. */
export const RESET_LIFE_MS = RESET_MINUTES * MINUTE_MS

/** Why a link that was asked for is not sent any more. */
export const ASKED_TOO_LONG_AGO = notNeeded('it was asked for too long ago')
export const SET_SINCE = notNeeded('a password was set since')

/** The token of a mailed link as the database keeps it: who reads the table cannot use it. */
export const resetHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Writes the mail with a fresh one-time link. The token is made here, when the mail goes out, and stored as a hash
 * only: neither the outbox nor a log ever holds it. An invitation is not needed once a password was chosen: late, it would open an
 * account that is in use. Nor is a link that was asked for, announced `at`, once the account has another password than it was `asked`
 * with, by whatever door, or for so long that nobody waits for it.
 */
export async function passwordResetMail(
  context: AppContext,
  { staffId = '', invitedBy, asked }: { staffId?: string; invitedBy?: string; asked?: string },
  at: Date,
): Promise<Composed | undefined> {
  const { db, clock, business } = context
  if (!invitedBy && clock.now().getTime() - at.getTime() > RESET_LIFE_MS) return ASKED_TOO_LONG_AGO
  const token = newToken()
  const account = await db.transaction(async (tx) => {
    // locked, so that a password that is chosen at this moment is chosen before, or ends this link too
    const [found] = await tx
      .select()
      .from(staff)
      .where(and(eq(staff.id, staffId), eq(staff.active, true)))
      .for('update')
    if (!found || (invitedBy && !found.invitedAt)) return found
    if (asked && asked !== passwordMark(found.passwordHash)) return 'set since'
    const expiresAt = new Date(clock.now().getTime() + (invitedBy ? INVITATION_LIFE_MS : RESET_LIFE_MS))
    await tx.insert(passwordResets).values({ tokenHash: resetHash(token), staffId, expiresAt })
    return found
  })
  if (account === 'set since') return SET_SINCE
  if (!account) return undefined
  if (invitedBy && !account.invitedAt) return notNeeded('a password was chosen')
  if (invitedBy) {
    return letter(business.name, account.email, `You are invited to the back office of ${business.name}`, [
      greeting(account.name),
      `${invitedBy} made an account for you (${ROLE_NAMES[account.role].toLowerCase()}). Choose your password within ${INVITATION_DAYS} days; the link works once.`,
      button('Choose your password', `${business.appUrl}${links.resetPassword(token)}`),
      ['Afterwards you ', link('sign in with this address', `${business.appUrl}${links.login()}`)],
    ])
  }
  return letter(business.name, account.email, 'Set a new password', [
    greeting(account.name),
    `somebody, probably you, asked for a new password for the back office. Choose it within ${RESET_MINUTES} minutes.`,
    button('Choose a new password', `${business.appUrl}${links.resetPassword(token)}`),
    'If it was not you, do nothing: your password stays as it is.',
  ])
}
