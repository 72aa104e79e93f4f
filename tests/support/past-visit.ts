import type { Page } from '@playwright/test'
import { dateAhead } from './booking-pages'

/** When nobody came on a day, one so long before is looked at: no telling of a story takes one of the others' days so. */
const EARLIER = 13

/** The customer's link of a visit that is over: of the demo's, the first of a day. */
export async function linkOfPastVisit(staff: Page, daysAgo: number): Promise<string> {
  const today = `/admin/today?date=${dateAhead(-daysAgo)}`
  const html = async (path: string) => (await staff.context().request.get(path)).text()
  for (const [, id] of (await html(today)).matchAll(/booking=([\w-]+)/g)) {
    const panel = decodeURIComponent(await html(`${today}&booking=${id}`))
    const [link] = /\/b\/\w+/.exec(panel) ?? []
    if (link && /Arrived/.test(panel)) return link
  }
  return linkOfPastVisit(staff, daysAgo + EARLIER)
}
