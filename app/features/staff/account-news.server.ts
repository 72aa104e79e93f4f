import type { Transaction } from '~/db/client.server'
import { newId } from '~/db/new-id'
import type { Change } from '~/domain/changes'
import { announce } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'
import type { AccountDeed, AccountLetter } from './account-mail.server'
import { IS_OWNER } from './owners.server'

export interface AccountNews {
  account: { name: string; email: string }
  deed: AccountDeed
  /** What was changed, in words: `password`, `email address`. */
  what?: string
  /** What stood and what stands, where more than a word is to be said of it. */
  changes?: readonly Change[]
  /** The address it had until now, when that is what changed. */
  formerEmail?: string
  /** Waits for their first password: an invitation tells them, in place of the news. */
  invited?: boolean
  /** Who did it. */
  by: string
}

/**
 * Tells by mail that an account was made, changed, closed or opened again, in the transaction of the change: the person, at the
 * old address too, and every owner. Whoever is invited has the invitation itself; who had the account before is told as ever.
 */
export async function tellOfAccount(
  context: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Transaction,
  { account, deed, what = '', changes = [], formerEmail, invited = deed === 'invited', by }: AccountNews,
): Promise<void> {
  const owners = await tx.query.staff.findMany({
    columns: { email: true },
    where: IS_OWNER,
  })
  const own = [account.email, ...(formerEmail ? [formerEmail] : [])]
  const others = owners.map(({ email }) => email).filter((email) => !own.includes(email))
  const news = {
    ...{ deed, what, by, name: account.name, email: account.email, former: formerEmail ?? '' },
    changes: changes
      .map(({ label, before, after }) => `${label}: ${after || 'none'} (was ${before || 'none'})`)
      .join('\n'),
  }
  const send = (payload: AccountLetter) =>
    announce(context, tx, { kind: 'account-news', dedupeKey: `account-news:${newId()}`, payload })
  for (const to of invited ? own.slice(1) : own) await send({ ...news, to, whose: 'own' })
  for (const to of others) await send({ ...news, to, whose: 'another' })
}
