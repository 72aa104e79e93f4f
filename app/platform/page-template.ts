/** A page as it was drawn once, taken apart where the visitor's own stood: its bytes, and between them which own part comes. */
export type PageTemplate = readonly (Buffer | number)[]

/** What a page has for one visitor alone, in the places where it stands. */
export interface OwnParts {
  /** Names the page's scripts, in each of their tags. */
  nonce: string
  /** Texts among the data for its scripts, each once. */
  data: readonly string[]
  /** Texts that are shown, each once and as one text of its own. */
  shown: readonly string[]
}

/** As a text stands in the data for a page's scripts, quotes included: a JSON string within the JavaScript string of an inline script. */
const inScript = (text: string): string =>
  JSON.stringify(JSON.stringify(text))
    .slice(1, -1)
    .replace(/[&<>\u2028\u2029]/g, escaped)

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** As React escapes a text that is shown. */
const inMarkup = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }

/** All of a visitor's own parts as they are written, the nonce first. */
const written = ({ nonce, data, shown }: OwnParts): string[] => [nonce, ...data.map(inScript), ...shown.map(inMarkup)]

/**
 * Takes a page apart. Undefined when the visitor's own parts do not stand where they should, or as they should, or more often:
 * then it is for that visitor alone.
 */
export function templateOf(html: string, own: OwnParts): PageTemplate | undefined {
  let pieces: (string | number)[] = [html]
  for (const [part, text] of written(own).entries()) {
    const apart = pieces.flatMap((piece) => (typeof piece === 'string' ? joined(piece.split(text), part) : [piece]))
    // each time it was found there is the part, and one piece more
    const times = (apart.length - pieces.length) / 2
    if (part === 0 ? times === 0 : times !== 1) return undefined
    pieces = apart
  }
  return pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))
}

const joined = (pieces: readonly string[], part: number) =>
  pieces.flatMap((piece, at) => (at ? [part, piece] : [piece]))

/** Puts a page together for another visitor, who has as many own parts. */
export function filled(template: PageTemplate, own: OwnParts): Buffer {
  const parts = written(own).map((text) => Buffer.from(text))
  return Buffer.concat(template.map((piece) => (typeof piece === 'number' ? (parts[piece] as Buffer) : piece)))
}
