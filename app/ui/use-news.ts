import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'

const EVERY_MS = 5_000

/** Asks the page's loaders again every five seconds, while it is looked at and something is waited for. */
export function useNews(waiting: boolean): void {
  const revalidator = useRevalidator()
  const ask = useRef(revalidator)
  ask.current = revalidator
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      if (!document.hidden && ask.current.state === 'idle') ask.current.revalidate()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [waiting])
}
