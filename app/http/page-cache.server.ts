import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { offerRevision } from '~/db/offer-cache.server'
import { todayIn } from '~/domain/calendar'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import { currentRequest, nameRoute } from '~/platform/request-watch.server'
import { cachedHeaders, inlineScripts } from '~/platform/security-headers.server'
import { type Encoding, encodeOnce, encodingFor, hasMark } from '~/platform/whole-answer.server'

/** The pages that are drawn once for everybody; the form on the contact page knows when it was opened. */
const CACHED = new Set([
  links.home(),
  links.about(),
  links.gallery(),
  links.testimonials(),
  links.terms(),
  links.refundPolicy(),
  links.privacyPolicy(),
  links.apiDocs(),
])

/** How many are cached, those last asked for: some 80 KB each. Anybody can ask for any number of queries. */
const MOST = 64
const LONGEST_QUERY = 200

interface CachedPage {
  html: Buffer
  headers: Record<string, string>
  /** Each made when somebody first wants it so. */
  encoded: Map<Encoding, Promise<Buffer>>
  mark: string
}

const pages = new Map<string, CachedPage>()

/**
 * What a page is cached under for whoever asks, or undefined when it is for them alone: the state of what is on offer, the day
 * and the address. Only who brings nothing along is given a cached page: no cookie of any name (a draft, a notice, a
 * login), no key of a program. The revision is read before the page is drawn, and with every request, so that each
 * server knows a change with the next one.
 */
function keyFor({ db, business, clock }: AppContext, request: IncomingMessage): Promise<string> | undefined {
  const { method, headers, url = '' } = request
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (headers.cookie !== undefined || headers.authorization !== undefined) return undefined
  const [path = '', query = ''] = url.split('?')
  if (!CACHED.has(path) || query.length > LONGEST_QUERY) return undefined
  const day = todayIn(business.timeZone, clock.now())
  return offerRevision(db).then((revision) => `${revision} ${day} ${url}`)
}

/**
 * Answers before Remix is asked where that is possible: that the process lives, and from the pages that are cached. False when
 * Remix must draw; what it draws then is cached under the name that the request has from here on.
 */
export function answerEarly(context: AppContext) {
  return (request: IncomingMessage, response: ServerResponse): Promise<boolean> | undefined => {
    if (request.url === links.health() && request.method === 'GET') {
      nameRoute(links.health())
      response.writeHead(200, { 'Content-Type': 'text/plain;charset=UTF-8', 'Cache-Control': 'no-store' }).end('ok')
      return Promise.resolve(true)
    }
    return keyFor(context, request)?.then((key) => answerFromCache(key, request, response))
  }
}

async function answerFromCache(key: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const page = pages.get(key)
  if (!page) {
    const watched = currentRequest()
    if (watched) watched.cacheAs = key
    return false
  }
  pages.delete(key)
  pages.set(key, page)
  nameRoute(request.url?.split('?')[0] ?? '')
  const { headers, body } = await toSend(page, request.headers['accept-encoding'])
  const known = hasMark(request.headers['if-none-match'], headers.ETag ?? '')
  response.writeHead(known ? 304 : 200, known ? without(headers, 'Content-Length', 'Content-Encoding') : headers)
  response.end(known || request.method === 'HEAD' ? undefined : body)
  return true
}

/** Caches a page that was drawn without a nonce, unless it failed and has no key; answers what its first reader is sent. */
export async function cachePage(
  key: string | undefined,
  html: Buffer,
  request: Request,
  https: boolean,
): Promise<Response> {
  const headers = {
    ...cachedHeaders({ scripts: inlineScripts(html.toString()), https }),
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding',
  }
  const mark = createHash('sha256').update(html).digest('base64url').slice(0, 20)
  const page = { html, headers, encoded: new Map(), mark }
  if (key) pages.set(key, page)
  for (const old of pages.keys()) {
    if (pages.size <= MOST) break
    pages.delete(old)
  }
  const sent = await toSend(page, request.headers.get('Accept-Encoding') ?? undefined)
  return new Response(new Uint8Array(sent.body), { status: key ? 200 : 500, headers: sent.headers })
}

async function toSend({ html, headers, encoded, mark }: CachedPage, accepted = '') {
  const encoding = encodingFor(accepted)
  const made = encoding && (encoded.get(encoding) ?? encodeOnce(encoding, html))
  if (encoding && made) encoded.set(encoding, made)
  const body = (await made) ?? html
  const own = { ETag: `"${mark}-${encoding ?? 'plain'}"`, 'Content-Length': String(body.length) }
  return { body, headers: { ...headers, ...own, ...(encoding && { 'Content-Encoding': encoding }) } as Headers }
}

type Headers = Record<string, string>

const without = (headers: Headers, ...names: string[]): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
