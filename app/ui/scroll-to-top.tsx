import { useLocation } from '@remix-run/react'
import { useRef } from 'react'
import { useBrowserLayoutEffect } from './use-browser-layout-effect'

/**
 * Every page starts at its top (rule V4): on back and forward too, where `<ScrollRestoration>` would go to where one was, and after
 * a form that keeps its place has led to the next step. It stands after `<ScrollRestoration>`, so that its effect comes last. Within
 * a page nothing moves.
 */
export function ScrollToTop() {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useBrowserLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!hash) window.scrollTo(0, 0)
  }, [pathname, hash])
  return null
}
