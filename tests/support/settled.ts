import type { Page, Request } from '@playwright/test'

/** The router in the page, as far as stories look into it. */
export interface Router {
  revalidate(): void
  state: {
    initialized: boolean
    navigation: { state: string }
    revalidation: string
    fetchers: Map<string, { state: string }>
  }
}

/** Scripts have taken the page over, and nothing that was pressed is still under way. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const router = Reflect.get(window, '__remixRouter') as Router | undefined
    const [root] = Object.entries(document).filter(([key]) => key.startsWith('__reactContainer$'))
    if (!router || root?.[1].stateNode.current.memoizedState.isDehydrated !== false) return false
    const { initialized, navigation, revalidation, fetchers } = router.state
    const idle = [navigation.state, revalidation, ...[...fetchers.values()].map(({ state }) => state)]
    return initialized && idle.every((one) => one === 'idle') && !document.querySelector('[aria-busy="true"]')
  })
}

/** Whether a page's data is asked for, and nothing sent. */
export const isLoad = (step: string) => (request: Request) =>
  request.method() === 'GET' && request.url().endsWith(`/${step}.data`)
