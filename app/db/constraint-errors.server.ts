/** What a broken constraint means to the domain. */
export type ConstraintRefusal = 'slot-taken' | 'attempt-used' | 'already-exists'

const MEANINGS: Record<string, ConstraintRefusal> = {
  bookings_no_overlap: 'slot-taken',
  bookings_attempt: 'attempt-used',
}

const UNIQUE_VIOLATION = '23505'
const EXCLUSION_VIOLATION = '23P01'
const RETRYABLE = new Set(['40P01', '40001', '55P03'])

/** Which constraint refused, as a domain reason; undefined for any other error. The only reader of SQLSTATE. */
export function constraintRefusal(error: unknown): { reason: ConstraintRefusal; constraint: string } | undefined {
  const found = databaseError(error)
  if (!found || (found.code !== UNIQUE_VIOLATION && found.code !== EXCLUSION_VIOLATION)) return undefined
  const constraint = found.constraint ?? ''
  return { reason: MEANINGS[constraint] ?? 'already-exists', constraint }
}

/** A deadlock, a serialization failure or a lock time-out: the same work may be tried again. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(databaseError(error)?.code ?? '')
}

function databaseError(error: unknown): { code: string; constraint: string | undefined } | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code, constraint, constraint_name } = at as {
      code?: unknown
      constraint?: unknown
      constraint_name?: unknown
    }
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) {
      const name = constraint ?? constraint_name
      return { code, constraint: typeof name === 'string' ? name : undefined }
    }
  }
  return undefined
}
