import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

/** How often an open page asks whether something has changed. */
const EVERY_MS = 20_000

/**
 * Keeps a page as it is on the server: asks `address` for its mark, and loads the page's data anew when that is not `mark`.
 * Answers whether nobody was reached the last time. A tab that nobody looks at does not ask.
 */
export function useLive(address: string, mark: string): { offline: boolean } {
  const [offline, setOffline] = useState(false)
  const { revalidate } = useRevalidator()
  const shown = useRef(mark)
  shown.current = mark
  useEffect(() => {
    const given = new AbortController()
    const ask = async () => {
      if (document.visibilityState === 'hidden') return
      try {
        const answer = await fetch(address, { signal: given.signal, redirect: 'manual' })
        setOffline(answer.status >= 500)
        if (!answer.ok) return
        const { mark: now } = (await answer.json()) as { mark: string }
        if (now !== shown.current) revalidate()
      } catch {
        if (!given.signal.aborted) setOffline(true)
      }
    }
    const lost = () => setOffline(true)
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
  return { offline }
}

/** Says that the page may be out of date, as long as nobody is reached. */
export function OfflineNote({ offline }: { offline: boolean }) {
  return (
    <p
      role="status"
      className={offline ? 'mb-4 rounded-xl border border-wrong/50 bg-wrong/10 px-4 py-3 text-sm' : 'sr-only'}
    >
      {offline
        ? 'Offline: what you see may be out of date. It goes on by itself as soon as there is a connection.'
        : ''}
    </p>
  )
}
