import * as build from 'virtual:remix/server-build'
import type { ServerBuild } from '@remix-run/node'
import { currentStaff } from '~/features/staff/staff-session.server'
import { guardRoutes, methodsAt } from './http/guarded-routes.server'
import { answerEarly } from './http/page-cache.server'
import { links } from './links'
import { withoutApiCalls } from './platform/browser-routes'
import { appContext } from './platform/context.server'
import { openFrontDoor } from './platform/front-door.server'

/** What remix-serve serves: Remix's own build, with a guard before every action (vite.config.ts makes this the entry). */
export * from 'virtual:remix/server-build'

/** No page links into the JSON API by the router, so browsers need not know, nor match, its routes (vite.config.ts). */
const all = (build as Pick<ServerBuild, 'routes'> as ServerBuild).assets
export const assets = { ...all, routes: withoutApiCalls(all.routes) }

export const routes = guardRoutes(build.routes, {
  appUrl: appContext().settings.APP_URL,
  signedByOthers: [links.paymentReturn(':token'), links.paymentWebhook()],
  // all but one kind pass by themselves
  onTrouble: (err, trouble) =>
    appContext().log[trouble === 'closed' ? 'error' : 'warn']({ err, trouble }, 'the database could not serve'),
  readThemselves: [links.paymentWebhook()],
  isStaff: async (request) => (await currentStaff(appContext(), request)) !== null,
})

openFrontDoor({
  trustProxy: appContext().settings.TRUST_PROXY,
  methodsAt: methodsAt(build.routes),
  answerEarly: answerEarly(appContext()),
})
