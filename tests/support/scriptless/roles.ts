import { computeAccessibleDescription, computeAccessibleName, getRole } from 'dom-accessibility-api'
import type { Drawn } from './drawn'

export interface RoleWish {
  name?: string | RegExp
  exact?: boolean
  level?: number
}

const PARTED = 'article, aside, main, nav, section'

/** The role of an element as browsers give it, where the library answers more simply. */
function roleOf(element: Element, drawn: Drawn): string | null {
  if (element.hasAttribute('role')) return getRole(element)
  switch (element.localName) {
    case 'summary':
      return null
    case 'header':
    case 'footer':
      return element.closest(PARTED) ? null : getRole(element)
    case 'section':
      return nameOf(element, drawn) ? 'region' : null
    case 'th':
      return element.getAttribute('scope') === 'row' ? 'rowheader' : 'columnheader'
    default:
      return getRole(element)
  }
}

/** What a screen reader calls an element. */
export const nameOf = (element: Element, drawn: Drawn): string =>
  computeAccessibleName(element, { getComputedStyle: drawn.style })

/** What a screen reader says of it besides. */
export const descriptionOf = (element: Element, drawn: Drawn): string =>
  computeAccessibleDescription(element, { getComputedStyle: drawn.style })

/** What of a page as it stands somebody is told of, by role: asked many times, and found once. */
const told = new WeakMap<Drawn, Map<string, Element[]>>()

/** The elements of a role of which somebody who is told the page hears, in its order. */
export function toldAs(role: string, drawn: Drawn): readonly Element[] {
  const byRole = told.get(drawn) ?? new Map<string, Element[]>()
  if (byRole.size === 0) {
    told.set(drawn, byRole)
    const silent = new Set<Element | null>(drawn.document.querySelectorAll('[aria-hidden="true"], [inert]'))
    for (const element of drawn.document.querySelectorAll('*')) {
      if (silent.has(element.parentElement)) silent.add(element)
      const own = !silent.has(element) && drawn.has(element) && roleOf(element, drawn)
      if (!own) continue
      const others = byRole.get(own)
      if (others) others.push(element)
      else byRole.set(own, [element])
    }
  }
  return byRole.get(role) ?? []
}

/** Whether an element is the one that is meant among those of its role. */
export function answersTo(element: Element, drawn: Drawn, { name, exact, level }: RoleWish): boolean {
  if (level && Number(element.getAttribute('aria-level') ?? element.localName.slice(1)) !== level) return false
  return name === undefined || fits(nameOf(element, drawn), name, exact)
}

/** A text with every gap as one space. */
export const plain = (text: string | null | undefined): string =>
  (text ?? '').replaceAll(/[\s\u200b\u00ad]+/g, ' ').trim()

/** What of a document holds something that is not heard: asked of every element, and found once. */
const holders = new WeakMap<Document, ReadonlySet<Element>>()

function holdersIn(document: Document): ReadonlySet<Element> {
  const known = holders.get(document)
  if (known) return known
  const found = new Set<Element>()
  for (const unheard of document.querySelectorAll('script, style')) {
    for (let one = unheard.parentElement; one && !found.has(one); one = one.parentElement) found.add(one)
  }
  holders.set(document, found)
  return found
}

/** What an element says: scripts in it are not heard. */
export function textOf(element: Element): string {
  if (!holdersIn(element.ownerDocument).has(element)) return element.textContent ?? ''
  return [...element.childNodes]
    .map((node) => {
      if (node.nodeType === node.TEXT_NODE) return node.textContent
      return node.nodeType === node.ELEMENT_NODE && !isUnheard(node as Element) ? textOf(node as Element) : ''
    })
    .join('')
}

/** Whether nothing of an element is read out. */
export const isUnheard = (element: Element) => /^(head|script|style|template)$/.test(element.localName)

/** Whether a text is the wanted one, or holds it in any letter case. */
export function fits(text: string, wanted: string | RegExp, exact = false): boolean {
  const own = plain(text)
  if (wanted instanceof RegExp) return wanted.test(own)
  return exact ? own === plain(wanted) : own.toLowerCase().includes(plain(wanted).toLowerCase())
}
