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

/** Asked in a page: scripts have taken it over, nothing that was pressed is still under way, and what came of it is drawn. */
export function isSettled(): boolean {
  const router = Reflect.get(window, '__remixRouter') as Router | undefined
  const [root] = Object.entries(document).filter(([key]) => key.startsWith('__reactContainer$'))
  if (!router || root?.[1].stateNode.current.memoizedState.isDehydrated !== false) return false
  // the router is ahead of the page: what it knows is drawn when there is time for it
  if (root[1].stateNode.pendingLanes !== 0) return false
  const { initialized, navigation, revalidation, fetchers } = router.state
  const states = [navigation.state, revalidation, ...[...fetchers.values()].map(({ state }) => state)]
  return initialized && states.every((one) => one === 'idle') && !document.querySelector('[aria-busy="true"]')
}

/** Waits until a page is settled. */
export async function settled(page: Page): Promise<void> {
  // asked with each frame, as is the habit, the browser would have to make frames
  await page.waitForFunction(isSettled, undefined, { polling: 50 })
}

/** Whether a page's data is asked for, and nothing sent. */
export const isLoad = (step: string) => (request: Request) =>
  request.method() === 'GET' && request.url().endsWith(`/${step}.data`)
