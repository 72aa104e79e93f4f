import { JSDOM } from 'jsdom'
import type { Errand, ScriptlessBrowser } from './browser'
import { Drawn } from './drawn'
import { ScriptlessLocator } from './locator'

const HOPS = 10

/** One page of it, in the words of Playwright's pages. */
export class ScriptlessPage {
  // one window for all documents: making one costs more than reading a page
  private readonly dom = new JSDOM('')
  document: Document = this.dom.window.document
  private sheets: string[] = []
  private picture: Drawn | undefined
  private policy = ''
  private address = 'about:blank'
  private last: Errand | undefined
  private way: Promise<unknown> | undefined
  private readonly past: URL[] = []
  private readonly files = new Map<Element, File[]>()

  constructor(private readonly browser: ScriptlessBrowser) {}

  /** What of the page is to be seen as it stands now. */
  get drawn(): Drawn {
    this.picture ??= new Drawn(this.document, this.sheets, this.browser.width)
    return this.picture
  }

  /** A tick may unfold something: what is to be seen is looked at anew. */
  ticked() {
    this.picture = undefined
  }

  private whole = () => new ScriptlessLocator(this, 'page', (root) => [root as unknown as Element])
  locator: ScriptlessLocator['locator'] = (...wish) => this.whole().locator(...wish)
  getByRole: ScriptlessLocator['getByRole'] = (...wish) => this.whole().getByRole(...wish)
  getByLabel: ScriptlessLocator['getByLabel'] = (...wish) => this.whole().getByLabel(...wish)
  getByText: ScriptlessLocator['getByText'] = (...wish) => this.whole().getByText(...wish)
  getByTestId: ScriptlessLocator['getByTestId'] = (id) => this.whole().getByTestId(id)

  url = () => this.address
  context = () => this.browser
  close = async () => this.dom.window.close()

  goto(address: string) {
    return this.go({ url: new URL(address, this.browser.site) })
  }

  /** Asks again for what is shown: a form is sent again, as after the browser's question. */
  async reload() {
    if (this.last) await this.go(this.last)
  }

  async goBack() {
    this.past.pop()
    const url = this.past.pop()
    if (!url) throw new Error('There is no page before.')
    await this.go({ url })
  }

  /** Files for a file input, as its dialog would give them. */
  choose(input: Element, uploads: readonly { name: string; mimeType: string; buffer: Buffer }[]) {
    const chosen = uploads.map(
      ({ name, mimeType, buffer }) => new File([new Uint8Array(buffer)], name, { type: mimeType }),
    )
    this.files.set(input, chosen)
  }

  /** When what was pressed leads elsewhere, the page there has come. */
  async arrived() {
    this.picture = undefined
    const way = this.way
    this.way = undefined
    await way
  }

  private async go(errand: Errand) {
    let { url, body, from } = errand
    for (let hops = 0; hops < HOPS; hops++) {
      if (errand.allowed && !errand.allowed(url))
        throw new Error(`The page’s policy lets no form lead to ${url.origin}.`)
      const answer = await this.browser.send({ url, body, from })
      const location = answer.headers.get('Location')
      if (answer.status < 300 || answer.status >= 400 || !location) {
        await this.show({ ...errand, url, body, from }, answer)
        return { status: () => answer.status, headers: () => Object.fromEntries(answer.headers) }
      }
      url = new URL(location, url)
      if (answer.status !== 307 && answer.status !== 308) body = undefined
    }
    throw new Error(`${url.href} leads on and on.`)
  }

  private async show(errand: Errand, answer: Response) {
    const type = answer.headers.get('Content-Type') ?? ''
    if (!type.includes('html')) throw new Error(`${errand.url.href} is no page but ${type}.`)
    // a document takes its address from the window in which it is read
    this.dom.reconfigure({ url: errand.url.href })
    this.document = new this.dom.window.DOMParser().parseFromString(await answer.text(), 'text/html')
    // the library that works out names asks a document for its window
    Object.defineProperty(this.document, 'defaultView', { value: this.dom.window })
    this.address = errand.url.href
    this.policy = answer.headers.get('Content-Security-Policy') ?? ''
    this.last = errand
    this.past.push(errand.url)
    this.files.clear()
    this.picture = undefined
    this.sheets = await this.browser.sheetsOf(this.document)
    this.browser.watch(this.document)
    // the library does what a browser does up to the point of leaving the page
    this.document.addEventListener('click', (event) => {
      this.way ??= this.follow(event)
    })
    this.document.addEventListener('submit', (event) => {
      this.way ??= this.submit(event as SubmitEvent)
    })
  }

  private follow(event: Event): Promise<unknown> | undefined {
    const button = (event.target as Element).closest<HTMLButtonElement>('button, input')
    // the library asks only the form itself whether to check its fields
    if (button?.formNoValidate) button.form?.setAttribute('novalidate', '')
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
    if (!link) return undefined
    const { hash, origin, pathname, search } = new URL(link.href)
    const here = new URL(this.url())
    event.preventDefault()
    if (hash && origin === here.origin && pathname === here.pathname && search === here.search) {
      this.address = link.href
      return undefined
    }
    if (link.target === '_blank') return Promise.reject(new Error(`${link.href} opens a window of its own.`))
    return this.go({ url: new URL(link.href), from: here })
  }

  private submit(event: SubmitEvent): Promise<unknown> {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const pressed = event.submitter as HTMLButtonElement | null
    const said = (name: string) => pressed?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
    if (said('target') === '_blank') return Promise.reject(new Error('The form opens a window of its own.'))
    const from = new URL(this.url())
    const url = new URL(said('action') || from.href, from)
    const entries = this.entries(form, pressed)
    const plain = entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.name])
    if (said('method').toLowerCase() !== 'post') {
      url.search = new URLSearchParams(plain).toString()
      return this.go({ url, from, allowed: this.formTargets(from) })
    }
    const body = said('enctype') === 'multipart/form-data' ? new FormData() : new URLSearchParams(plain)
    if (body instanceof FormData) for (const [name, value] of entries) body.append(name, value)
    return this.go({ url, from, body, allowed: this.formTargets(from) })
  }

  /** What the form says, with the chosen files and with line ends as forms send them. */
  private entries(form: HTMLFormElement, pressed: HTMLElement | null): [string, string | File][] {
    const said = [...new this.dom.window.FormData(form, pressed)] as [string, string | File][]
    const chosen = [...this.files].filter(([input]) => (input as HTMLInputElement).form === form)
    const inputs = new Map(chosen.map(([input, files]) => [input.getAttribute('name'), files]))
    return said.flatMap(([name, value]): [string, string | File][] => {
      if (typeof value === 'string') return [[name, value.replaceAll(/\r?\n/g, '\r\n')]]
      const files = inputs.get(name) ?? [new File([], '', { type: 'application/octet-stream' })]
      return files.map((file) => [name, file])
    })
  }

  private formTargets(page: URL): ((url: URL) => boolean) | undefined {
    const sources = /(?:^|; )form-action ([^;]*)/.exec(this.policy)?.[1]?.split(' ')
    return (
      sources && ((url) => sources.includes(url.origin) || (url.origin === page.origin && sources.includes("'self'")))
    )
  }
}
