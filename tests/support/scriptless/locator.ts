import type { Locator } from '@playwright/test'
import type { ScriptlessPage } from './page'
import { answersTo, descriptionOf, fits, isUnheard, plain, type RoleWish, textOf, toldAs } from './roles'

type Query = (root: ParentNode) => Element[]

interface Sieve {
  hasText?: string | RegExp
  has?: Locator
  visible?: boolean
}

interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}

const elements = (root: ParentNode) => [...root.querySelectorAll('*')]

/** Its collection of children costs the library more than a walk from one to the next. */
function childrenOf(element: Element): Element[] {
  const children: Element[] = []
  for (let one = element.firstElementChild; one; one = one.nextElementSibling) children.push(one)
  return children
}

const inOrder = (found: Element[]) =>
  [...new Set(found)].sort((one, other) => (one.compareDocumentPosition(other) & 4 ? -1 : 1))

/** Both speak Playwright's language; a verb that this world lacks ends the story. */
const spoken = (locator: ScriptlessLocator) => locator as unknown as Locator

/** Elements of a page without scripts, found and used in the words of Playwright's locators. */
export class ScriptlessLocator {
  constructor(
    readonly page: ScriptlessPage,
    private readonly words: string,
    private readonly query: Query,
  ) {}

  all(): Element[] {
    return this.query(this.page.document)
  }

  private within(words: string, query: Query): Locator {
    const found: Query = (root) => {
      const [only, ...more] = this.query(root)
      return only && !more.length ? query(only) : inOrder([only, ...more].flatMap((one) => (one ? query(one) : [])))
    }
    return spoken(new ScriptlessLocator(this.page, `${this.words} ${words}`, found))
  }

  private of(words: string, choose: (found: Element[], root: ParentNode) => Element[]): Locator {
    const chosen: Query = (root) => choose(this.query(root), root)
    return spoken(new ScriptlessLocator(this.page, `${this.words} ${words}`, chosen))
  }

  locator(css: string, sieve: Sieve = {}) {
    return this.within(css, (root) => [...root.querySelectorAll(css)].filter((one) => this.passes(one, sieve)))
  }

  getByRole(role: string, wish: RoleWish = {}) {
    const fitting: Query = (root) =>
      toldAs(role, this.page.drawn).filter(
        (one) => one !== root && root.contains(one) && answersTo(one, this.page.drawn, wish),
      )
    return this.within(`${role} ${wish.name ?? ''}`, fitting)
  }

  getByLabel(text: string | RegExp, { exact = false } = {}) {
    const fitting: Query = (root) =>
      elements(root).filter((one) => labelsOf(one).some((label) => fits(label, text, exact)))
    return this.within(`labelled ${text}`, fitting)
  }

  getByText(text: string | RegExp, { exact = false } = {}) {
    const says = (one: Element) => !isUnheard(one) && fits(textOf(one), text, exact)
    const deepest = (one: Element): Element[] => {
      if (!says(one)) return []
      const inner = childrenOf(one).flatMap(deepest)
      return inner.length ? inner : [one]
    }
    // what holds a text holds it in what stands around it: only a pattern may fit the one without the other
    const fitting: Query = (root) =>
      typeof text === 'string' && !exact
        ? [...root.children].flatMap(deepest)
        : elements(root).filter((one) => says(one) && !childrenOf(one).some(says))
    return this.within(`saying ${text}`, fitting)
  }

  getByTestId(id: string) {
    return this.locator(`[data-testid="${id}"]`)
  }

  filter(sieve: Sieve) {
    return this.of('that fits', (found) => found.filter((one) => this.passes(one, sieve)))
  }

  private passes(element: Element, { hasText, has, visible }: Sieve): boolean {
    const inner = has as unknown as ScriptlessLocator | undefined
    return (
      (hasText === undefined || fits(textOf(element), hasText)) &&
      (inner === undefined || inner.query(element).length > 0) &&
      (visible === undefined || this.page.drawn.has(element) === visible)
    )
  }

  and(other: Locator) {
    const second = other as unknown as ScriptlessLocator
    return this.of(`and ${second.words}`, (found, root) => {
      const both = new Set(second.query(root))
      return found.filter((one) => both.has(one))
    })
  }

  or(other: Locator) {
    const second = other as unknown as ScriptlessLocator
    return this.of(`or ${second.words}`, (found, root) => inOrder([...found, ...second.query(root)]))
  }

  nth(index: number) {
    return this.of(`number ${index}`, (found) => found.slice(index, index + 1))
  }

  first() {
    return this.nth(0)
  }

  last() {
    return this.of('the last', (found) => found.slice(-1))
  }

  /** The one element that is meant. */
  one(): Element {
    const found = this.all()
    if (found.length === 1 && found[0]) return found[0]
    throw new Error(`${found.length} elements on ${this.page.url()} fit “${this.words}”, not one.`)
  }

  async count() {
    return this.all().length
  }

  async textContent() {
    return this.one().textContent
  }

  async getAttribute(name: string) {
    return this.one().getAttribute(name)
  }

  async isVisible() {
    const [only, ...more] = this.all()
    if (more.length) this.one()
    return only !== undefined && this.page.drawn.has(only)
  }

  async evaluateAll<Result>(work: (found: Element[]) => Result) {
    return work(this.all())
  }

  async inputValue() {
    return this.value()
  }

  value(): string {
    return (this.one() as HTMLInputElement).value
  }

  description(): string {
    return plain(descriptionOf(this.one(), this.page.drawn))
  }

  /** The element, when somebody could use it now. */
  private usable({ force = false } = {}): HTMLInputElement {
    const element = this.one() as HTMLInputElement
    if (!force && !this.page.drawn.has(element)) throw new Error(`“${this.words}” is not to be seen.`)
    if (element.matches(':disabled') || element.closest('[inert]')) throw new Error(`“${this.words}” is disabled.`)
    return element
  }

  async click() {
    this.usable().click()
    await this.page.arrived()
  }

  async press(key: string) {
    const element = this.usable()
    if (key !== 'Enter') throw new Error(`The key ${key} does nothing here.`)
    if (!/^(input|select|textarea)$/.test(element.localName)) element.click()
    else if (element.localName === 'input' && element.form) sendWithEnter(element.form)
    await this.page.arrived()
  }

  async fill(text: string) {
    const field = this.usable()
    if (!/^(input|textarea)$/.test(field.localName) || /^(checkbox|radio|file|submit|button)$/.test(field.type))
      throw new Error(`Nobody can write into “${this.words}”.`)
    if (field.readOnly) throw new Error(`“${this.words}” can only be read.`)
    const typed = field.maxLength >= 0 ? text.slice(0, field.maxLength) : text
    field.value = typed
    if (plain(field.value) !== plain(typed)) throw new Error(`“${this.words}” does not take ${typed}.`)
  }

  async pressSequentially(text: string) {
    await this.fill(this.value() + text)
  }

  async selectOption(wanted: string | { label: string }) {
    const field = this.usable() as unknown as HTMLSelectElement
    const options = [...field.options].filter((one) => !one.disabled)
    const option = options.find((one) =>
      typeof wanted === 'string'
        ? one.value === wanted || plain(one.text) === wanted
        : plain(one.text) === wanted.label,
    )
    if (!option) throw new Error(`“${this.words}” offers no ${JSON.stringify(wanted)}.`)
    option.selected = true
  }

  async check(how: { force?: boolean } = {}) {
    const field = this.usable(how)
    if (!field.checked) field.click()
    if (!field.checked) throw new Error(`“${this.words}” cannot be ticked.`)
    this.page.ticked()
  }

  async setInputFiles(uploads: Upload | Upload[]) {
    this.page.choose(this.usable(), [uploads].flat())
  }
}

/** Enter in a field presses the form's first button that sends it; a form without one is sent as it is. */
function sendWithEnter(form: HTMLFormElement) {
  const buttons = [...form.elements].filter((one) => one.matches('button:not([type]), [type="submit"], [type="image"]'))
  if (buttons[0]) (buttons[0] as HTMLElement).click()
  else form.requestSubmit()
}

function labelsOf(element: Element): string[] {
  const by = element.getAttribute('aria-labelledby')
  if (by) return by.split(/\s+/).map((id) => element.ownerDocument.getElementById(id)?.textContent ?? '')
  const own = element.getAttribute('aria-label')
  if (own) return [own]
  return (labelsIn(element.ownerDocument).get(element) ?? []).map((label) => label.textContent ?? '')
}

/** The labels of a document by what they label: the library looks through all of it for the labels of each field. */
const labelled = new WeakMap<Document, ReadonlyMap<Element, readonly Element[]>>()

const LABELLED = 'button, input:not([type="hidden"]), meter, output, progress, select, textarea'

function labelsIn(document: Document): ReadonlyMap<Element, readonly Element[]> {
  const known = labelled.get(document)
  if (known) return known
  const found = new Map<Element, Element[]>()
  for (const label of document.getElementsByTagName('label')) {
    const field = label.htmlFor ? document.getElementById(label.htmlFor) : label.querySelector(LABELLED)
    if (field?.matches(LABELLED)) found.set(field, [...(found.get(field) ?? []), label])
  }
  labelled.set(document, found)
  return found
}
