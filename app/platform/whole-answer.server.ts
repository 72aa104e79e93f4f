import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

/** A smaller answer is not worth compressing. */
const SMALLEST = 1_024

/** Up to here handing over to another thread and back costs more than compressing: two to five times for 10 KB. */
const AT_ONCE = 32 * 1_024

const byBrotli = promisify(brotliCompress)
const byGzip = promisify(gzip)

/** Takes the page that React writes into it; `text` has it when the writing is over. */
export class Collector extends Writable {
  private readonly pieces: Buffer[] = []

  override _write(piece: Buffer, _: BufferEncoding, done: () => void): void {
    this.pieces.push(piece)
    done()
  }

  /**
   * Without NUL: where a character of several bytes does not fit at the end of a piece, React 18 leaves these empty and writes it
   * into the next one (facebook/react#24985). No text of ours has one.
   */
  text(): string {
    return Buffer.concat(this.pieces).toString().replaceAll('\0', '')
  }
}

/**
 * An answer that is sent in one piece, compressed once as its reader likes it. In many pieces each would be flushed by
 * itself, which costs more than the drawing and makes the answer larger.
 */
export async function wholeAnswer(
  body: Buffer,
  request: Request,
  { status, headers }: { status: number; headers: Headers },
): Promise<Response> {
  headers.append('Vary', 'Accept-Encoding')
  const encoding = body.length < SMALLEST ? undefined : encodingFor(request.headers.get('Accept-Encoding') ?? '')
  const sent = encoding ? await ENCODERS[encoding](body) : body
  if (encoding) headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(sent.length))
  return new Response(sent as Uint8Array<ArrayBuffer>, { status, headers })
}

const ENCODERS = {
  br: (body: Buffer) => {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    }
    return body.length > AT_ONCE ? byBrotli(body, { params }) : brotliCompressSync(body, { params })
  },
  gzip: (body: Buffer) => (body.length > AT_ONCE ? byGzip(body, { level: 5 }) : gzipSync(body, { level: 5 })),
}

/** For what is compressed once and sent many times: as small as is worth it. */
export const encodeOnce = (encoding: Encoding, body: Buffer): Promise<Buffer> =>
  encoding === 'gzip' ? byGzip(body, { level: 9 }) : byBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })

export type Encoding = keyof typeof ENCODERS

/** The better of the encodings that a reader names and does not refuse (`br;q=0`). */
export function encodingFor(accepted: string): Encoding | undefined {
  const taken = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
      .map((one) => one.split(';')[0]?.trim()),
  )
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : undefined
}

/**
 * Whether a reader has an answer of this mark already (`If-None-Match`); a proxy that changes bytes on their way calls it a weak one. Cut
 * at the commas alone: strangers send a header of nothing but spaces, which a pattern would go through from each of them anew.
 */
export function hasMark(named: string | null | undefined, mark: string): boolean {
  const marks = named?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return marks.some((one) => one === mark || one === '*')
}
