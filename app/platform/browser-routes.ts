/** The routes of Remix's manifest, by id, without the calls of the JSON API (`api/…` in app/routes.ts). */
export const withoutApiCalls = <Route>(routes: Record<string, Route>): Record<string, Route> =>
  Object.fromEntries(Object.entries(routes).filter(([id]) => !id.startsWith('api/')))
