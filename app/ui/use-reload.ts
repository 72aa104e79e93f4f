import { useNavigation, useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'

const EVERY_MS = 5_000

/**
 * Answers what loads the page's data anew, as long as nothing is loaded or sent: what is under way comes new anyway, and begun
 * once more it would lose what is said only once, and on a slow line never come.
 */
export function useReload(): () => void {
  const { revalidate, state } = useRevalidator()
  const { state: opening } = useNavigation()
  const busy = useRef(false)
  busy.current = state !== 'idle' || opening !== 'idle'
  return useCallback(() => {
    if (!busy.current) revalidate()
  }, [revalidate])
}

/** Asks the page's loaders again every five seconds, while it is looked at and something is waited for. */
export function useNews(waiting: boolean): void {
  const reload = useReload()
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      if (!document.hidden) reload()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [waiting, reload])
}
