import type { Mail } from '~/platform/mailer.server'

/** A letter that is not sent after all, because what it was to tell has become pointless: why, in words for the back office. */
export interface NotNeeded {
  notNeeded: string
}

/** A letter that is not written after all; the list of letters says why. */
export const notNeeded = (why: string): NotNeeded => ({ notNeeded: why })

/** A letter that cannot be written before another one has gone, or has not; it is tried again in a minute. */
export const WAITS = { waits: true } as const

/** A mail of paragraphs, as text and as HTML in the same words; addresses in it become links. */
export function letter(sender: string, to: string, subject: string, paragraphs: readonly string[]): Mail {
  const html = paragraphs
    .map((text) => `<p style="margin:0 0 16px">${linked(escaped(text)).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
  return {
    to,
    subject,
    text: [...paragraphs, sender].join('\n\n'),
    html: `<!doctype html><html lang="en"><body style="margin:0;background:#f6f2fa;padding:24px"><div style="max-width:560px;margin:auto;background:#ffffff;border-radius:16px;padding:32px;font:16px/1.55 sans-serif;color:#241830"><h1 style="font:500 26px/1.2 Georgia,serif;margin:0 0 20px">${escaped(subject)}</h1>${html}<p style="color:#6d5c80;margin:0">${escaped(sender)}</p></div></body></html>`,
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

const linked = (html: string) =>
  html.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}" style="color:#7a4f12">${url}</a>`)
