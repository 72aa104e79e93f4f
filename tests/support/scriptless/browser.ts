import type { Page } from '@playwright/test'
import { CookieJar } from 'jsdom'
import { fetchAnew } from '../fetch-anew'
import { ScriptlessPage } from './page'

const AGENT = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export interface Errand {
  url: URL
  body?: FormData | URLSearchParams
  /** The page that asks; none when the address was typed. */
  from?: URL
  /** Where a form may lead, by the policy of its page. */
  allowed?: (url: URL) => boolean
}

/** Style sheets are named by what they hold: each is asked for once. */
const sheets = new Map<string, Promise<string>>()

/** A browser without scripts: its pages share cookies. What goes wrong in it is gathered in `faults`. */
export class ScriptlessBrowser {
  private cookies = new CookieJar()

  constructor(
    readonly site: string,
    readonly width: number,
    /** The only hosts that may be asked. */
    private readonly own: readonly string[],
    private readonly faults: string[],
  ) {}

  async newPage(): Promise<Page> {
    // both speak Playwright's language; a verb that this world lacks ends the story
    return new ScriptlessPage(this) as unknown as Page
  }

  /** Sends a form that nobody filled in on a page, or asks for a file. */
  readonly request = {
    get: (address: string) => this.send({ url: new URL(address, this.site) }),
    post: async (address: string, { form }: { form: Record<string, string> }) => {
      const url = new URL(address, this.site)
      const answer = await this.send({ url, from: url, body: new URLSearchParams(form) })
      return { status: () => answer.status, headers: () => Object.fromEntries(answer.headers) }
    },
  }

  async clearCookies({ name }: { name?: string } = {}) {
    const kept = this.kept().filter((cookie) => name !== undefined && cookie.name !== name)
    this.cookies = new CookieJar()
    this.take(kept)
  }

  /** Takes cookies over from another browser of the same visitor. */
  take(cookies: readonly { name: string; value: string }[]) {
    for (const { name, value } of cookies) this.cookies.setCookieSync(`${name}=${value}; Path=/`, this.site)
  }

  kept(): { name: string; value: string }[] {
    return this.cookies.getCookiesSync(this.site).map(({ key: name, value }) => ({ name, value }))
  }

  /** Sends one request as a browser does; redirects are answers. */
  async send({ url, body, from }: Errand): Promise<Response> {
    const headers: Record<string, string> = {
      'User-Agent': AGENT,
      Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'Accept-Language': 'en-IN,en;q=0.9',
      Cookie: this.cookies.getCookieStringSync(url.href),
      'Sec-Fetch-Site': !from ? 'none' : relation(from, url),
      'Sec-Fetch-Dest': 'document',
    }
    if (from)
      headers.Referer = from.origin === url.origin ? `${from.origin}${from.pathname}${from.search}` : from.origin
    if (from && body) headers.Origin = from.origin
    const answer = await fetchAnew(url, { method: body ? 'POST' : 'GET', body, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) this.cookies.setCookieSync(line, url.href)
    if (answer.status >= 500) this.faults.push(`${url.href} answered ${answer.status}`)
    return answer
  }

  /** What a page would load from strangers is a fault. */
  watch(document: Document) {
    for (const one of document.querySelectorAll('[src], link[rel~="stylesheet"], link[rel~="icon"]')) {
      const address = new URL(one.getAttribute('src') ?? one.getAttribute('href') ?? '', document.URL)
      if (address.protocol.startsWith('http') && !this.own.includes(address.host))
        this.faults.push(`foreign request: ${address.href}`)
    }
  }

  /** The style sheets of a page. */
  sheetsOf(document: Document): Promise<string[]> {
    const addresses = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href)
    return Promise.all(
      addresses.map((address) => {
        const sheet = sheets.get(address) ?? fetchAnew(address).then((answer) => answer.text())
        sheets.set(address, sheet)
        return sheet
      }),
    )
  }
}

function relation(from: URL, to: URL): string {
  if (from.origin === to.origin) return 'same-origin'
  return from.hostname === to.hostname ? 'same-site' : 'cross-site'
}
