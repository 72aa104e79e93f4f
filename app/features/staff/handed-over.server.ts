import { eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { newToken } from '~/db/new-id'
import { staff } from '~/db/schema'
import type { AppContext } from '~/platform/context.server'
import { hashPassword } from './password.server'
import { forgetSecondFactor } from './second-factor.server'

/**
 * Takes from an account what its former person signs in with, password and code: it waits for the one who has it now, as an account that
 * was just made does (rule K18). The invitation is sent by whoever asks, once the former sessions have ended.
 */
export async function handOver({ clock }: Pick<AppContext, 'clock'>, tx: Transaction, staffId: string): Promise<void> {
  // nobody knows this one; it is replaced by the link
  const passwordHash = await hashPassword(newToken())
  await tx.update(staff).set({ passwordHash, invitedAt: clock.now() }).where(eq(staff.id, staffId))
  await forgetSecondFactor(tx, staffId)
}
