import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'
import type { EntryContext } from '@remix-run/node'
import { links } from '~/links'
import { filled, type OwnParts, type PageTemplate, templateOf } from '~/platform/page-template'

/**
 * The pages of which one drawing serves all who are shown the same. Not those on which a customer's name, address or number
 * stands (details, payment), nor any whose data is another each time (the contact form).
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
 * the data, whatever it is, but for the copy of the draft (`frame.mirror`) and the nonce, which are put in for each.
 */
export async function drawOnce(
  remix: EntryContext,
  request: Request,
  { nonce, headers }: { nonce: string; headers: Headers },
  draw: () => Promise<{ html: string; failed: boolean }>,
): Promise<{ html: string; failed: boolean }> {
  const drawn = headers.has('Set-Cookie') ? undefined : drawnFrom(remix, request, nonce)
  if (!drawn) return draw()
  const { key, own } = drawn
  const known = drawings.get(key)
  if (known) {
    drawings.delete(key)
    drawings.set(key, known)
    return { html: filled(known, own), failed: false }
  }
  const page = await draw()
  const template = page.failed ? undefined : templateOf(page.html, own)
  if (template) drawings.set(key, template)
  for (const old of drawings.keys()) {
    if (drawings.size <= MOST) break
    drawings.delete(old)
  }
  return page
}

interface Framed {
  frame?: { mirror?: string | null; staff?: object | null }
}

function drawnFrom({ staticHandlerContext }: EntryContext, request: Request, nonce: string): Drawn | undefined {
  const { loaderData, actionData, errors, statusCode, location, matches } = staticHandlerContext
  const { pathname, search } = location
  if (request.method !== 'GET' || statusCode !== 200 || actionData || errors) return undefined
  if (!DRAWN_ONCE.has(pathname.toLowerCase()) || search.length > LONGEST_QUERY) return undefined
  const leaf = matches.at(-1)?.route.id ?? ''
  const { frame, ...rest } = (loaderData[leaf] ?? {}) as Framed
  // a page of staff's knows the moment at which it was drawn
  if (frame?.staff) return undefined
  const { mirror = null, ...shown } = frame ?? {}
  try {
    // unlike JSON it tells a date, a map and nothing apart, and fails for what is not there yet
    const data = serialize([pathname, search, mirror === null, { ...loaderData, [leaf]: [rest, frame && shown] }])
    return { key: createHash('sha256').update(data).digest('base64'), own: { nonce, text: mirror } }
  } catch {
    return undefined
  }
}
