import postcss, { type AtRule, type Declaration, type Node, type Rule } from 'postcss'

/** What a browser without scripts is, as far as style sheets ask. */
const NATURE: Record<string, string> = {
  scripting: 'none',
  hover: 'hover',
  pointer: 'fine',
  'prefers-reduced-motion': 'no-preference',
}
const REM = 16

interface DisplayRule {
  selector: string
  /** All of these an element must have, or stand in one that has. */
  classes: string[]
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
    if (node.type === 'atrule' && (node as AtRule).name === 'media') media.push((node as AtRule).params)
    if (node.type !== 'rule') continue
    if (selector) throw new Error(`${selector} stands in another rule.`)
    selector = (node as Rule).selector
  }
  // what is drawn by the browser itself has no element
  if (!selector || selector.includes('::')) return undefined
  selector = selector.replaceAll(/:popover-open|:open\b/g, '[open]')
  return { selector, classes: classesOf(selector), display: value, important, media }
}

/** The classes without which a selector fits nothing; none are known of alternatives. */
function classesOf(selector: string): string[] {
  if (/,|:(?:not|is|where|has)\(/.test(selector.replaceAll(/\\./g, ''))) return []
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

  constructor(
    readonly document: Document,
    sheets: readonly string[],
    width: number,
  ) {
    const used = new Set(
      [...document.querySelectorAll('[class]')].flatMap((element) => element.getAttribute('class')?.split(/\s+/) ?? []),
    )
    // every utility is one class in one layer: of two that fit, the later one holds
    for (const { selector, classes, display, important, media } of sheets.flatMap(rulesOf)) {
      if (!classes.every((name) => used.has(name)) || !media.every((query) => holds(query, width))) continue
      for (const element of document.querySelectorAll(selector)) {
        if (important || !this.displays.get(element)?.important) this.displays.set(element, { display, important })
      }
    }
  }

  display(element: Element): string {
    const own = this.displays.get(element)?.display
    if (own) return own
    return element.matches(UNDRAWN) ? 'none' : 'block'
  }

  /** Drawn, and so is all that it stands in. */
  has(element: Element): boolean {
    for (let one: Element | null = element; one; one = one.parentElement) {
      if (this.display(one) === 'none') return false
      const around: Element | null = one.parentElement
      const closed = around?.localName === 'details' && !around.hasAttribute('open')
      if (closed && one !== around.querySelector(':scope > summary')) return false
    }
    return true
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
