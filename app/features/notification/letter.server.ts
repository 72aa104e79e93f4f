import { oneLine } from '~/domain/visible-text'
import type { Mail } from '~/platform/mailer.server'

/** A letter that is not sent after all, because what it was to tell has become pointless: why, in words for the back office. */
export interface NotNeeded {
  notNeeded: string
}

/** A letter that is not written after all; the list of letters says why. */
export const notNeeded = (why: string): NotNeeded => ({ notNeeded: why })

/** A letter that cannot be written before another one has gone, or has not; it is tried again in a minute. */
export const WAITS = { waits: true } as const

/** How a letter begins: whose name it is, in one line, also where an older one has several. */
export const greeting = (name: string): string => `Dear ${oneLine(name)},`

/** Words that lead to an address. Only what an author marks so is a link: an address that somebody typed stays text. */
export interface Link {
  words: string
  address: string
  /** What the letter is for above all is to be pressed; anything else stands in its sentence. */
  look: 'words' | 'button'
}
/** A link in a sentence. */
export const link = (words: string, address: string): Link => ({ words, address, look: 'words' })
/** What a letter is for, to be pressed. */
export const button = (words: string, address: string): Link => ({ words, address, look: 'button' })

/** What something comes to; `strong` where a reader looks first. */
export interface Sum {
  label: string
  amount: string
  strong?: boolean
  /** Of something that was bought: of what kind it is, and what explains its price. */
  item?: { kind: string; note: string | null }
}

/** A paragraph of a letter: text, a link or text with links in it, or sums one below the other. */
export type Paragraph = string | Link | readonly (string | Link)[] | { sums: readonly Sum[] }

/** A mail of paragraphs, as text and as HTML in the same words; the text names the address where the HTML has a link. */
export function letter(sender: string, to: string, subject: string, paragraphs: readonly Paragraph[]): Mail {
  return {
    to,
    subject,
    text: [...paragraphs.map(asText), sender].join('\n\n'),
    html: sheet(subject, [...paragraphs.map(asHtml), `<p style="color:#6d5c80;margin:0">${escaped(sender)}</p>`]),
  }
}

/** A letter with a paragraph more, after whom it greets. */
export const withOpening = <Written extends Mail>({ text, html, ...mail }: Written, words: string) => ({
  ...mail,
  text: text.replace('\n\n', () => `\n\n${words}\n\n`),
  html: html?.replace('</p>', () => `</p>\n<p style="margin:0 0 16px">${escaped(words)}</p>`),
})

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function asText(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph
  if ('sums' in paragraph) return paragraph.sums.map(sumAsText).join('\n')
  if ('address' in paragraph) return `${paragraph.words}: ${paragraph.address}`
  return paragraph.map(asText).join('')
}

function sumAsText({ label, amount, item }: Sum): string {
  if (!item) return `${label} ${amount}`
  return `${item.kind && `${item.kind}: `}${label}, ${amount}${item.note ? `\n  (${item.note})` : ''}`
}

function asHtml(paragraph: Paragraph): string {
  if (typeof paragraph === 'object' && 'sums' in paragraph) return table(paragraph.sums)
  if (typeof paragraph === 'object' && 'look' in paragraph && paragraph.look === 'button') return pressed(paragraph)
  const parts = Array.isArray(paragraph) ? paragraph : [paragraph]
  return `<p style="margin:0 0 16px">${parts.map(inSentence).join('')}</p>`
}

const inSentence = (part: string | Link) =>
  typeof part === 'string'
    ? escaped(part).replaceAll('\n', '<br>')
    : `<a href="${escaped(part.address)}" style="color:#7a4f12">${escaped(part.words)}</a>`

/*
 * Mail programs know no style sheets, and some nothing newer than tables: each part carries its own look.
 */

/** The colour is the cell’s too, for programs that give a link none. */
const pressed = ({ words, address }: Link) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:4px 0 20px"><tr><td bgcolor="#4b2a63" style="border-radius:10px"><a href="${escaped(address)}" style="display:inline-block;padding:12px 22px;font-weight:600;color:#ffffff;text-decoration:none">${escaped(words)}</a></td></tr></table>`

const LINE = 'padding:8px 0;border-bottom:1px solid #e7deef;vertical-align:top'

const small = (words: string) => `<span style="display:block;font-size:13px;color:#6d5c80">${escaped(words)}</span>`

const named = ({ label, item }: Sum) =>
  `${item?.kind ? small(item.kind) : ''}${escaped(label)}${item?.note ? small(item.note) : ''}`

const table = (sums: readonly Sum[]) =>
  `<table cellpadding="0" cellspacing="0" width="100%" style="width:100%;border-collapse:collapse;margin:0 0 16px">${sums
    .map((sum) => {
      const { amount, strong } = sum
      const weight = `font-weight:${strong ? 600 : 400}`
      return `<tr><th scope="row" align="left" style="${LINE};${weight};text-align:left">${named(sum)}</th><td align="right" style="${LINE};${weight};padding-left:16px;text-align:right;white-space:nowrap">${escaped(amount)}</td></tr>`
    })
    .join('')}</table>`

/** The sheet of a letter, as wide as a phone at least and breaking what is wider. */
const sheet = (subject: string, parts: readonly string[]) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(subject)}</title></head><body style="margin:0;background:#f6f2fa"><table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="background:#f6f2fa;table-layout:fixed"><tr><td align="center" style="padding:20px 12px"><table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="max-width:600px;table-layout:fixed"><tr><td align="left" bgcolor="#ffffff" style="border-radius:16px;padding:28px 24px;font:16px/1.55 sans-serif;color:#241830;word-break:break-word;overflow-wrap:anywhere"><h1 style="font:500 26px/1.2 Georgia,serif;margin:0 0 20px">${escaped(subject)}</h1>
${parts.join('\n')}</td></tr></table></td></tr></table></body></html>`
