import { and, eq, isNotNull } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { newId } from '~/db/new-id'
import { staff } from '~/db/schema'
import { announce } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'

/** Sends somebody the link by which they choose their first password. */
export async function sendInvitation(
  context: AppContext,
  tx: Transaction,
  { staffId, by }: { staffId: string; by: string },
): Promise<void> {
  // the link is made when the mail goes out
  await announce(context, tx, {
    kind: 'password-reset',
    dedupeKey: `invitation:${staffId}:${newId()}`,
    payload: { staffId, invitedBy: by },
  })
}

/**
 * Sends an invitation while it waits for somebody: the account is open and no password was chosen. Answers the account, and
 * undefined when nothing was sent.
 */
export async function inviteWhoWaits(
  context: AppContext,
  tx: Transaction,
  { staffId, by }: { staffId: string; by: string },
): Promise<typeof staff.$inferSelect | undefined> {
  const waiting = and(eq(staff.id, staffId), eq(staff.active, true), isNotNull(staff.invitedAt))
  const [row] = await tx.update(staff).set({ invitedAt: context.clock.now() }).where(waiting).returning()
  if (row) await sendInvitation(context, tx, { staffId, by })
  return row
}
