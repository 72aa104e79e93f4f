import { Link, useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { type Stale, staleBy } from './live-answer'
import { holdPages } from './pages-held'
import { useReload } from './use-reload'

/** How often an open page asks whether something has changed. */
const EVERY_MS = 20_000
/** How long it waits for the answer. */
const PATIENCE_MS = 15_000

/**
 * Keeps a page as it is on the server: asks `address` for its mark, and loads the page's data anew when that is not `mark`.
 * Answers why it could not the last time; undefined when it could. A tab that nobody looks at does not ask.
 */
export function useLive(address: string, mark: string): Stale | undefined {
  const [stale, setStale] = useState<Stale>()
  const reload = useReload()
  const shown = useRef(mark)
  shown.current = mark
  useEffect(() => {
    let left = false
    let asking: AbortController | undefined
    const ask = async () => {
      if (asking || document.visibilityState === 'hidden') return
      const own = new AbortController()
      asking = own
      // a line on which everything hangs is none
      const patience = setTimeout(() => own.abort(), PATIENCE_MS)
      try {
        const answer = await fetch(address, { signal: own.signal, redirect: 'manual' })
        setStale(staleBy(answer))
        if (!answer.ok) return
        const { mark: now } = (await answer.json()) as { mark: string }
        if (now !== shown.current) reload()
      } catch {
        if (!left && asking === own) setStale('offline')
      } finally {
        clearTimeout(patience)
        if (asking === own) asking = undefined
      }
    }
    // on a new line what hangs on the old one is asked anew
    const askAnew = () => {
      asking?.abort()
      asking = undefined
      void ask()
    }
    const lost = () => setStale('offline')
    const timer = setInterval(ask, EVERY_MS)
    document.addEventListener('visibilitychange', ask)
    window.addEventListener('online', askAnew)
    window.addEventListener('offline', lost)
    return () => {
      left = true
      asking?.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
      window.removeEventListener('online', askAnew)
      window.removeEventListener('offline', lost)
    }
  }, [address, reload])
  return stale
}

/**
 * While `held`, nothing opens another page of ours: no link and no form that only asks, and nothing that goes there by the router, as a
 * key or the browser's own Back (`LeaveWatch`). What is shown is kept. Answers whether something was pressed. What is sent is not held,
 * since its form says itself that it reached nobody.
 */
function usePagesHeld(held: boolean): boolean {
  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    setPressed(false)
    if (!held) return
    const tell = () => {
      setPressed(true)
      // perhaps only the server was away for a moment
      window.dispatchEvent(new Event('online'))
    }
    const hold = (event: Event) => {
      if (!opensPage(event)) return
      event.preventDefault()
      tell()
    }
    const letGo = holdPages(tell)
    document.addEventListener('click', hold, true)
    document.addEventListener('submit', hold, true)
    return () => {
      letGo()
      document.removeEventListener('click', hold, true)
      document.removeEventListener('submit', hold, true)
    }
  }, [held])
  return pressed
}

function opensPage({ type, target }: Event): boolean {
  if (type === 'submit') return target instanceof HTMLFormElement && target.method === 'get'
  const link = target instanceof Element ? target.closest('a') : null
  return link !== null && link.origin === location.origin && !link.target
}

/** At the foot of a phone's window, over whatever is open beside the page, which covers it there. */
const ON_A_PHONE =
  'max-sm:fixed max-sm:inset-x-3 max-sm:bottom-3 max-sm:z-50 max-sm:mb-0 max-sm:bg-plum max-sm:shadow-lift'

/** Says that the page may be out of date, and why, as long as it is so; without a line it is not left for one that cannot come. */
export function StaleNote({ stale }: { stale: Stale | undefined }) {
  const here = useLocation()
  const waits = usePagesHeld(stale === 'offline')
  return (
    <p
      role="status"
      className={
        stale ? `mb-4 rounded-xl border border-wrong/50 bg-wrong/10 px-4 py-3 text-sm ${ON_A_PHONE}` : 'sr-only'
      }
    >
      {stale === 'offline' &&
        (waits
          ? 'Offline: this cannot be opened now, and the page stays as it is. Press again as soon as this note is gone.'
          : 'Offline: what you see may be out of date. It goes on by itself as soon as there is a connection.')}
      {stale === 'not-live' && (
        <>
          This page does not follow by itself just now: what you see may be out of date.{' '}
          <Link reloadDocument to={here} className="text-champagne underline">
            Load it anew
          </Link>
        </>
      )}
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
