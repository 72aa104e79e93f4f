/**
 * Remix's options. `vite.config.ts` imports this file, so each option stands here once.
 * `v3_lazyRouteDiscovery` stays off: with it a deploy during a booking reloads the document and loses what was typed.
 * `v3_fetcherPersist` too: with it React Router forgets a fetcher that is pressed again while its first answer loads, and
 * every navigation after that waits for good.
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverModuleFormat: 'esm',
  future: {
    v3_fetcherPersist: false,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_routeConfig: true,
    v3_lazyRouteDiscovery: false,
  },
}
