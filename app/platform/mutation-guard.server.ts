const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const KILOBYTE = 1024
/** A form of fields; and one that carries pictures (their own limits stand in features/media). */
const FIELDS_BYTES = 256 * KILOBYTE
const PICTURES_BYTES = 64 * KILOBYTE * KILOBYTE

/**
 * Whether a change was asked for by a page of another site. Browsers say so themselves (`Sec-Fetch-Site`, `Origin`);
 * a program that is no browser sends neither and has no visitor's cookies to misuse.
 */
export function isForeignChange(
  request: Request,
  appUrl: string,
  origin = request.headers.get('Origin') ?? undefined,
): boolean {
  if (!CHANGING.has(request.method)) return false
  const site = request.headers.get('Sec-Fetch-Site')
  if (site) return site !== 'same-origin' && site !== 'none'
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const own = new URL(appUrl)
  const { host } = new URL(origin)
  // the address the visitor typed is ours too, unless it is APP_URL's with another protocol
  return origin !== own.origin && (host === own.host || host !== request.headers.get('Host'))
}

/** The most bytes a request's body may have. */
export function bodyLimit(request: Request): number {
  return /^multipart\/form-data/i.test(request.headers.get('Content-Type') ?? '') ? PICTURES_BYTES : FIELDS_BYTES
}

/** Whether the request announces more than it may send. */
export const announcesTooMuch = (request: Request): boolean =>
  Number(request.headers.get('Content-Length') ?? 0) > bodyLimit(request)

/** The same request, whose body breaks off at its limit; `exceeded` says whether it did. */
export function limitBody(request: Request): { request: Request; exceeded(): boolean } {
  if (!request.body) return { request, exceeded: () => false }
  const most = bodyLimit(request)
  let read = 0
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.byteLength
        if (read > most) controller.error(new Error('The body is larger than allowed.'))
        else controller.enqueue(chunk)
      },
    }),
  )
  const init: RequestInit & { duplex: 'half' } = { body: counted, duplex: 'half' }
  return { request: new Request(request, init), exceeded: () => read > most }
}
