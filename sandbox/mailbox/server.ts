import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { isPage, listPage, mailPage } from './pages'
import { createMailStore, type MailStore, type StoredMail } from './store'

export type { StoredMail } from './store'

export interface MailboxOptions {
  host?: string
  smtpPort?: number
  httpPort?: number
  /** Where mails are kept as `.eml` files between starts; only in memory unless named. */
  dir?: string
}

/** A real SMTP server that keeps what it gets, and a page to read it in the browser. */
export async function startMailbox({ host = '127.0.0.1', smtpPort = 0, httpPort = 0, dir }: MailboxOptions = {}) {
  const store = await createMailStore(dir)
  const waiting = new Set<() => void>()

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    // who keeps a connection is not waited for at the end
    closeTimeout: 100,
    onData(stream, session, done) {
      buffer(stream)
        .then((raw) =>
          store.add(
            raw,
            session.envelope.rcptTo.map(({ address }) => address),
          ),
        )
        .then(() => {
          for (const wake of waiting) wake()
          done()
        })
        .catch(done)
    },
  })
  const web = createServer((request, response) => answer(store, request, response))
  // a client that hangs up in the middle is its own affair
  smtp.on('error', () => {})
  await listening(smtp.server, smtpPort, host)
  await listening(web, httpPort, host)
  const portOf = (server: Server) => (server.address() as AddressInfo).port

  return {
    /** Asks senders to keep their connections: the library says nothing on a new one for a tenth of a second. */
    smtpUrl: `smtp://${host}:${portOf(smtp.server)}?pool=true`,
    url: `http://${host}:${portOf(web)}`,
    /** Everything received, oldest first; may be emptied. */
    mails: store.mails,
    messages: (): readonly StoredMail[] => [...store.mails],
    clear: store.clear,
    /** The first mail that fits; rejects when none came in time. */
    async waitFor(fits: (mail: StoredMail) => boolean, withinMs = 60_000): Promise<StoredMail> {
      const end = Date.now() + withinMs
      for (;;) {
        const found = store.mails.find(fits)
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

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

/** Pages for people, JSON under /api/messages for programs, of one address by `?to=`. */
function answer(store: MailStore, { method, url = '/' }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, 'http://mailbox')
  const [, area = '', first = '', second = '', third = ''] = pathname.split('/')
  const find = (id: string) => store.mails.find((mail) => String(mail.id) === id)
  const json = (value: unknown) =>
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
      .end(JSON.stringify(value))
  const page = (body: string, policy: string) =>
    response
      .writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
      })
      .end(body)
  const missing = () => response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found')

  if (area === 'api' && first === 'messages') {
    if (method === 'DELETE' && !second) return void store.clear().then(() => json({ ok: true }))
    const to = searchParams.get('to')
    if (!second) return void json(to ? store.mails.filter((mail) => mail.to.includes(to)) : store.mails)
    const mail = find(second)
    return void (mail ? json(mail) : missing())
  }
  if (method === 'POST' && pathname === '/clear') {
    return void store.clear().then(() => response.writeHead(303, { Location: '/' }).end())
  }
  if (pathname === '/') return void page(listPage(store.mails), OWN_PAGE)
  if (pathname === '/favicon.ico') return void response.writeHead(204).end()
  const mail = find(first)
  if (!mail) return void missing()
  if (area === 'mail' && second === 'attachment') {
    const part = store.attachment(mail.id, Number(third))
    if (!part) return void missing()
    return void response
      .writeHead(200, {
        // an attachment is only ever saved, never shown as a page of ours
        'Content-Type': isPage(part.contentType) ? 'text/plain' : part.contentType,
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(part.filename || 'attachment')}`,
        'X-Content-Type-Options': 'nosniff',
      })
      .end(part.content)
  }
  if (area === 'mail' && second === 'raw') {
    return void response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end(store.raw(mail.id))
  }
  if (area === 'mail' && !second) return void page(mailPage(mail), OWN_PAGE)
  if (area === 'body') return void page(mail.html || '<p>This mail has no HTML part.</p>', MAIL_BODY)
  missing()
}

const OWN_PAGE =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
/** What strangers write runs nothing and has no origin, whether framed or opened alone; links open beside it. */
const MAIL_BODY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:"
