import { useEffect, useId, useRef } from 'react'

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
  const drawnByServer = useId().startsWith(TAKEN_OVER)
  // biome-ignore lint/correctness/useExhaustiveDependencies: where to look is new with each drawing, and does not lead anew
  useEffect(() => {
    const found = answer ? find() : undefined
    if (!found || (drawnByServer && answer === first.current && hasBegun(found))) return
    found.focus({ preventScroll: true })
    found.scrollIntoView({ block })
  }, [answer, block])
}

/**
 * How React 18 begins the names of what it takes over from the server; what it draws itself has a small letter. No other sign of it
 * comes without drawing again, which is too early for parts that are loaded later (React's error 421). That this holds is shown by
 * `tests/e2e/early-and-late.spec.ts`.
 */
const TAKEN_OVER = ':R'

/** Whether somebody is in the page already: in a field, pressing, or scrolled away from the beginning of what holds `found`. */
function hasBegun(found: HTMLElement): boolean {
  if (document.activeElement !== document.body || document.querySelector(':active')) return true
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // a fragment and a reload scroll by themselves
  if (location.hash || visit?.type !== 'navigate') return false
  for (let around: Element | null = found; around; around = around.parentElement) if (around.scrollTop > 0) return true
  return false
}
