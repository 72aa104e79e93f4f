import { readSqlState } from './sql-state.server'

/** What a broken constraint means to the domain. */
export type ConstraintRefusal = 'slot-taken' | 'attempt-used' | 'already-exists'

const MEANINGS: Record<string, ConstraintRefusal> = {
  bookings_no_overlap: 'slot-taken',
  bookings_attempt: 'attempt-used',
}

const UNIQUE_VIOLATION = '23505'
const EXCLUSION_VIOLATION = '23P01'

/** Which constraint refused, as a domain reason; undefined for any other error. */
export function constraintRefusal(error: unknown): { reason: ConstraintRefusal; constraint: string } | undefined {
  const found = readSqlState(error)
  if (!found || (found.code !== UNIQUE_VIOLATION && found.code !== EXCLUSION_VIOLATION)) return undefined
  const constraint = found.constraint ?? ''
  return { reason: MEANINGS[constraint] ?? 'already-exists', constraint }
}

/** Whether the database refused a booking since another one has its slot. */
export const isSlotTaken = (error: unknown): boolean => constraintRefusal(error)?.reason === 'slot-taken'
