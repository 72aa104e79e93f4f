import { useEffect, useRef } from 'react'
import { useDrawnByServer } from './use-drawn-by-server'

/**
 * Leads to what an answer is about: with each new one `find` is asked for the element, which takes the focus and comes into sight.
 * An answer with which the server drew the page leads nobody away who has begun before the scripts came.
 */
export function useLeading(
  answer: unknown,
  find: () => HTMLElement | null | undefined,
  block: ScrollLogicalPosition = 'center',
): void {
  const first = useRef(answer)
  const drawnByServer = useDrawnByServer()
  // where to look is new with each drawing, and does not lead anew
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    const found = answer ? latest.current() : undefined
    if (!found || (drawnByServer && answer === first.current && hasBegun(found))) return
    // who pressed Enter in it has the focus there already, and would hear nothing
    found.blur()
    found.focus({ preventScroll: true })
    found.scrollIntoView({ block })
  }, [answer, block, drawnByServer])
}

/** Whether somebody is in the page already: in a field, pressing, or scrolled away from the beginning of what holds `found`. */
function hasBegun(found: HTMLElement): boolean {
  if (document.activeElement !== document.body || document.querySelector(':active')) return true
  // a fragment scrolls by itself
  for (let around: Element | null = found; around && !location.hash; around = around.parentElement)
    if (around.scrollTop) return true
  return false
}
