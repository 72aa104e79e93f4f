import type { ActionFunction, ActionFunctionArgs, LoaderFunction, ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { type DatabaseTrouble, databaseTrouble } from '~/db/trouble.server'
import { isForeignChange } from '~/platform/mutation-guard.server'
import {
  FIELDS_ONLY,
  isMultipart,
  RefusedBody,
  takeBytes,
  takeForm,
  takesPictures,
  WITH_PICTURES,
  withoutForm,
} from '~/platform/request-body.server'
import { currentRequest, nameRoute } from '~/platform/request-watch.server'
import { mayBeCached } from '~/platform/security-headers.server'
import { tellTrouble } from '~/platform/trouble-answer.server'
import { keepTyped } from './signed-out.server'

type Routes = ServerBuild['routes']
type ServerRoute = Routes[string]

export interface GuardOptions {
  appUrl: string
  /** Patterns of the routes that take changes from elsewhere, since the sender signs them. */
  signedByOthers: readonly string[]
  /** Patterns of the routes besides the JSON API's that read their body themselves, since they know its format. */
  readThemselves?: readonly string[]
  /** Whether a member of staff asks; nobody else sends pictures. */
  isStaff(request: Request): Promise<boolean>
  /** Told when the database could not serve a request. */
  onTrouble?(error: unknown, trouble: DatabaseTrouble): void
}

/**
 * The routes with a guard before each, so that none can be forgotten. A change asked for by another site is answered 403,
 * a method that the route does not have 405, and the one door reads every body: too large 413, malformed 400, of another
 * type 415, too slow 408. What the database cannot serve right now is answered 503 with a polite sentence. A form whose
 * sender was signed out meanwhile keeps what was typed. Loaders and actions also tell the watch which route answers, and
 * nobody keeps an answer that is not for everybody.
 */
export function guardRoutes(routes: Routes, options: GuardOptions): Routes {
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [id, guardRoute(route, patternOf(routes, route), options)]),
  )
}

/** A route's pattern with those of its parents: `/booking/slots`. */
export function patternOf(routes: Routes, route: ServerRoute): string {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId]
  const above = parent ? patternOf(routes, parent) : ''
  return route.path ? `${above === '/' ? '' : above}/${route.path}` : above || '/'
}

/** The methods that a route answers. */
function methodsOf({ module }: Pick<ServerRoute, 'module'>): string {
  const read = module.loader || module.default ? ['GET', 'HEAD'] : []
  return [...read, ...(module.action ? ['POST'] : []), 'OPTIONS'].join(', ')
}

/** Tells the methods of an address; undefined of a call of the JSON API, which tells its own. */
export function methodsAt(routes: Routes): (pathname: string) => string | undefined {
  const known = Object.values(routes).map((route) => ({ path: patternOf(routes, route), route }))
  return (pathname) => {
    const found = matchRoutes(known, pathname)?.at(-1)?.route
    if (!found) return 'GET, HEAD, OPTIONS'
    const { path: pattern, route } = found
    // what describes the API is no call of it
    const tellsItself = isApi({ pattern, page: Boolean(route.module.default) }) && route.module.action
    return tellsItself ? undefined : methodsOf(route)
  }
}

function guardRoute(route: ServerRoute, pattern: string, options: GuardOptions): ServerRoute {
  const { loader, action } = route.module
  const guard: Guard = { pattern, page: Boolean(route.module.default), allow: methodsOf(route), ...options }
  // what Remix itself would say to a method that a route does not have is no page
  const none = () => {
    throw wrongMethod(guard)
  }
  const read = loader ?? (guard.page ? undefined : none)
  return {
    ...route,
    module: { ...route.module, ...(read && { loader: watched(read, guard) }), action: guarded(action ?? none, guard) },
  }
}

interface Guard extends GuardOptions {
  pattern: string
  /** Draws a page; other routes answer with their own words. */
  page: boolean
  allow: string
}

/** The JSON API tells its methods and what it does not have itself. */
const isApi = ({ pattern, page }: Pick<Guard, 'pattern' | 'page'>) => pattern.startsWith('/api/') && !page

function watched(loader: LoaderFunction, guard: Guard): LoaderFunction {
  return Object.assign(async (args: Parameters<LoaderFunction>[0]) => {
    nameRoute(guard.pattern)
    if (isMalformed(guard, args.request)) throw malformed(guard)
    return uncached(guard, () => loader(args))
  }, loader)
}

function guarded(action: ActionFunction, guard: Guard): ActionFunction {
  const { pattern, appUrl, signedByOthers } = guard
  const open = signedByOthers.includes(pattern)
  return async (args) => {
    nameRoute(pattern)
    if (!open && isForeignChange(args.request, appUrl, currentRequest()?.origin))
      throw refusal(guard, 403, 'This request came from another site.')
    if (!isApi(guard) && args.request.method !== 'POST') throw wrongMethod(guard)
    if (isMalformed(guard, args.request)) throw malformed(guard)
    return uncached(guard, async () => {
      const request = await takeBody(action, args.request, guard)
      return answerSender(action, { ...args, request })
    })
  }
}

async function answerSender(action: ActionFunction, args: ActionFunctionArgs) {
  try {
    return await action(args)
  } catch (error) {
    const typed = await keepTyped(args.request, error)
    if (typed) return typed
    throw error
  }
}

/** The request with its body read to the end, within the limits of its route. */
async function takeBody(action: ActionFunction, request: Request, guard: Guard): Promise<Request> {
  const pictures = takesPictures(action) && isMultipart(request)
  const staff = pictures && (await guard.isStaff(request))
  const raw = !pictures && (isApi(guard) || guard.readThemselves?.includes(guard.pattern))
  try {
    return await (raw ? takeBytes : takeForm)(request, staff ? WITH_PICTURES : FIELDS_ONLY)
  } catch (error) {
    if (!(error instanceof RefusedBody)) throw error
    // the route sends a stranger away before it looks at what they sent
    if (pictures && !staff && error.status === 413) return withoutForm(request)
    throw refusal(guard, error.status, error.message)
  }
}

/** Sees to it that no browser or proxy keeps an answer of a route that is not for everybody. */
async function uncached<T>(guard: Guard, work: () => T): Promise<Awaited<T>> {
  const closed = (answer: Response) => {
    if (!mayBeCached(guard.pattern) && !answer.headers.has('Cache-Control'))
      answer.headers.set('Cache-Control', 'no-store')
  }
  try {
    const answer = await work()
    if (answer instanceof Response) closed(answer)
    return answer
  } catch (error) {
    const thrown = troubleAnswer(guard, error) ?? error
    if (thrown instanceof Response) closed(thrown)
    throw thrown
  }
}

/** The polite answer while the database cannot serve; undefined for any other error. */
function troubleAnswer(guard: Guard, error: unknown): Response | undefined {
  const trouble = databaseTrouble(error)
  if (!trouble) return undefined
  guard.onTrouble?.(error, trouble)
  return refusal(guard, 503, tellTrouble(trouble))
}

/** Whether a page's address has the character that Postgres keeps in no text; the JSON API says in its own way what is not there. */
const isMalformed = (guard: Guard, { url }: Request) => !isApi(guard) && url.includes('%00')

const malformed = (guard: Guard) => refusal(guard, 400, 'This address has a character that no address has.')

function wrongMethod(guard: Guard): Response {
  const answer = refusal(guard, 405, 'This address does not answer that.')
  // the error page is drawn without the headers of what was thrown
  if (guard.page) currentRequest()?.response.setHeader('Allow', guard.allow)
  else answer.headers.set('Allow', guard.allow)
  return answer
}

/** The JSON API is answered in its own words, a page by the error page. */
function refusal(guard: Guard, status: number, error: string): Response {
  return isApi(guard) ? Response.json({ error }, { status }) : new Response(error, { status })
}
