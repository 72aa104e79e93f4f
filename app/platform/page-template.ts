/** A page as it was drawn once, taken apart where the visitor's own stood: what is between them, in order. */
export type PageTemplate = readonly (readonly string[])[]

/** What a page has for one visitor alone. */
export interface OwnParts {
  /** Names the page's scripts, in each of their tags. */
  nonce: string
  /** Stands once among the data for its scripts; null when the visitor has none. */
  text: string | null
}

/** As a text stands in the data for a page's scripts: a JSON string within the JavaScript string of an inline script. */
const inScript = (text: string): string =>
  JSON.stringify(JSON.stringify(text).slice(1, -1))
    .slice(1, -1)
    .replace(/[&<>\u2028\u2029]/g, escaped)

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Takes a page apart; undefined when the visitor's own parts do not stand where they should: then it is for that visitor alone. */
export function templateOf(html: string, { nonce, text }: OwnParts): PageTemplate | undefined {
  const around = text === null ? [html] : html.split(inScript(text))
  if (around.length !== (text === null ? 1 : 2)) return undefined
  const template = around.map((part) => part.split(nonce))
  return template.flat().length > around.length ? template : undefined
}

/** Puts a page together for another visitor. */
export function filled(template: PageTemplate, { nonce, text }: OwnParts): string {
  return template.map((parts) => parts.join(nonce)).join(text === null ? '' : inScript(text))
}
