import type { DatabaseTrouble } from '~/db/trouble.server'
import { currentRequest } from './request-watch.server'

/** When somebody may try again, in seconds. */
const RETRY_AFTER: Record<DatabaseTrouble, number> = { busy: 5, full: 10, away: 15, closed: 60 }

/** How a page answers that says it itself, beside its form. */
export const BUSY = { status: 503, headers: { 'Retry-After': String(RETRY_AFTER.busy) } }

const NOTHING_CHARGED =
  'Nothing was charged by this. If you had paid before, your payment is safe and we confirm it by e-mail.'

const WORDS: Record<DatabaseTrouble, string> = {
  busy: `Somebody else is busy with the same thing right now. Please try again in a moment. ${NOTHING_CHARGED}`,
  full: `Very many people are here right now. Please try again in a moment. ${NOTHING_CHARGED}`,
  away: `We cannot reach our books right now. Please try again in a moment. ${NOTHING_CHARGED}`,
  closed: `We cannot write anything into our books right now. Please try again in a few minutes. ${NOTHING_CHARGED}`,
}

/** What a person is told while the database cannot serve; the answer under way also carries `Retry-After`. */
export function tellTrouble(trouble: DatabaseTrouble): string {
  const request = currentRequest()
  if (request && !request.response.headersSent) request.response.setHeader('Retry-After', RETRY_AFTER[trouble])
  return WORDS[trouble]
}
