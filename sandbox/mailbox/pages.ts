import type { StoredMail } from './store'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Whether a browser would run what a part of a mail holds. */
export const isPage = (contentType: string): boolean => /html|xml|svg|script/i.test(contentType)

const WHEN = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' })

const STYLE = `:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0 auto;max-width:56rem;padding:1.5rem 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1c2434;background:#f5f6fa}
h1{margin:0;font-size:1.5rem}header{display:flex;justify-content:space-between;align-items:center;gap:1rem;margin-bottom:1rem}
ul{list-style:none;margin:0;padding:0}li a{display:block;padding:.75rem 1rem;margin-bottom:.5rem;background:#fff;border:1px solid #dfe4ee;border-radius:.75rem;color:inherit;text-decoration:none;overflow-wrap:anywhere}
li a:hover{border-color:#1553d6}small{color:#56607a}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;overflow-wrap:anywhere}dt{color:#56607a}dd{margin:0}
iframe{width:100%;height:70vh;border:1px solid #dfe4ee;border-radius:.75rem;background:#fff}pre{padding:1rem;background:#fff;border:1px solid #dfe4ee;border-radius:.75rem;white-space:pre-wrap;overflow-wrap:anywhere}
button,.button{min-height:2.75rem;padding:.5rem 1rem;border:1px solid #8b97ad;border-radius:.5rem;background:#fff;color:inherit;font:inherit;cursor:pointer;text-decoration:none;display:inline-block}
summary{min-height:2.75rem;padding:.5rem 0;cursor:pointer;font-weight:600}:focus-visible{outline:3px solid #e8a400;outline-offset:2px}`

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`

/** All mails, the latest first. */
export function listPage(mails: readonly StoredMail[]): string {
  const items = [...mails]
    .reverse()
    .map(
      ({ id, to, subject, date, attachments }) =>
        `<li><a href="/mail/${id}"><b>${escaped(subject || '(no subject)')}</b><br><small>${escaped(to)} · ${WHEN.format(new Date(date))}${attachments.length ? ` · ${attachments.length} attached` : ''}</small></a></li>`,
    )
    .join('')
  const clear = mails.length ? '<form method="post" action="/clear"><button>Delete all</button></form>' : ''
  return page(
    'Mailbox',
    `<header><h1>Mailbox of the demo</h1>${clear}</header>${items ? `<ul>${items}</ul>` : '<p>No mail yet. What the product sends arrives here; nothing leaves this machine.</p>'}`,
  )
}

/** One mail: its HTML in a frame that may run nothing, its text, what is attached. */
export function mailPage(mail: StoredMail): string {
  const { id, subject, from, to, date, text, html, recipients, attachments } = mail
  const head = (name: string, value: string) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`
  const parts = attachments
    .map(
      ({ filename, contentType, size }, nth) =>
        `<li><a href="/mail/${id}/attachment/${nth}"><b>${escaped(filename || 'attachment')}</b><br><small>${escaped(contentType)} · ${size} bytes</small></a></li>`,
    )
    .join('')
  const frame = `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="/body/${id}" title="${escaped(subject)}"></iframe>`
  return page(
    subject,
    `<header><h1>${escaped(subject || '(no subject)')}</h1><a class="button" href="/">All mails</a></header>
<dl>${head('From', from)}${head('To', to)}${recipients.length ? head('Delivered to', recipients.join(', ')) : ''}${head('Date', WHEN.format(new Date(date)))}</dl>
${html ? frame : ''}${parts ? `<h2>Attached</h2><ul>${parts}</ul>` : ''}
<details${html ? '' : ' open'}><summary>As plain text</summary><pre>${escaped(text)}</pre></details>
<p><a class="button" href="/mail/${id}/raw">Source</a></p>`,
  )
}
