import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export interface StoredMail {
  id: number
  to: string
  from: string
  subject: string
  text: string
  html: string
  date: string
  attachments: { filename: string; content: string }[]
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A real SMTP server that keeps what it gets, and a page to read it in the browser. */
export async function startMailbox({ host = '127.0.0.1', smtpPort = 0, httpPort = 0 } = {}) {
  const mails: StoredMail[] = []
  const waiting = new Set<() => void>()

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      simpleParser(stream)
        .then((mail) => {
          mails.push(stored(mails.length + 1, mail))
          for (const wake of waiting) wake()
          done()
        })
        .catch(done)
    },
  })
  const web = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://mailbox')
    const mail = mails.find(({ id }) => String(id) === url.pathname.split('/')[2])
    if (url.pathname === '/api/messages') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(mails))
    } else if (url.pathname.startsWith('/body/') && mail) {
      response
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "script-src 'none'" })
        .end(mail.html || `<pre>${escaped(mail.text)}</pre>`)
    } else {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(listPage(mails))
    }
  })
  smtp.on('error', () => {})
  await new Promise<void>((resolve) => smtp.listen(smtpPort, host, resolve))
  await new Promise<void>((resolve) => web.listen(httpPort, host, resolve))
  const portOf = (server: Server) => (server.address() as AddressInfo).port

  return {
    smtpUrl: `smtp://${host}:${portOf(smtp.server)}`,
    url: `http://${host}:${portOf(web)}`,
    mails,
    /** The first mail that fits; rejects when none came in time. */
    async waitFor(fits: (mail: StoredMail) => boolean, withinMs = 20_000): Promise<StoredMail> {
      const end = Date.now() + withinMs
      for (;;) {
        const found = mails.find(fits)
        if (found) return found
        const left = end - Date.now()
        if (left <= 0) throw new Error('The mail did not come.')
        await new Promise<void>((resolve) => {
          const timer = setTimeout(finish, left)
          function finish() {
            clearTimeout(timer)
            waiting.delete(finish)
            resolve()
          }
          waiting.add(finish)
        })
      }
    },
    async stop() {
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
      web.closeAllConnections()
      await new Promise((resolve) => web.close(resolve))
    },
  }
}

function stored(id: number, mail: ParsedMail): StoredMail {
  const to = Array.isArray(mail.to) ? mail.to.map(({ text }) => text).join(', ') : (mail.to?.text ?? '')
  return {
    id,
    to,
    from: mail.from?.text ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html || '',
    date: (mail.date ?? new Date()).toISOString(),
    attachments: mail.attachments.map(({ filename, content }) => ({
      filename: filename ?? '',
      content: content.toString(),
    })),
  }
}

function listPage(mails: readonly StoredMail[]): string {
  const items = [...mails]
    .reverse()
    .map(
      ({ id, to, subject, date }) =>
        `<details><summary><b>${escaped(subject)}</b><br><small>${escaped(to)} · ${escaped(date)}</small></summary><iframe sandbox src="/body/${id}" title="${escaped(subject)}"></iframe></details>`,
    )
    .join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title><style>body{font:16px/1.5 system-ui;max-width:760px;margin:2rem auto;padding:0 1rem}details{border:1px solid #ccc;border-radius:10px;padding:12px;margin:10px 0}iframe{width:100%;height:640px;border:0}</style><h1>Mailbox of the demo</h1>${items || '<p>No mail yet.</p>'}</html>`
}
