import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'
import type { EntryContext } from '@remix-run/node'
import { links } from '~/links'
import { filled, type OwnParts, type PageTemplate, templateOf } from '~/platform/page-template'

/**
 * The pages of which one drawing serves all who are shown the same. Not the one in whose fields a customer's name, address and
 * number stand (details), nor any whose data is another each time (the contact form).
 */
const DRAWN_ONCE = new Set(
  [
    links.home(),
    links.about(),
    links.gallery(),
    links.testimonials(),
    links.bookLocations(),
    links.bookScreens(),
    links.bookSlots(),
    links.bookPackages(),
    links.bookOccasions(),
    links.bookAddons(),
    links.bookCakes(),
    links.bookGifts(),
    links.bookPayment(),
  ].map((path) => path.toLowerCase()),
)

/** How many are cached, those last asked for: some 60 KB each. */
const MOST = 128
const LONGEST_QUERY = 200

const drawings = new Map<string, PageTemplate>()

/** What a page is drawn from: everything that its components are given, and what of that is the visitor's own. */
interface Drawn {
  key: string
  own: OwnParts
}

/**
 * Answers a page's HTML: from the drawing of one that was drawn from the very same data, else drawn now. Loaders have run,
 * so what it says is what the database said for this request; only the work of drawing is saved. The key is all of
 * the data, whatever it is, but for the copy of the draft (`frame.mirror`), whose it is (`frame.whose`) and the nonce, which are
 * put in for each.
 */
export async function drawOnce(
  remix: EntryContext,
  request: Request,
  { nonce, headers }: { nonce: string; headers: Headers },
  draw: () => Promise<{ html: string; failed: boolean }>,
): Promise<{ body: Buffer; failed: boolean }> {
  const drawn = headers.has('Set-Cookie') ? undefined : drawnFrom(remix, request, nonce)
  const known = drawn && drawings.get(drawn.key)
  if (known) {
    drawings.delete(drawn.key)
    drawings.set(drawn.key, known)
    return { body: filled(known, drawn.own), failed: false }
  }
  const { html, failed } = await draw()
  if (drawn && !failed) cacheDrawing(drawn, html)
  return { body: Buffer.from(html), failed }
}

function cacheDrawing({ key, own }: Drawn, html: string): void {
  const template = templateOf(html, own)
  if (template) drawings.set(key, template)
  for (const old of drawings.keys()) {
    if (drawings.size <= MOST) break
    drawings.delete(old)
  }
}

interface Framed {
  frame?: { mirror?: string | null; whose?: string | null; staff?: object | null }
  /** What the provider is asked for, by one customer for some minutes. */
  pay?: object
}

function drawnFrom({ staticHandlerContext }: EntryContext, request: Request, nonce: string): Drawn | undefined {
  const { loaderData, actionData, errors, statusCode, location, matches } = staticHandlerContext
  const { pathname, search } = location
  if (request.method !== 'GET' || statusCode !== 200 || actionData || errors) return undefined
  if (!DRAWN_ONCE.has(pathname.toLowerCase()) || search.length > LONGEST_QUERY) return undefined
  const leaf = matches.at(-1)?.route.id ?? ''
  const { frame, ...rest } = (loaderData[leaf] ?? {}) as Framed
  // a page of staff's knows the moment at which it was drawn
  if (frame?.staff || rest.pay) return undefined
  const { mirror = null, whose = null, ...shown } = frame ?? {}
  const given = (texts: readonly (string | null)[]) => texts.filter((text) => text !== null)
  try {
    // unlike JSON it tells a date, a map and nothing apart, and fails for what is not there yet
    const data = serialize([
      pathname,
      search,
      [mirror === null, whose === null],
      { ...loaderData, [leaf]: [rest, frame && shown] },
    ])
    return {
      key: createHash('sha256').update(data).digest('base64'),
      own: { nonce, data: given([mirror, whose]), shown: given([whose]) },
    }
  } catch {
    return undefined
  }
}
