import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { ActionFunction, LoaderFunction, ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { beforeEach } from 'vitest'
import { z } from 'zod'
import { newId } from '~/db/new-id'
import { staff } from '~/db/schema'
import type { StaffRole } from '~/domain/staff-role'
import { openapi } from '~/features/api/openapi.server'
import { currentStaff, openSession } from '~/features/staff/staff-session.server'
import { guardRoutes } from '~/http/guarded-routes.server'
import { answering } from '~/platform/request-watch.server'
import type { TestApp, TheatreApp } from './app'
import { EVERY_ROUTE } from './every-route'
import { storedPassword } from './stored-password'

const modules = import.meta.glob<{ loader?: LoaderFunction; action?: ActionFunction }>('../../app/routes/api/*.ts')

/** Every route below /api that answers data, with its pattern and file, as the product registers them. */
export const API_ROUTES = EVERY_ROUTE.filter(({ file }) => /^routes\/api\/.*\.ts$/.test(file)).map(
  ({ id, pattern, file }) => ({ id, path: pattern, file }),
)

export interface ApiRequest {
  json?: unknown
  form?: FormData
  body?: BodyInit
  headers?: Record<string, string>
  /** A session's token, sent as `Authorization: Bearer`. */
  token?: string
  /** Where it comes from. */
  address?: string
}

export interface ApiAnswer {
  status: number
  headers: Headers
  body: ReturnType<typeof JSON.parse>
}

export const PASSWORD = 'Lumiere#2026'
const passwordHash = storedPassword(PASSWORD)

/** The JSON API of an app, asked as over HTTP: routes are found by address, the guard stands before every change. */
export async function openApi(app: TestApp) {
  // the routes look for the running server's context here
  Reflect.set(globalThis, Symbol.for('lumiere.context'), app.context)
  const loaded = await Promise.all(
    API_ROUTES.map(async ({ id, path, file }) => [
      id,
      { id, path: path.slice(1), module: await modules[`../../app/${file}`]?.() },
    ]),
  )
  const guarded = guardRoutes(Object.fromEntries(loaded) as ServerBuild['routes'], {
    appUrl: app.context.settings.APP_URL,
    signedByOthers: [],
    isStaff: async (request) => (await currentStaff(app.context, request)) !== null,
  })

  async function ask(method: string, address: string, sent: ApiRequest = {}): Promise<ApiAnswer> {
    const url = new URL(address, app.context.settings.APP_URL)
    const [found] = matchRoutes(API_ROUTES, url.pathname) ?? []
    const { module } = guarded[found?.route.id ?? ''] ?? {}
    if (!module) throw new Error(`Nothing answers ${address}.`)
    const { headers = {}, json, form, token } = sent
    const request = new Request(url, {
      method,
      headers: {
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: sent.body ?? form ?? (json === undefined ? undefined : JSON.stringify(json)),
      ...(sent.body !== undefined && { duplex: 'half' }),
    })
    const handle = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? module.loader : module.action
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    const watched = { id: 'test', address: sent.address ?? '203.0.113.7', method, route: '', startedAt: 0, response }
    const args = { request, params: found?.params ?? {}, context: {} }
    const answer = (await answering(watched, async () => {
      try {
        return await handle?.(args)
      } catch (thrown) {
        if (thrown instanceof Response) return thrown
        throw thrown
      }
    })) as Response
    const all = new Headers(answer.headers)
    for (const [name, value] of Object.entries(response.getHeaders())) all.set(name, String(value))
    const text = await answer.text()
    const body = text ? JSON.parse(text) : undefined
    if (method !== 'HEAD') isDescribed(method, found?.route.path ?? '', answer.status, body)
    return { status: answer.status, headers: all, body }
  }

  /** Registers a member of staff who is signed in; answers the session's token. */
  async function logIn(role: StaffRole, locationId: string | null = null): Promise<string> {
    const id = newId()
    const email = `${id}@lumiere.example`
    const account = { id, name: 'Asha Rao', email, number: '9845000000', role, locationId }
    await app.context.db.insert(staff).values({ ...account, passwordHash: await passwordHash })
    return openSession(app.context, id, new Request(app.context.settings.APP_URL))
  }

  return { ask, logIn }
}

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>>
  components: { schemas: object }
}

const DESCRIBED = openapi({ name: 'Lumière', appUrl: 'https://lumiere.example', email: 'x@lumiere.example' })
const inPlace = (text: string) => text.replaceAll('#/components/schemas/', '#/$defs/')
const described = JSON.parse(inPlace(JSON.stringify(DESCRIBED))) as Described
const shapes = new Map<object, z.ZodType>()

/** Every answer of every test is one that the published description names, in status and in shape. */
function isDescribed(method: string, path: string, status: number, body: unknown): void {
  const call = described.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  if (!call) return
  const response = call.responses[status]
  if (!response)
    throw new Error(`${method} ${path} answered ${status}, which is not described: ${JSON.stringify(body)}`)
  const schema = response.content?.['application/json']?.schema
  if (!schema) return
  const shape = shapes.get(schema) ?? z.fromJSONSchema({ ...schema, $defs: described.components.schemas } as never)
  shapes.set(schema, shape)
  const parsed = shape.safeParse(body)
  if (!parsed.success) throw new Error(`${method} ${path} answered ${status} in another shape: ${parsed.error.message}`)
}

export type Api = Awaited<ReturnType<typeof openApi>>

/** The API before every test, with the tokens of a super admin and of Koramangala's admin. */
export function useStaffApi(app: TheatreApp) {
  const by = {} as { api: Api; owner: string; manager: string }
  beforeEach(async () => {
    const api = await openApi(app)
    const [owner, manager] = [await api.logIn('super-admin'), await api.logIn('location-admin', app.theatre.locationId)]
    Object.assign(by, { api, owner, manager })
  })
  /** Asks as the super admin, unless another token is given. */
  const ask = (method: string, path: string, json?: unknown, token = by.owner) =>
    by.api.ask(method, path, { json, token })
  return Object.assign(by, { ask })
}
