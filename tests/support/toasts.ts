import type { BrowserContext, Page } from '@playwright/test'

/** Has pages write down what their toasts say: these are gone after seconds, in which a busy machine may not come to look. */
export const noteToasts = (context: BrowserContext) =>
  context.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        // a toast, or the list that the first one comes in
        const titles = node instanceof Element && node.querySelectorAll('[data-sonner-toaster] [data-title]')
        if (titles) for (const { textContent } of titles) said.push(textContent ?? '')
      }
    }).observe(document, { childList: true, subtree: true })
  })

/** Whether a toast of this page has said this since it was last asked. */
export const hasSaid = (page: Page, text: string): Promise<boolean> =>
  page.evaluate((wanted) => {
    const said = Reflect.get(window, 'said') as string[]
    const at = said.indexOf(wanted)
    if (at >= 0) said.splice(at, 1)
    return at >= 0
  }, text)
