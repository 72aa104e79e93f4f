import { addDays, todayIn } from '~/domain/calendar'
import type { CustomerDetails } from '~/domain/customer-details'
import { fetchAnew } from './fetch-anew'

type Fields = Record<string, string>

/** What somebody is told who stood in line too long. */
const PRESS_AGAIN = 'Nothing was charged; please try again in a moment.'

/** Somebody with a browser that keeps cookies, submits forms and runs no scripts. */
export class Walker {
  private readonly cookies = new Map<string, string>()

  constructor(private readonly site: string) {}

  /** Opens an address; redirects are answers too, to be followed or not. */
  async open(address: string): Promise<Response> {
    return this.keep(await fetchAnew(new URL(address, this.site), { redirect: 'manual', headers: this.headers() }))
  }

  async submit(address: string, fields: Fields): Promise<Response> {
    const headers = { ...this.headers(), Origin: this.site, 'Sec-Fetch-Site': 'same-origin' }
    const body = new URLSearchParams(fields)
    return this.keep(
      await fetchAnew(new URL(address, this.site), { method: 'POST', redirect: 'manual', headers, body }),
    )
  }

  /** Presses Pay on the payment; who is told that he stood in line too long, as on a slow machine, presses again. */
  async pressPay(total: string): Promise<Response> {
    for (;;) {
      const answer = await this.submit('/booking/payment', { intent: 'pay', payChoice: 'advance', total })
      if (answer.status !== 422 || !(await answer.clone().text()).includes(PRESS_AGAIN)) return answer
    }
  }

  /** Somebody else who has the same cookies. */
  copy(): Walker {
    const copied = new Walker(this.site)
    for (const [name, value] of this.cookies) copied.cookies.set(name, value)
    return copied
  }

  /** Takes the cookies of an answer. */
  keep(answer: Response): Response {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return answer
  }

  /** The cookies as a request carries them. */
  headers(): Record<string, string> {
    return { Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  }
}

/** The first form of a page whose address fits: where it goes and its hidden fields. */
export function formIn(html: string, address: RegExp): { action: string; fields: Fields } {
  for (const [form, attributes = ''] of html.matchAll(/<form([^>]*)>[\s\S]*?<\/form>/g)) {
    const action = plain(/action="([^"]*)"/.exec(attributes)?.[1] ?? '')
    if (!address.test(action)) continue
    const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([input]) => [
      plain(/name="([^"]*)"/.exec(input)?.[1] ?? ''),
      plain(/value="([^"]*)"/.exec(input)?.[1] ?? ''),
    ])
    return { action, fields: Object.fromEntries(inputs) as Fields }
  }
  throw new Error(`There is no form for ${address} on the page.`)
}

const plain = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

export type Family = Omit<CustomerDetails, 'people'>

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
