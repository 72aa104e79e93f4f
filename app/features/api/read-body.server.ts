import type { z } from 'zod'
import { isMultipart, unixLines } from '~/platform/request-body.server'
import { type Call, Refusal, refuse } from './call.server'

type Read = Record<string, unknown>

/**
 * Makes an object of a call's body, which the guard has read to its end: JSON, or a form with files where the call takes
 * one. An empty body is an empty object.
 */
export async function readBody(request: Request, { multipart }: Pick<Call, 'multipart'>): Promise<Read | Refusal> {
  const type = (request.headers.get('Content-Type') ?? '').toLowerCase()
  if (multipart && isMultipart(request)) return readForm(request, multipart)
  if (!request.body) return {}
  if (/^application\/([\w.-]+\+)?json\b/.test(type)) return readJson(request)
  return refuse(415, `Send application/json${multipart ? ' or multipart/form-data' : ''}.`)
}

async function readJson(request: Request): Promise<Read | Refusal> {
  const text = utf8(await request.arrayBuffer())
  if (text === undefined) return refuse(400, 'The body is not UTF-8.')
  if (!text.trim()) return {}
  const parsed = parseJson(text)
  if (parsed instanceof Refusal) return refuse(400, `The body ${parsed.error}`)
  const { value } = parsed
  if (value && typeof value === 'object' && !Array.isArray(value)) return value as Read
  return refuse(400, 'The body must be a JSON object.')
}

/** JSON is UTF-8: what came in another encoding would be stored with its letters lost. */
function utf8(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

async function readForm(request: Request, { json = [], repeated = [] }: NonNullable<Call['multipart']>) {
  const read: Read = {}
  const groups = new Map<string, Read>()
  for (const [name, value] of await request.formData()) {
    // browsers send a file field that was left alone as an empty file
    if (typeof value !== 'string' && !value.size) continue
    const [, outer = name, inner] = /^(\w+)\[(\w*)\]$/.exec(name) ?? []
    // empty, it says that there is none
    if (repeated.includes(outer))
      read[outer] = [...((read[outer] as unknown[] | undefined) ?? []), ...(value ? [value] : [])]
    else if (inner) groups.set(outer, { ...groups.get(outer), [inner]: value })
    else if (json.includes(name) && typeof value === 'string') {
      const parsed = parseJson(value)
      if (parsed instanceof Refusal)
        return refuse(400, `${name}: ${parsed.error}`, { fields: { [name]: parsed.error } })
      read[name] = parsed.value
    } else read[name] = value
  }
  return { ...read, ...Object.fromEntries(groups) }
}

function parseJson(text: string): { value: unknown } | Refusal {
  let unstorable = false
  const judge = (key: string, value: unknown) => {
    unstorable ||= !isStorable(key) || (typeof value === 'string' && !isStorable(value))
    return typeof value === 'string' ? unixLines(value) : value
  }
  try {
    // JSON is the one way in which such characters arrive, and always escaped; line breaks come as forms send them
    const value: unknown = text.trim()
      ? JSON.parse(text, /\\(r|u(000[0d]|d[89a-f]))/i.test(text) ? judge : undefined)
      : undefined
    return unstorable ? refuse(400, `${UNSTORABLE}.`) : { value }
  } catch {
    return refuse(400, 'is not JSON.')
  }
}

/** What is said of a text that cannot be kept, wherever it came. */
export const UNSTORABLE = 'has a character that no text has'
/** Postgres keeps neither NUL nor half a character. */
export const isStorable = (text: string) => !/\0|\p{Surrogate}/u.test(text)

/** What is wrong with data, as a refusal: the first fault in words, each at its field. */
export function refuseShape({ issues }: z.ZodError): Refusal {
  return refuseFaults(issues, 400, ([field, message]) => (field ? `${field}: ${message}` : message))
}

type Fault = readonly [field: string, message: string]

/** What the request calls the fields that our forms call otherwise; a list of ours may be one field of the request. */
export type SentNames = Readonly<Record<string, string>>

function refuseFaults(
  issues: z.ZodError['issues'],
  status: 400 | 422,
  inWords: (first: Fault) => string,
  names: SentNames = {},
): Refusal {
  const faults = issues.map(({ path, message }) => [sentName(path, names), message] as const)
  return refuse(status, inWords(faults[0] ?? ['', 'Wrong shape']), {
    fields: Object.fromEntries([...faults].reverse().filter(([name]) => name)),
  })
}

/** What the request calls a field of our forms. */
export function sentName(path: readonly PropertyKey[], names: SentNames): string {
  const [first = '', ...rest] = path.map(String)
  const { [`${first}[]`]: single, [first]: name = first } = names
  return single ?? [name, ...rest.map((part) => names[`${first}.${part}`] ?? part)].join('.')
}

/**
 * Judges fields by the schema of the back office's form, so that page and API have one rule. A field that is missing is
 * a wrong shape (400), one that breaks a rule is refused as such (422). Faults bear the names of the request (`names`).
 */
export function judge<Schema extends z.ZodType>(
  schema: Schema,
  fields: Readonly<Record<string, unknown>>,
  names?: SentNames,
): z.output<Schema> | Refusal {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  const missing = parsed.error.issues.some(({ path }) => path.length === 1 && fields[String(path[0])] === undefined)
  return refuseFaults(parsed.error.issues, missing ? 400 : 422, ([, message]) => message, names)
}
