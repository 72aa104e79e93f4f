import { staff } from '~/db/schema'
import type { Staff } from '~/features/staff/staff-session.server'
import type { AppContext } from '~/platform/context.server'
import { storedPassword } from './stored-password'
import { OWNER } from './theatre'

export const OWN_PASSWORD = 'Mine#alone88'

/** Gives the business's owner an account with a password of their own. */
export async function openOwnersAccount({ db }: AppContext): Promise<Staff> {
  const account = { ...OWNER, email: 'owner@lumiere.example' }
  await db.insert(staff).values({ ...account, passwordHash: await storedPassword(OWN_PASSWORD) })
  return { ...account, sessionId: 'session' }
}
