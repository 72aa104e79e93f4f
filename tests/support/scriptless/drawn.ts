import postcss, { type AtRule, type Declaration, type Node, type Rule } from 'postcss'

/** What a browser without scripts is, as far as style sheets ask. */
const NATURE: Record<string, string> = {
  'forced-colors': 'none',
  scripting: 'none',
  hover: 'hover',
  pointer: 'fine',
  'prefers-reduced-motion': 'no-preference',
}
const REM = 16

interface DisplayRule {
  selector: string
  /** Without all of these somewhere on a page the selector finds nothing there. */
  classes: string[]
  /** A class of what it finds, where the selector says so in a way that is understood here. */
  own: string | undefined
  /** That class is the whole selector. */
  alone: boolean
  display: string
  important: boolean
  media: string[]
}

const known = new Map<string, DisplayRule[]>()

/** What a style sheet says about whether something is drawn, in its order. */
function rulesOf(sheet: string): DisplayRule[] {
  const kept = known.get(sheet)
  if (kept) return kept
  const rules: DisplayRule[] = []
  postcss.parse(sheet).walkDecls(/^(display|visibility)$/, (declaration) => {
    const rule = ruleOf(declaration)
    if (!rule) return
    if (declaration.prop === 'display') rules.push(rule)
    else if (declaration.value !== 'visible') throw new Error(`${rule.selector}: only display is understood.`)
  })
  known.set(sheet, rules)
  return rules
}

function ruleOf({ value, important = false, parent }: Declaration): DisplayRule | undefined {
  const media: string[] = []
  let selector = ''
  for (let node: Node | undefined = parent; node; node = node.parent) {
    // moves for a while only, and what is read stands still
    if (node.type === 'atrule' && (node as AtRule).name === 'keyframes') return undefined
    if (node.type === 'atrule' && (node as AtRule).name === 'media') media.push((node as AtRule).params)
    if (node.type !== 'rule') continue
    if (selector) throw new Error(`${selector} stands in another rule.`)
    selector = (node as Rule).selector
  }
  // what is drawn by the browser itself has no element
  if (!selector || selector.includes('::')) return undefined
  selector = selector.replaceAll(/:popover-open|:open\b/g, '[open]')
  const classes = classesOf(selector)
  const own = isOne(selector) ? nameOf(selector) : endsWithClass(selector) ? classes.at(-1) : undefined
  return { selector, classes, own, alone: /^\.(?:\\.|[\w-])+$/.test(selector), display: value, important, media }
}

/** Whether a selector begins with a class and speaks of one element: what is around that is named in brackets. */
function isOne(selector: string): boolean {
  let rest = selector.replaceAll(/\\./g, '')
  for (let inner = ''; inner !== rest; rest = rest.replaceAll(/\([^()]*\)|\[[^\]]*\]/g, '')) inner = rest
  return /^\.[^\s,>+~]+$/.test(rest)
}

/** The class that a selector begins with. */
const nameOf = (selector: string) => /^\.((?:\\.|[\w-])+)/.exec(selector)?.[1]?.replaceAll(/\\(.)/g, '$1')

/** Whether what a selector finds has the class that it ends with; it may stand in brackets as a whole. */
const endsWithClass = (selector: string): boolean =>
  /\.(?:\\.|[\w-])+$/.test(/^:is\((?!.*:(?:has|not)\()(.*)\)$/.exec(selector)?.[1] ?? selector)

/** The classes without which a selector finds nothing; none are known of alternatives. */
function classesOf(selector: string): string[] {
  const withoutClasses = /\([^().]*\)/g
  if (/,|:not\(/.test(selector.replaceAll(/\\./g, '').replaceAll(withoutClasses, ''))) return []
  return [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replaceAll(/\\(.)/g, '$1'))
}

/** Whether a media query holds in a window so wide; one that is not understood is an error. */
function holds(query: string, width: number): boolean {
  return query.split(',').some((one) => {
    const [, negated, rest = ''] = /^(not )?(.*)$/.exec(one.trim()) ?? []
    const all = rest.split(' and ').every((part) => {
      if (part === 'all' || part === 'screen') return true
      if (part === 'print') return false
      const [, name = '', value = ''] = /^\(([\w-]+):\s*([\w.-]+)\)$/.exec(part) ?? []
      const pixels = Number.parseFloat(value) * (value.endsWith('rem') ? REM : 1)
      if (name === 'min-width') return width >= pixels
      if (name === 'max-width') return width <= pixels
      const own = NATURE[name]
      if (own === undefined) throw new Error(`The media query ${query} is not understood.`)
      return own === value
    })
    return negated ? !all : all
  })
}

/** Never drawn by browsers themselves, whatever stands around it. */
const UNDRAWN =
  'head, title, script, style, template, datalist, input[type="hidden"], dialog:not([open]), [popover], [hidden]'

/** What of a document is drawn in a window so wide, by its style sheets. */
export class Drawn {
  private readonly displays = new Map<Element, { display: string; important: boolean }>()
  private readonly undrawn: ReadonlySet<Element>
  private readonly seen = new Map<Element, boolean>()

  constructor(
    readonly document: Document,
    sheets: readonly string[],
    width: number,
  ) {
    this.undrawn = new Set(document.querySelectorAll(UNDRAWN))
    const withClass = elementsByClass(document)
    // every utility is one class in one layer: of two that fit, the later one holds
    for (const { selector, classes, own, alone, display, important, media } of sheets.flatMap(rulesOf)) {
      if (!classes.every((name) => withClass.has(name)) || !media.every((query) => holds(query, width))) continue
      const bearers = own ? (withClass.get(own) ?? []) : this.candidates(selector, display)
      for (const element of alone ? bearers : bearers.filter((one) => one.matches(selector))) {
        if (important || !this.displays.get(element)?.important) this.displays.set(element, { display, important })
      }
    }
  }

  /** What a selector may find, which takes the library long: how something is drawn means nothing but where it was not. */
  private candidates(selector: string, display: string): Element[] {
    // the library finds an attribute at once, and tries everything else on all elements
    const [attribute] = /^\[\w+\](?=:where\([^,]*\)$)/.exec(selector) ?? []
    if (display === 'none') return [...this.document.querySelectorAll(attribute ?? selector)]
    return [...this.displays]
      .flatMap(([element, { display }]) => (display === 'none' ? [element] : []))
      .concat([...this.undrawn])
  }

  display(element: Element): string {
    const own = this.displays.get(element)?.display
    if (own) return own
    return this.undrawn.has(element) ? 'none' : 'block'
  }

  /** Drawn, and so is all that it stands in. */
  has(element: Element): boolean {
    const known = this.seen.get(element)
    if (known !== undefined) return known
    const around = element.parentElement
    const has = this.display(element) !== 'none' && !isFolded(element, around) && (!around || this.has(around))
    this.seen.set(element, has)
    return has
  }

  /**
   * As `getComputedStyle` tells it to the library that works out names. Nothing is inline there: the library would drop
   * the space at the beginning of such an element.
   */
  readonly style = (element: Element, pseudo?: string | null): CSSStyleDeclaration => {
    const display = pseudo || this.display(element) === 'none' ? 'none' : 'block'
    const values: Record<string, string> = { display, visibility: 'visible', content: 'none' }
    return { getPropertyValue: (name: string) => values[name] ?? '' } as CSSStyleDeclaration
  }
}

function isFolded(element: Element, around: Element | null): boolean {
  if (around?.localName !== 'details' || around.hasAttribute('open')) return false
  return element !== around.querySelector(':scope > summary')
}

function elementsByClass(document: Document): Map<string, Element[]> {
  const found = new Map<string, Element[]>()
  for (const element of document.querySelectorAll('[class]')) {
    for (const name of element.getAttribute('class')?.split(/\s+/) ?? []) {
      const others = found.get(name)
      if (others) others.push(element)
      else found.set(name, [element])
    }
  }
  return found
}
