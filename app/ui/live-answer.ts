/**
 * Why a page no longer follows the server: there is no line to it, its person is signed out, or it answers and cannot say what has
 * changed.
 */
export type Stale = 'offline' | 'signed-out' | 'not-live'

/** Answers of whatever stands between us and a visitor when it cannot reach us. */
const IN_BETWEEN = [502, 503, 504]

/** What every answer of ours carries (platform/request-watch). */
const OURS = 'X-Request-Id'

/** Why the page does not follow, by what was answered to its question; undefined when it does. */
export function staleBy({ type, status, ok, headers }: Pick<Response, 'type' | 'status' | 'ok' | 'headers'>) {
  // whoever is signed out is led to the login
  if (type === 'opaqueredirect' || status === 401) return 'signed-out' satisfies Stale
  if (ok) return undefined
  return (IN_BETWEEN.includes(status) && !headers.has(OURS) ? 'offline' : 'not-live') satisfies Stale
}
