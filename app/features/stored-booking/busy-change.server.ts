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
