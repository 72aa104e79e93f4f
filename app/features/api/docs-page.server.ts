import { roleMay } from '~/domain/staff-role'
import type { Business } from '~/platform/business.server'
import { ALL_CALLS } from './all-calls.server'
import type { Call } from './call.server'
import { groupsOf, openapi, refusalsOf } from './openapi.server'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
  $ref?: string
}

export interface DocumentedField {
  name: string
  type: string
  required: boolean
  about: string | null
}

const whoOf = ({ who }: Call) => {
  if (who === 'everyone') return 'Everyone'
  if (roleMay('kitchen', who)) return 'Staff'
  if (roleMay('front-desk', who)) return 'Front desk and admins'
  return roleMay('location-admin', who) ? 'Admins' : 'Super admins'
}

/** The description of the JSON API as its page shows it: groups of calls, and the named shapes they speak of. */
export function docsPage(business: Pick<Business, 'name' | 'appUrl' | 'email'>) {
  const described = openapi(business) as {
    info: { description: string }
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, Schema> }
  }
  const { schemas } = described.components
  const named = (schema: Schema | undefined) => (schema?.$ref ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema)
  const calls = ALL_CALLS.map((call) => {
    const operation = described.paths[call.path]?.[call.method.toLowerCase()]
    const { responses = {}, requestBody, parameters = [] } = operation ?? {}
    const answered = responses[String(call.status ?? 200)]?.content?.['application/json']?.schema
    return {
      group: call.group,
      id: `${call.method}-${call.path.replace(/[^\w]+/g, '-')}`,
      method: call.method,
      path: call.path,
      summary: call.summary,
      notes: call.notes ?? null,
      who: whoOf(call),
      takes: requestBody ? Object.keys(requestBody.content) : [],
      query: parameters
        .filter(({ in: at }) => at === 'query')
        .map(({ name, schema, description }) => ({
          ...{ name, type: typeOf(schema), required: false, about: description ?? null },
        })),
      body: requestBody ? fieldsOf(requestBody.content['application/json']?.schema) : [],
      // of two answers the staff's, which is the longer
      answer: fieldsOf(named(answered?.anyOf?.at(-1) ?? answered)),
      refusals: refusalsOf(call),
    }
  })
  const groups = groupsOf(calls)
  return {
    about: described.info.description.split('\n\n'),
    groups: groups.map((name) => ({ name, calls: calls.filter(({ group }) => group === name) })),
    shapes: Object.entries(schemas).map(([name, schema]) => ({
      name,
      about: schema.description ?? null,
      fields: fieldsOf(schema.type === 'array' ? schema.items : schema),
    })),
  }
}

interface Operation {
  parameters?: { name: string; in: string; schema: Schema; description?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

function fieldsOf({ properties = {}, required = [] }: Schema = {}): DocumentedField[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    required: required.includes(name),
    about: schema.description ?? null,
  }))
}

/** A schema in a few words: `text`, `list of Screen`, `{ from, to }`. */
function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ')
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'anything'}`
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(', ')} }`
  const words: Record<string, string> = { string: 'text', integer: 'whole number', boolean: 'true | false' }
  return [schema.type ?? 'anything']
    .flat()
    .map((one) => words[one] ?? one)
    .join(' | ')
}
