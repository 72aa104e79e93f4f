import * as build from 'virtual:remix/server-build'
import { appContext } from './platform/context.server'
import { guardRoutes } from './platform/guarded-routes.server'

/** What remix-serve serves: Remix's own build, with a guard before every action (vite.config.ts makes this the entry). */
export * from 'virtual:remix/server-build'

export const routes = guardRoutes(build.routes, {
  appUrl: appContext().settings.APP_URL,
  signedByOthers: ['/payment/return/:token', '/payment/webhook'],
})
