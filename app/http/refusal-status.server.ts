import { BUSY } from '~/platform/trouble-answer.server'

/** How a refusal is answered: as busy, with the time after which to try again, or with the status that fits otherwise. */
export const refusalStatus = ({ reason }: { reason: string }, otherwise = 409): ResponseInit =>
  reason === 'busy' ? BUSY : { status: otherwise }
