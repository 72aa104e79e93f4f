import { useEffect } from 'react'

/** Whether scripts have taken over the page that the server drew: from then on an answer follows a press on this very page. */
let takenOver = false

/** Called by what holds every page: its effect comes after those of all that it holds. */
export function useTakenOver(): void {
  useEffect(() => {
    takenOver = true
  }, [])
}

/**
 * Leads to what an answer is about: with each new one `find` is asked for the element, which takes the focus and comes into sight.
 * What the server drew the page with leads nobody away who has begun to type, press or scroll before the scripts came. Drawing
 * again to learn which of the two it is would come before lazy parts are taken over (React's error 421), hence a flag.
 */
export function useLeading(
  answer: unknown,
  find: () => HTMLElement | null | undefined,
  block: ScrollLogicalPosition = 'center',
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: where to look is new with each drawing, and does not lead anew
  useEffect(() => {
    const begun = document.activeElement !== document.body || window.scrollY > 0
    if (!answer || (!takenOver && begun)) return
    const found = find()
    found?.focus({ preventScroll: true })
    found?.scrollIntoView({ block })
  }, [answer, block])
}
