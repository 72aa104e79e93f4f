import type { Page, Request, Route } from '@playwright/test'
import { closedGate } from './gate'

type Address = string | RegExp | ((url: URL) => boolean)

/**
 * Keeps what a page asks of an address, or those of these requests that are meant, on its way until it is let go. `begun` is the
 * first of them. That the page gives one up meanwhile is no fault.
 */
export async function heldBack(page: Page, address: Address, meant = (_: Request): boolean => true) {
  const gate = closedGate()
  let begin: (request: Request) => void = () => {}
  const begun = new Promise<Request>((resolve) => {
    begin = resolve
  })
  const hold = async (route: Route) => {
    if (meant(route.request())) {
      begin(route.request())
      await gate.opened
    }
    await route.fallback().catch(() => undefined)
  }
  await page.route(address, hold)
  const letGo = async () => {
    gate.open()
    await page.unroute(address, hold)
  }
  return { begun, letGo }
}
