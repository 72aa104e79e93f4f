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
    if (hash) return
    hearHeading()
    window.scrollTo(0, 0)
  }, [pathname, hash])
  return null
}

/**
 * A page that scripts open is read out by nobody, and what was pressed is gone or stands above it: its heading takes the focus, and
 * is heard; so it does where a press has taken away what was pressed. What the page leads to itself, and the city that somebody is choosing above it, keeps it.
 */
export function hearHeading(): void {
  const heading = document.querySelector('h1')
  // two pages of one kind share the element: what has the focus already is heard only when it gets it anew
  heading?.blur()
  if (!heading || document.activeElement?.matches('main *, select')) return
  heading.tabIndex = -1
  heading.focus()
}
