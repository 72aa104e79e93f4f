import { addDays, todayIn } from '~/domain/calendar'
import { Walker } from './walker'

export interface Family {
  name: string
  email: string
  number: string
}

/** The first button or radio of a page with this name that can be pressed. */
function firstChoice(html: string, name: string, value = ''): string {
  for (const [tag] of html.matchAll(new RegExp(`<(?:button|input)[^>]*name="${name}"[^>]*>`, 'g'))) {
    const found = /value="([^"]+)"/.exec(tag)?.[1]
    if (found?.startsWith(value) && !/\sdisabled(=|\s|>)/.test(tag)) return found
  }
  throw new Error(`The page offers no ${name}.`)
}

/** Chooses what the pages offer first, up to the date; the slots of that date are shown next. */
export async function walkToSlots(site: string, daysAhead: number) {
  const walker = new Walker(site)
  const page = async (path: string) => (await walker.open(path)).text()
  const answer = async (path: string, fields: Record<string, string>) => {
    const { status, headers } = await walker.submit(path, fields)
    if (status !== 303) throw new Error(`${path} answered ${status}.`)
    return headers.get('Location') ?? ''
  }
  await answer('/booking/locations', { location: firstChoice(await page('/booking/locations'), 'location') })
  await answer('/booking/screens', { screen: firstChoice(await page('/booking/screens'), 'screen') })
  const date = addDays(todayIn('Asia/Kolkata', new Date()), daysAhead)
  await answer('/booking/slots', { date })
  return { walker, page, answer, date }
}

/** Answers every step of the flow with what the pages offer first, up to the payment; answers the total shown there. */
export async function walkToPayment(site: string, family: Family, daysAhead: number) {
  const { walker, page, answer, date } = await walkToSlots(site, daysAhead)
  await answer('/booking/slots', { slot: firstChoice(await page('/booking/slots'), 'slot'), shown: date })
  await answer('/booking/customerDetails', { ...family, people: '4', terms: 'on', intent: 'next' })
  const packages = '/booking/otherdetails/packages'
  const next = await answer(packages, { packageId: firstChoice(await page(packages), 'packageId'), intent: 'next' })
  if (next.endsWith('occasions')) await answer(next, { intent: firstChoice(await page(next), 'intent', 'occasion:') })
  return { walker, total: firstChoice(await page('/booking/payment'), 'total') }
}
