import { MaxFileSizeExceededError, MaxFilesExceededError, parseFormData } from '@remix-run/form-data-parser'
import type { ActionFunction } from '@remix-run/node'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** What a route takes in one request. */
export interface BodyLimits {
  bytes: number
  /** How long its sender may take, in seconds. */
  seconds: number
  /** How many fields a form may have, and how many bytes one of them, its name included. */
  fields: number
  fieldBytes: number
  files: number
  fileBytes: number
  /** Whether its files are wanted. */
  pictures: boolean
}

/** What every route takes, whoever asks. */
export const FIELDS_ONLY: BodyLimits = {
  bytes: 256 * KILOBYTE,
  seconds: 20,
  fields: 1_000,
  fieldBytes: 20 * KILOBYTE,
  files: 1_000,
  fileBytes: 256 * KILOBYTE,
  pictures: false,
}

/** What a route takes to which signed-in staff send pictures (their own limits stand in features/media). */
export const WITH_PICTURES: BodyLimits = {
  ...FIELDS_ONLY,
  bytes: 64 * MEGABYTE,
  seconds: 300,
  // a screen with every price on every package that its schema takes
  fields: 5_000,
  // the API sends lists as JSON within a field
  fieldBytes: 128 * KILOBYTE,
  files: 10,
  // one that is too heavy to be stored is refused at its field, and the form with it comes back
  fileBytes: 64 * MEGABYTE,
  pictures: true,
}

const PICTURES = Symbol('takes pictures')

/** Marks the action of a route to which signed-in staff send pictures; every other one takes fields only. */
export const takingPictures = <Action extends ActionFunction>(action: Action): Action =>
  Object.assign(action, { [PICTURES]: true })

/** Whether an action takes the larger bodies that carry pictures. */
export const takesPictures = (action: ActionFunction): boolean => PICTURES in action

/** A body that is not taken: why, and the status that says so. */
export class RefusedBody extends Error {
  constructor(
    readonly status: 400 | 408 | 413 | 415,
    message: string,
  ) {
    super(message)
  }
}

const tooMuch = () => new RefusedBody(413, 'What was sent is too large.')
const broken = () => new RefusedBody(400, 'What was sent cannot be read.')
const WORDS_OF_415 = 'Send a form: application/x-www-form-urlencoded or multipart/form-data.'

/** How long what nobody reads any more is still taken off the line, so that its sender gets to read the answer. */
const DISCARD_MS = 20_000

/** Whether a request says that it is a form with parts. */
export const isMultipart = (request: Request): boolean => /^multipart\/form-data\b/i.test(contentType(request))

/**
 * Reads a form to its end. The request that comes back hands it out as often as it is asked for, and says that it is a
 * plain one unless it brings pictures; a body without any content is an empty form.
 *
 * @throws RefusedBody when it is too large or slow, malformed or no form
 */
export async function takeForm(request: Request, limits: BodyLimits): Promise<Request> {
  const sent = isMultipart(request) ? await multipart(request, limits) : await urlEncoded(request, limits)
  const form = new FormData()
  let fields = 0
  for (const [name, value] of sent) {
    fields += 1
    const bytes = Buffer.byteLength(name) + (typeof value === 'string' ? Buffer.byteLength(value) : 0)
    if (fields > limits.fields || bytes > limits.fieldBytes) throw tooMuch()
    form.append(withoutNul(name), typeof value === 'string' ? asTyped(value) : value)
  }
  return new ReadRequest(request, form, !limits.pictures)
}

/**
 * Reads a body to its end as it is, for a route that knows its own format.
 *
 * @throws RefusedBody when it is too large or slow
 */
export async function takeBytes(request: Request, limits: BodyLimits): Promise<Request> {
  const body = await read(request, limits, (stream) => new Response(stream).arrayBuffer())
  return copyOf(request, body.byteLength ? body : undefined)
}

/** The same request with an empty form, whatever it carried. */
export const withoutForm = (request: Request): Request => new ReadRequest(request, new FormData())

/** A request whose form has been read: whoever asks gets a form of their own. */
class ReadRequest extends Request {
  readonly #form: FormData

  constructor(request: Request, form: FormData, plain = false) {
    super(request.url, plain ? plainForm(request, form) : headOf(request))
    this.#form = form
  }

  override async formData(): Promise<FormData> {
    const copy = new FormData()
    for (const [name, value] of this.#form) copy.append(name, value)
    return copy
  }

  override clone(): Request {
    return new ReadRequest(this, this.#form, this.body !== null)
  }
}

/** A text with each of its line breaks as one letter, whatever it came as. */
export const unixLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/** A text as its field counts it: a line break, which forms send as two letters, is one. */
const asTyped = (text: string) => unixLines(withoutNul(text))

/** Postgres keeps no such character in a text, and no keyboard has it. */
const withoutNul = (text: string) => text.replaceAll('\0', '')

const headOf = ({ method, headers, signal }: Request): RequestInit => ({ method, headers, signal })

/** Libraries copy a request and read the copy. */
function plainForm(request: Request, form: FormData): RequestInit {
  const body = new URLSearchParams([...form].filter((field): field is [string, string] => typeof field[1] === 'string'))
  const headers = new Headers([...request.headers].filter(([name]) => !/^content-(type|length)$/i.test(name)))
  return { ...headOf(request), headers, body }
}

const copyOf = (request: Request, body?: BodyInit) => new Request(request.url, { ...headOf(request), body })
const contentType = ({ headers }: Request) => headers.get('Content-Type')?.trim() ?? ''

async function urlEncoded(request: Request, limits: BodyLimits): Promise<FormData> {
  const text = await read(request, limits, (stream) => new Response(stream).text())
  const form = new FormData()
  if (!text) return form
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType(request))) throw new RefusedBody(415, WORDS_OF_415)
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value)
  return form
}

function multipart(request: Request, limits: BodyLimits): Promise<FormData> {
  const options = { maxFiles: limits.files, maxFileSize: limits.fileBytes }
  return read(request, limits, async (body) => {
    const init: RequestInit & { duplex: 'half' } = { ...headOf(request), body, duplex: 'half' }
    try {
      return await parseFormData(new Request(request.url, init), options)
    } catch (error) {
      if (error instanceof MaxFilesExceededError || error instanceof MaxFileSizeExceededError) throw tooMuch()
      throw broken()
    }
  })
}

/** Has a body read by `take`, as far and as long as its limits allow. */
async function read<T>(
  { body, headers }: Request,
  { bytes, seconds }: BodyLimits,
  take: (stream: ReadableStream<Uint8Array>) => Promise<T>,
): Promise<T> {
  if (!body) return take(new Blob([]).stream())
  const reader = body.getReader()
  let refused = Number(headers.get('Content-Length') ?? 0) > bytes ? tooMuch() : undefined
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RefusedBody(408, 'This took too long to arrive.')), seconds * 1_000)
  })
  late.catch(() => undefined)
  let taken = 0
  let asked: Promise<unknown> | undefined
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        const next = reader.read()
        asked = next
        const { done, value } = await Promise.race([next, late])
        if (done) return controller.close()
        taken += value.byteLength
        if (taken > bytes) throw tooMuch()
        controller.enqueue(value)
      } catch (error) {
        refused = error instanceof RefusedBody ? error : broken()
        controller.error(refused)
      }
    },
  }
  const limited = new ReadableStream(source, { highWaterMark: 0 })
  try {
    if (refused) throw refused
    return await take(limited)
  } catch (error) {
    void discard(reader, asked)
    throw refused ?? (error instanceof RefusedBody ? error : broken())
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Takes the rest off the line for a while and drops it: a connection that is cut shows no answer. Remix's stream stands
 * still when it is read twice at once, so what was `asked` of it comes first.
 */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>, asked?: Promise<unknown>): Promise<void> {
  const end = Date.now() + DISCARD_MS
  try {
    await asked
    while (Date.now() < end) if ((await reader.read()).done) return
    await reader.cancel()
  } catch {
    // whoever sent it has gone
  }
}
