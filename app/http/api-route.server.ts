import { createHash } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { couldBeId } from '~/db/new-id'
import { databaseTrouble } from '~/db/trouble.server'
import { roleMay } from '~/domain/staff-role'
import { type Attempt, beginAttempt } from '~/features/api/attempt.server'
import { type Call, type Caller, notFound, Refusal, Reply, refuse } from '~/features/api/call.server'
import { isStorable, readBody, refuseShape, UNSTORABLE } from '~/features/api/read-body.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { currentStaffWho, staffMay } from '~/features/staff/staff-session.server'
import { type AppContext, appContext } from '~/platform/context.server'
import { takingPictures } from '~/platform/request-body.server'
import { BUSY } from '~/platform/trouble-answer.server'
import { hasMark } from '~/platform/whole-answer.server'
import { SET_UP_FIRST } from './require-staff.server'

/** What a handler is given: everything parsed, and the caller known. */
interface Asked<Query, Body, Member, Repeat> {
  context: AppContext
  request: Request
  staff: Member
  /** The `{id}` of the path. */
  id: string
  query: Query
  body: Body
  /** What names the attempt, so that a repeat finds its first result; of calls that take an `Idempotency-Key`. */
  attempt: Repeat
}

type MemberOf<Who extends Caller> = Who extends 'everyone' ? Staff | null : Staff
type AttemptOf<Repeatable extends boolean> = Repeatable extends true ? Attempt : undefined

interface Answering {
  call: Call
  respond(context: AppContext, request: Request, id: string): Promise<Response>
}

type Args = LoaderFunctionArgs | ActionFunctionArgs

/** For how long, in seconds, what is the same for every visitor may be kept without asking again. */
const SHARED_SECONDS = 30
const NO_QUERY = z.object({})

/** Joins a call with what answers it. */
export function answers<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  StaffAnswer extends z.ZodType,
  Who extends Caller,
  Repeatable extends boolean,
>(
  call: Call<Query, Body, Answer, StaffAnswer, Who, Repeatable>,
  handler: (
    asked: Asked<z.output<Query>, z.output<Body>, MemberOf<Who>, AttemptOf<Repeatable>>,
  ) => Promise<z.input<Answer | StaffAnswer> | Reply<z.input<Answer | StaffAnswer>> | Refusal>,
): Answering {
  return {
    call,
    async respond(context, request, id) {
      const staff = await currentStaffWho(
        context,
        request,
        call.who === 'everyone' ? (call.knows ?? 'administer') : 'sign-in',
      )
      const closed = refusedCaller(call.who, staff)
      if (closed) return failure(closed)
      const query = readQuery(call.query ?? NO_QUERY, request)
      if (query instanceof Refusal) return failure(query)
      const sent = call.body ? await readBody(request, call) : {}
      if (sent instanceof Refusal) return failure(sent)
      const body = (call.body ?? NO_QUERY).safeParse(sent)
      if (!body.success) return failure(refuseShape(body.error))
      const attempt = call.repeatable
        ? await beginAttempt(context, { call, request, staff, body: body.data })
        : undefined
      if (attempt instanceof Refusal) return failure(attempt)
      const asked = { context, request, staff, id, query, body: body.data, attempt }
      const result = await handler(asked as Parameters<typeof handler>[0])
      if (result instanceof Refusal) {
        // after a failure of ours or of others nobody knows how far it went
        if (result.status < 500) await attempt?.refused()
        return failure(result)
      }
      const [value, headers] = result instanceof Reply ? [result.answer, result.headers] : [result, new Headers()]
      // what the description does not name is not sent
      const answer = ((staff && call.staffAnswer) || call.answer).parse(value)
      return success(call, request, JSON.stringify(answer), headers, staff !== null)
    },
  }
}

/** A resource route that answers calls by path and method. */
export function apiRoute(...answerings: Answering[]) {
  const dispatch = ({ request, params }: Args) => respond(answerings, request, params.id)
  // a function of its own, since it is marked where it takes pictures
  const action = (args: ActionFunctionArgs) => dispatch(args)
  return { loader: dispatch, action: answerings.some(({ call }) => call.multipart) ? takingPictures(action) : action }
}

async function respond(answerings: readonly Answering[], request: Request, id: string | undefined): Promise<Response> {
  const { pathname } = new URL(request.url)
  const fitting = answerings.filter(({ call }) => leadsTo(call.path, pathname))
  // a word of the path is no id
  const named = fitting.filter(({ call }) => !call.path.includes('{id}'))
  const here = named.length ? named : fitting
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const found = here.find(({ call }) => call.method === method)
  if (!here.length) return failure(notFound())
  if (!found) return wrongMethod(here, method)
  // no record has such an id, and the database takes no other characters
  if (id !== undefined && !couldBeId(id)) return failure(notFound())
  const context = appContext()
  try {
    return await found.respond(context, request, id ?? '')
  } catch (error) {
    if (error instanceof Response || databaseTrouble(error)) throw error
    context.log.error({ err: error, call: `${method} ${found.call.path}` }, 'a call failed')
    return Response.json({ error: 'Something went wrong' }, { status: 500, headers: { 'Cache-Control': 'no-store' } })
  }
}

/** Whether an address is one of a path's; letter case does not matter, as for pages. */
function leadsTo(path: string, pathname: string): boolean {
  const wanted = path.toLowerCase().split('/')
  const given = pathname.toLowerCase().replace(/\/$/, '').split('/')
  return wanted.length === given.length && wanted.every((part, index) => part === '{id}' || part === given[index])
}

function wrongMethod(here: readonly Answering[], method: string): Response {
  const methods = here.map(({ call }) => call.method)
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } })
  return failure(refuse(405, `Use ${methods.join(', ')}.`), { Allow: allow })
}

function refusedCaller(who: Caller, staff: Staff | null): Refusal | undefined {
  if (who === 'everyone') return undefined
  if (!staff) return refuse(401, 'Please log in.')
  if (staffMay(staff, who)) return undefined
  if (staff.mustSetUpCode) return refuse(403, SET_UP_FIRST)
  return refuse(
    403,
    roleMay('location-admin', who) ? 'Your account may not do this.' : 'Only a super admin may do this.',
  )
}

function readQuery<Query extends z.ZodType>(schema: Query, request: Request): z.output<Query> | Refusal {
  // a filter that was left empty is none
  const given = [...new URL(request.url).searchParams].filter(([, value]) => value !== '')
  const [odd] = given.find(([, value]) => !isStorable(value)) ?? []
  if (odd !== undefined) return refuse(400, `${odd}: ${UNSTORABLE}`, { fields: { [odd]: UNSTORABLE } })
  const parsed = schema.safeParse(Object.fromEntries(given))
  return parsed.success ? parsed.data : refuseShape(parsed.error)
}

function failure({ status, error, more }: Refusal, headers: Record<string, string> = {}): Response {
  return Response.json(
    { error, ...more },
    {
      status,
      headers: {
        'Cache-Control': 'no-store',
        ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
        ...(status === 503 && BUSY.headers),
        ...headers,
      },
    },
  )
}

function success(call: Call, request: Request, text: string, headers: Headers, signedIn: boolean): Response {
  headers.set('Content-Type', 'application/json; charset=utf-8')
  if (!call.shared || signedIn) {
    headers.set('Cache-Control', 'no-store')
    return new Response(text, { status: call.status ?? 200, headers })
  }
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  headers.set('Cache-Control', `public, max-age=${SHARED_SECONDS}`)
  headers.set('ETag', tag)
  // staff are answered more
  headers.set('Vary', 'Cookie, Authorization')
  return hasMark(request.headers.get('If-None-Match'), tag)
    ? new Response(null, { status: 304, headers })
    : new Response(text, { status: call.status ?? 200, headers })
}
