import type { z } from 'zod'
import { parseUpload } from '~/features/media/image-form.server'
import { type Call, Refusal, refuse } from './call.server'

type Read = Record<string, unknown>

/**
 * Reads a call's body as an object: JSON, or a form with files where the call takes one. An empty body is an empty
 * object.
 *
 * @throws Response when the body cannot be read to its end, so that the guard before every action can tell a broken one
 *   (400) from one over its limit (413)
 */
export async function readBody(request: Request, { multipart }: Pick<Call, 'multipart'>): Promise<Read | Refusal> {
  const type = (request.headers.get('Content-Type') ?? '').toLowerCase()
  if (!request.body || (!type && request.headers.get('Content-Length') === '0')) return {}
  if (/^application\/([\w.-]+\+)?json\b/.test(type)) return readJson(request)
  if (multipart && type.startsWith('multipart/form-data')) return readForm(request, multipart)
  if (!type && !(await endsUnread(request.text()))) return {}
  return refuse(415, `Send application/json${multipart ? ' or multipart/form-data' : ''}.`)
}

async function readJson(request: Request): Promise<Read | Refusal> {
  const text = await endsUnread(request.text())
  if (!text.trim()) return {}
  // Postgres has no such character
  if (text.includes('\\u0000')) return refuse(400, 'A text has a NUL character.')
  try {
    const value: unknown = JSON.parse(text)
    if (value && typeof value === 'object' && !Array.isArray(value)) return value as Read
  } catch {
    return refuse(400, 'The body is not JSON.')
  }
  return refuse(400, 'The body must be a JSON object.')
}

async function readForm(request: Request, { json = [], repeated = [] }: NonNullable<Call['multipart']>) {
  const read: Read = {}
  const groups = new Map<string, Read>()
  for (const [name, value] of await endsUnread(parseUpload(request))) {
    if (typeof value === 'string' && value.includes('\0')) return refuse(400, `${name}: has a NUL character.`)
    // browsers send a file field that was left alone as an empty file
    if (typeof value !== 'string' && !value.size) continue
    const [, outer = name, inner] = /^(\w+)\[(\w*)\]$/.exec(name) ?? []
    if (repeated.includes(outer)) read[outer] = [...((read[outer] as unknown[] | undefined) ?? []), value]
    else if (inner) groups.set(outer, { ...groups.get(outer), [inner]: value })
    else if (json.includes(name) && typeof value === 'string') {
      const parsed = parseJson(value)
      if (parsed instanceof Refusal) return refuse(400, `${name}: ${parsed.error}`)
      read[name] = parsed.value
    } else read[name] = value
  }
  return { ...read, ...Object.fromEntries(groups) }
}

function parseJson(text: string): { value: unknown } | Refusal {
  if (text.includes('\\u0000')) return refuse(400, 'has a NUL character.')
  try {
    return { value: text.trim() ? JSON.parse(text) : undefined }
  } catch {
    return refuse(400, 'is not JSON.')
  }
}

async function endsUnread<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Response) throw Response.json({ error: await error.text() }, { status: error.status })
    throw Response.json({ error: 'The body cannot be read.' }, { status: 400 })
  }
}

/** What is wrong with data, as a refusal: the first fault in words, each at its field. */
export function refuseShape({ issues }: z.ZodError): Refusal {
  return refuseFaults(issues, 400, ([field, message]) => (field ? `${field}: ${message}` : message))
}

type Fault = readonly [field: string, message: string]

function refuseFaults(issues: z.ZodError['issues'], status: 400 | 422, inWords: (first: Fault) => string): Refusal {
  const faults = issues.map(({ path, message }) => [path.join('.'), message] as const)
  return refuse(status, inWords(faults[0] ?? ['', 'Wrong shape']), {
    fields: Object.fromEntries([...faults].reverse().filter(([name]) => name)),
  })
}

/**
 * Judges fields by the schema of the back office's form, so that page and API have one rule. A field that is missing is
 * a wrong shape (400), one that breaks a rule is refused as such (422).
 */
export function judge<Schema extends z.ZodType>(
  schema: Schema,
  fields: Readonly<Record<string, unknown>>,
): z.output<Schema> | Refusal {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  const missing = parsed.error.issues.some(({ path }) => path.length === 1 && fields[String(path[0])] === undefined)
  return refuseFaults(parsed.error.issues, missing ? 400 : 422, ([, message]) => message)
}
