import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { newId } from '~/db/new-id'
import { passwordResets, staff } from '~/db/schema'
import type { Result } from '~/domain/result'
import { announcePasswordReset } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'
import { recordChange } from './audit.server'
import { hashPassword } from './password.server'
import { resetHash } from './reset-mail.server'
import { endSessions } from './staff-session.server'

/** What everybody reads who asks for a link, so that nobody learns whose account exists. */
export const RESET_ASKED =
  'If there is an account with this email address, a link is on its way. It works for 30 minutes.'
export const RESET_INVALID = 'This link is not valid any more. Please ask for a new one.'

/** Sends a one-time link to an account's address; says nothing about whether there is one. */
export async function askForReset(context: AppContext, email: string): Promise<void> {
  const member = await context.db.query.staff.findFirst({
    columns: { id: true },
    where: and(eq(staff.email, email), eq(staff.active, true)),
  })
  if (member) await announcePasswordReset(context, context.db, { staffId: member.id, request: newId() })
}

const open = (token: string, now: Date) =>
  and(eq(passwordResets.tokenHash, resetHash(token)), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now))

/** Whether a link can still be used. */
export async function resetIsOpen({ db, clock }: AppContext, token: string): Promise<boolean> {
  const found = await db.query.passwordResets.findFirst({ where: open(token, clock.now()) })
  return found !== undefined
}

/** Sets a new password by a link, once; every session of the account and every other link ends. */
export async function resetPassword(
  context: AppContext,
  token: string,
  password: string,
): Promise<Result<object, 'invalid'>> {
  const now = context.clock.now()
  const passwordHash = await hashPassword(password)
  return context.db.transaction(async (tx) => {
    const [used] = await tx
      .update(passwordResets)
      .set({ usedAt: now })
      .where(open(token, now))
      .returning({ staffId: passwordResets.staffId })
    const [member] = used
      ? await tx
          .update(staff)
          .set({ passwordHash, version: sql`${staff.version} + 1` })
          .where(and(eq(staff.id, used.staffId), eq(staff.active, true)))
          .returning()
      : []
    if (!member) return { ok: false, reason: 'invalid', message: RESET_INVALID }
    await tx
      .update(passwordResets)
      .set({ usedAt: now })
      .where(and(eq(passwordResets.staffId, member.id), isNull(passwordResets.usedAt)))
    await endSessions(tx, member.id, now)
    const { id, name, locationId } = member
    const after = { Password: 'set by an e-mailed link' }
    await recordChange(context, tx, member, { action: 'updated', entity: 'Account', id, name, locationId, after })
    return { ok: true }
  })
}
