import { useLocation, useNavigationType } from '@remix-run/react'
import { useRef } from 'react'
import { useBrowserLayoutEffect } from './use-browser-layout-effect'

/**
 * Every page starts at its top, on back and forward too (spec customer-side §2), where `<ScrollRestoration>` would go to
 * where one was. It stands after that one, so that its effect has the last word. Within a page nothing moves.
 */
export function ScrollToTop() {
  const { pathname, hash } = useLocation()
  const direction = useNavigationType()
  const shown = useRef(pathname)
  useBrowserLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (direction === 'POP' && !hash) window.scrollTo(0, 0)
  }, [pathname, hash, direction])
  return null
}
