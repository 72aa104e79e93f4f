import { Link, useLocation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

/** How often an open page asks whether something has changed. */
const EVERY_MS = 20_000

/** Why a page no longer follows the server. */
type Stale = 'offline' | 'signed-out'

/**
 * Keeps a page as it is on the server: asks `address` for its mark, and loads the page's data anew when that is not `mark`.
 * Answers why it could not the last time; undefined when it could. A tab that nobody looks at does not ask.
 */
export function useLive(address: string, mark: string): Stale | undefined {
  const [stale, setStale] = useState<Stale>()
  const { revalidate } = useRevalidator()
  const shown = useRef(mark)
  shown.current = mark
  useEffect(() => {
    const given = new AbortController()
    const ask = async () => {
      if (document.visibilityState === 'hidden') return
      try {
        const answer = await fetch(address, { signal: given.signal, redirect: 'manual' })
        // whoever is signed out is led to the login
        const away = answer.type === 'opaqueredirect' || answer.status === 401
        setStale(away ? 'signed-out' : answer.status >= 500 ? 'offline' : undefined)
        if (!answer.ok) return
        const { mark: now } = (await answer.json()) as { mark: string }
        if (now !== shown.current) revalidate()
      } catch {
        if (!given.signal.aborted) setStale('offline')
      }
    }
    const lost = () => setStale('offline')
    const timer = setInterval(ask, EVERY_MS)
    document.addEventListener('visibilitychange', ask)
    window.addEventListener('online', ask)
    window.addEventListener('offline', lost)
    return () => {
      given.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
      window.removeEventListener('online', ask)
      window.removeEventListener('offline', lost)
    }
  }, [address, revalidate])
  return stale
}

/** At the foot of a phone's window, over whatever is open beside the page, which covers it there. */
const ON_A_PHONE =
  'max-sm:fixed max-sm:inset-x-3 max-sm:bottom-3 max-sm:z-50 max-sm:mb-0 max-sm:bg-plum max-sm:shadow-lift'

/** Says that the page may be out of date, and why, as long as it is so. */
export function StaleNote({ stale }: { stale: Stale | undefined }) {
  const here = useLocation()
  return (
    <p
      role="status"
      className={
        stale ? `mb-4 rounded-xl border border-wrong/50 bg-wrong/10 px-4 py-3 text-sm ${ON_A_PHONE}` : 'sr-only'
      }
    >
      {stale === 'offline' &&
        'Offline: what you see may be out of date. It goes on by itself as soon as there is a connection.'}
      {stale === 'signed-out' && (
        <>
          You are signed out: what you see may be out of date.{' '}
          <Link reloadDocument to={here} className="text-champagne underline">
            Log in and come back here
          </Link>
        </>
      )}
    </p>
  )
}
