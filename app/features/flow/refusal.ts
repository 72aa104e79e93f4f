import { useEffect } from 'react'
import { sayNotice } from '~/ui/notice'
import { useLeading } from '~/ui/use-leading'

interface Answer {
  faults?: Record<string, string>
  lastResult?: { error?: Record<string, string[] | null> | null }
}

/** Marks what says a fault that belongs to no field. */
export const FAULT = { tabIndex: -1, 'data-fault': '' } as const

/** Spread on a field that may be at fault: the page that comes from the server with the fault opens there. */
export const openedAt = (fault: string | undefined) => ({ autoFocus: fault !== undefined })

/**
 * A refusal is a toast, and the page leads to the fault, wherever the button stood (rule B27). Where `find` has nothing to lead to, the
 * toast is heard.
 */
export function useRefusal(answer: Answer | undefined, find = shownFault): void {
  // the same words in a new answer are said again
  useEffect(() => {
    const said = firstFault(answer)
    if (said) sayNotice({ kind: 'error', text: said })
  }, [answer])
  useLeading(firstFault(answer) && answer, find)
}

const firstFault = (answer: Answer | undefined) =>
  Object.values(answer?.lastResult?.error ?? answer?.faults ?? {})
    .flat()
    .find(Boolean)

/** What says the fault, where it stands in the page. */
export function shownFault(): HTMLElement | undefined {
  const marked = [...document.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-fault]')]
  const fault = marked.find((one) => one.getClientRects().length)
  // what lies over the step is closed, when the fault is below it
  for (const sheet of document.querySelectorAll<HTMLDetailsElement>('details[data-sheet][open]'))
    if (fault && !sheet.contains(fault)) sheet.open = false
  return fault
}
