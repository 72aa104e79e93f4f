import { z } from 'zod'
import { AUTH_COOKIE } from '~/features/staff/staff-session.server'
import type { Business } from '~/platform/business.server'
import { ALL_CALLS } from './all-calls.server'
import { type Call, type RefusalStatus, refusalShape } from './call.server'

type Json = Record<string, unknown>

const REFUSALS: Record<RefusalStatus, string> = {
  400: 'Wrong shape',
  401: 'Not logged in',
  403: 'Not allowed',
  404: 'Not there, or out of reach',
  405: 'Another method is meant',
  408: 'Took too long to arrive',
  409: 'Changed, taken or done in between',
  413: 'Too large',
  415: 'Another type of body is meant',
  422: 'Against a rule',
  429: 'Too many tries',
  502: 'The payment provider does not answer',
  503: 'Cannot be served right now; nothing was charged',
}

const FAULT_OF_OURS = 'Anything else is a fault of ours, and told to us'

/** What a call may be refused with: what follows from its shape, and what it says itself. */
export function refusalsOf({ method, who, path, body, repeatable, refusals = [] }: Call): RefusalStatus[] {
  // an address can be malformed by itself, and every body is read, wanted or not
  const found = new Set<RefusalStatus>([...refusals, 400, 503])
  if (method !== 'GET') for (const status of [408, 413] as const) found.add(status)
  if (body) found.add(415)
  // gone: what is meant, or what the first request of a key made
  if (path.includes('{id}') || repeatable) found.add(404)
  if (who !== 'everyone') found.add(401)
  // a change that another site asks for, or a caller without the right
  if (method !== 'GET' || who !== 'everyone') found.add(403)
  return [...found].sort((a, b) => a - b)
}

/** The OpenAPI 3.1 description of the JSON API, made of the schemas that the routes parse with. */
export function openapi({ name, appUrl, email }: Pick<Business, 'name' | 'appUrl' | 'email'>): Json {
  const schemas: Json = {}
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => collected(schema, io, schemas)
  const paths: Record<string, Json> = {}
  for (const call of ALL_CALLS) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call, schemaOf) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${name}: the JSON API`,
      version: '1.0.0',
      description: ABOUT,
      contact: { email },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: appUrl }],
    tags: groupsOf(ALL_CALLS).map((name) => ({ name, description: GROUPS[name] ?? name })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => a.localeCompare(b))),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token that /api/auth/login answers.' },
        cookie: { type: 'apiKey', in: 'cookie', name: AUTH_COOKIE, description: 'The same token, set by the login.' },
      },
    },
  }
}

/** The groups of calls in their order. */
export const groupsOf = (calls: readonly Pick<Call, 'group'>[]) => [...new Set(calls.map(({ group }) => group))]

const GROUPS: Record<string, string> = {
  Cities: 'Where the business is.',
  Locations: 'The houses in a city.',
  Screens: 'The rooms of a location, with their slots and packages.',
  Booking: 'A customer’s way from a free slot to a paid booking.',
  Gifts: 'Gifts that can be added to a booking.',
  'Add-ons': 'Decoration, lettering and effects that can be added to a booking.',
  Occasions: 'What is celebrated.',
  Cakes: 'Cakes, for packages that include one.',
  Coupons: 'Discounts.',
  Banners: 'The pictures on top of the home page.',
  Contact: 'Messages of visitors.',
  Authentication: 'Staff logging in and out.',
  Bookings: 'Bookings, for staff.',
  Dashboard: 'Figures, for staff.',
  Customers: 'Who has booked, for staff.',
}

const ABOUT = [
  'Amounts are rupees with at most two decimals; dates are midnight UTC of the day, and taken as YYYY-MM-DD too.',
  'Lists answer { <plural>: [...], totalDocuments }, refusals { error }. Unknown fields are ignored.',
  'Calls that make a record or a booking take an Idempotency-Key and name it. All others do not read it: sent again, they make nothing twice.',
  'A change asked for by a page of another site is refused.',
].join('\n\n')

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => Json

function operationOf(call: Call, schemaOf: SchemaOf): Json {
  const { method, path, group, summary, notes, who, query, body, requires, repeatable } = call
  const parameters = [
    ...(path.includes('{id}') ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] : []),
    ...(query ? queryParameters(schemaOf(query, 'input')) : []),
    ...(repeatable ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    operationId: operationId(method, path),
    tags: [group],
    summary,
    ...(notes && { description: notes }),
    security: who === 'everyone' ? [{}, { bearer: [] }, { cookie: [] }] : [{ bearer: [] }, { cookie: [] }],
    ...(parameters.length && { parameters }),
    ...(body && {
      requestBody: requestBody(call, { ...schemaOf(body, 'input'), ...(requires && { required: requires }) }),
    }),
    responses: responsesOf(call, schemaOf),
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Names the attempt, for this caller: the same key and body again answer with what the first one made, as it is now, another body with 422.',
  schema: { type: 'string', pattern: '^[!-~]{1,200}$' },
}

/** `getCities`, `putLocationsStatusId`. */
const operationId = (method: string, path: string) =>
  method.toLowerCase() +
  path
    .replace('/api/', '')
    .split(/[/{}.]+/)
    .filter(Boolean)
    .map((part) => part[0]?.toUpperCase() + part.slice(1))
    .join('')

function queryParameters(schema: Json): Json[] {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, { description, ...one }]) => ({
    ...{ name, in: 'query', required: required.includes(name) },
    ...(description !== undefined && { description }),
    schema: one,
  }))
}

function requestBody({ multipart }: Call, schema: Json): Json {
  const encoding = Object.fromEntries(
    (multipart?.json ?? []).map((name) => [name, { contentType: 'application/json' }]),
  )
  return {
    required: schema.required !== undefined,
    content: {
      ...(multipart && { 'multipart/form-data': { schema, ...(multipart.json && { encoding }) } }),
      'application/json': { schema },
    },
  }
}

function responsesOf(call: Call, schemaOf: SchemaOf): Json {
  const { answer, staffAnswer, status = 200, shared } = call
  const visitor = schemaOf(answer, 'output')
  const schema = staffAnswer ? { anyOf: [visitor, schemaOf(staffAnswer, 'output')] } : visitor
  const headers = shared && { ETag: { schema: { type: 'string' }, description: 'For If-None-Match; visitors only.' } }
  const error = { 'application/json': { schema: schemaOf(refusalShape, 'output') } }
  return {
    [status]: {
      description: status === 201 ? 'Made' : 'Done',
      ...(headers && { headers }),
      content: { 'application/json': { schema } },
    },
    ...(shared && { 304: { description: 'As it was' } }),
    ...Object.fromEntries(
      refusalsOf(call).map((code) => [
        code,
        {
          description: REFUSALS[code],
          ...((code === 429 || code === 503) && {
            headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds.' } },
          }),
          content: error,
        },
      ]),
    ),
    default: { description: FAULT_OF_OURS, content: error },
  }
}

/** A schema as JSON Schema; the named ones in it are put aside and referred to. */
function collected(schema: z.ZodType, io: 'input' | 'output', named: Json): Json {
  const { $schema: _, $defs, ...made } = z.toJSONSchema(schema, { io })
  const text = JSON.stringify({ made, $defs: $defs ?? {} }).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { made: own, $defs: parts } = JSON.parse(text) as { made: Json; $defs: Record<string, Json> }
  for (const [name, part] of Object.entries(parts)) {
    const { id: __, ...rest } = part
    named[name] = rest
  }
  const id = typeof own.id === 'string' ? own.id : undefined
  if (!id) return own
  const { id: __, ...rest } = own
  named[id] = rest
  return { $ref: `#/components/schemas/${id}` }
}
