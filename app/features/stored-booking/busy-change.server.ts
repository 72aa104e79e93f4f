import type { Database, Transaction } from '~/db/client.server'
import { inScreenTransaction } from '~/db/transaction.server'
import { databaseTrouble } from '~/db/trouble.server'
import type { Refused } from '~/domain/result'

/** The refusal when somebody else holds what was to be changed for too long; undefined for any other error. */
export const busyChange = (error: unknown): Refused<'busy'> | undefined =>
  databaseTrouble(error) === 'busy' ? { ok: false, reason: 'busy', message: BUSY } : undefined

const BUSY = 'Somebody else is being served for this screen. Please try again in a moment; nothing was changed.'

/** Does work that changes a booking; refused, not thrown, while somebody else holds the booking or its screen. */
export async function unlessBusy<Done>(work: () => Promise<Done>): Promise<Done | Refused<'busy'>> {
  try {
    return await work()
  } catch (error) {
    const busy = busyChange(error)
    if (busy) return busy
    throw error
  }
}

/** A transaction that changes a booking; refused, not thrown, while somebody else holds it. Whoever locks a booking begins here. */
export const inChange = <Done>(
  db: Database,
  work: (tx: Transaction) => Promise<Done>,
): Promise<Done | Refused<'busy'>> => unlessBusy(() => db.transaction(work))

/** The same of one that sells or frees a slot, or counts money: while nobody else sells these screens. */
export const inScreenChange = <Done>(
  db: Database,
  screenIds: string | readonly string[],
  work: (tx: Transaction) => Promise<Done>,
): Promise<Done | Refused<'busy'>> => unlessBusy(() => inScreenTransaction(db, screenIds, work))
