import { fetchAnew } from './fetch-anew'

type Fields = Record<string, string>

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
