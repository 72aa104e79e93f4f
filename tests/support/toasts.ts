import type { BrowserContext, Page } from '@playwright/test'

interface Toast {
  text: string
  edge: string
  live: string
}

/** Has pages write down what their toasts say: these are gone after seconds, in which a busy machine may not come to look. */
export const noteToasts = (context: BrowserContext) =>
  context.addInitScript(() => {
    const said: Toast[] = []
    Object.assign(window, { said })
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        // a toast, or the list that the first one comes in
        const titles = node instanceof Element ? node.querySelectorAll('[data-sonner-toaster] [data-title]') : []
        for (const title of titles) {
          const edge = title.closest('[data-y-position]')?.getAttribute('data-y-position') ?? ''
          const live = title.closest('[aria-live]')?.getAttribute('aria-live') ?? ''
          said.push({ text: title.textContent ?? '', edge, live })
        }
      }
    }).observe(document, { childList: true, subtree: true })
  })

/** Whether a toast of this page has said this since it was last asked. */
export const hasSaid = async (page: Page, text: string): Promise<boolean> => (await toastOf(page, text)) !== undefined

/** The edge of the window, `top` or `bottom`, at which a toast has said this since it was last asked; undefined when none has. */
export const edgeOfToast = async (page: Page, text: string): Promise<string | undefined> =>
  (await toastOf(page, text))?.edge

/** Whether a toast that has said this since it was last asked was heard (`polite`) or seen alone (`off`); undefined when none has. */
export const loudnessOfToast = async (page: Page, text: string): Promise<string | undefined> =>
  (await toastOf(page, text))?.live

const toastOf = (page: Page, text: string): Promise<Toast | undefined> =>
  page.evaluate((wanted) => {
    const said = Reflect.get(window, 'said') as Toast[]
    const at = said.findIndex((toast) => toast.text === wanted)
    return at < 0 ? undefined : said.splice(at, 1)[0]
  }, text)
