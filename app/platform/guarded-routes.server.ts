import type { ActionFunction, LoaderFunction, ServerBuild } from '@remix-run/node'
import { type DatabaseTrouble, databaseTrouble } from '~/db/trouble.server'
import { announcesTooMuch, isForeignChange, limitBody } from './mutation-guard.server'
import { currentRequest, noteRoute } from './request-watch.server'
import { keepTyped } from './signed-out.server'
import { tellTrouble } from './trouble-answer.server'

type Routes = ServerBuild['routes']
type ServerRoute = Routes[string]

export interface GuardOptions {
  appUrl: string
  /** Patterns of the routes that take changes from elsewhere, since the sender signs them. */
  signedByOthers: readonly string[]
  /** Told when the database could not serve a request. */
  onTrouble?(error: unknown, trouble: DatabaseTrouble): void
}

/**
 * The routes with a guard before every action, so that none can be forgotten: a change asked for by another site is
 * answered 403, a body over its limit 413; what the database cannot serve right now 503 with a polite sentence; a form whose sender was signed out meanwhile keeps what was typed. Loaders and actions also tell the watch which route answers.
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

function guardRoute(route: ServerRoute, pattern: string, options: GuardOptions): ServerRoute {
  const { loader, action } = route.module
  return {
    ...route,
    module: {
      ...route.module,
      ...(loader && { loader: watched(loader, pattern, options) }),
      ...(action && { action: guarded(action, pattern, options) }),
    },
  }
}

function watched(loader: LoaderFunction, pattern: string, options: GuardOptions): LoaderFunction {
  return Object.assign(async (args: Parameters<LoaderFunction>[0]) => {
    noteRoute(pattern)
    if (isMalformed(pattern, args.request.url))
      throw refusal(pattern, 400, 'This address has a character that no address has.')
    try {
      return await loader(args)
    } catch (error) {
      throw troubleAnswer(pattern, error, options) ?? error
    }
  }, loader)
}

function guarded(action: ActionFunction, pattern: string, options: GuardOptions): ActionFunction {
  const { appUrl, signedByOthers } = options
  const open = signedByOthers.includes(pattern)
  return async (args) => {
    noteRoute(pattern)
    if (!open && isForeignChange(args.request, appUrl, currentRequest()?.origin))
      throw refusal(pattern, 403, 'This request came from another site.')
    if (announcesTooMuch(args.request)) throw tooLarge(pattern)
    if (isMalformed(pattern, args.request.url))
      throw refusal(pattern, 400, 'This address has a character that no address has.')
    const { request, exceeded } = limitBody(args.request)
    try {
      return await action({ ...args, request })
    } catch (error) {
      if (exceeded()) throw tooLarge(pattern)
      const kept = await keepTyped(request, error)
      if (kept) return kept
      throw troubleAnswer(pattern, error, options) ?? error
    }
  }
}

/** The polite answer while the database cannot serve; undefined for any other error. */
function troubleAnswer(pattern: string, error: unknown, { onTrouble }: GuardOptions): Response | undefined {
  const trouble = databaseTrouble(error)
  if (!trouble) return undefined
  onTrouble?.(error, trouble)
  return refusal(pattern, 503, tellTrouble(trouble))
}

/** Whether a page's address has the character that Postgres keeps in no text; the JSON API says in its own way what is not there. */
const isMalformed = (pattern: string, url: string) => !pattern.startsWith('/api/') && url.includes('%00')

const tooLarge = (pattern: string) => refusal(pattern, 413, 'What was sent is too large.')

/** The JSON API is answered in its own words, a page by the error page. */
function refusal(pattern: string, status: number, error: string): Response {
  return pattern.startsWith('/api/') ? Response.json({ error }, { status }) : new Response(error, { status })
}
