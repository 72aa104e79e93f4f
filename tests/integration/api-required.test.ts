import { describe, expect, test } from 'vitest'
import { ALL_CALLS } from '~/features/api/all-calls.server'
import { openapi } from '~/features/api/openapi.server'
import { useStaffApi } from '../support/api'
import { useApp } from '../support/app'

interface Described {
  requestBody: { required: boolean; content: Record<string, { schema: { required?: string[] } }> }
}

const BUSINESS = { name: 'Lumière', appUrl: 'https://lumiere.example', email: 'hello@lumiere.example' }
const { paths } = openapi(BUSINESS) as { paths: Record<string, Record<string, Described>> }
/** Of what adds something, or asks for it: what is to be sent. Changes leave as it is what is not sent. */
const calls = ALL_CALLS.filter(({ method, body }) => method === 'POST' && body)

describe('what is to be sent to the API', () => {
  const app = useApp('embedded')
  const by = useStaffApi(app)

  test.each(
    calls.map((call) => [call.path, call] as const),
  )('what %s refuses for its absence stands in the description as required, and nothing else', async (path, {
    method,
  }) => {
    const { requestBody } = paths[path]?.[method.toLowerCase()] ?? {}
    const required = Object.values(requestBody?.content ?? {}).map(({ schema }) => [...(schema.required ?? [])].sort())
    const { status, body } = await by.api.ask(method, path, { json: {}, token: by.owner })
    const missing = status === 400 ? Object.keys(body.fields).map((field) => field.replace(/\..*/, '')) : []
    expect(required[0]).toEqual([...new Set(missing)].sort())
    expect(new Set(required.map(String)).size).toBe(1)
    expect(requestBody?.required).toBe(missing.length > 0)
  })
})
