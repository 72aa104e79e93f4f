import { index, type RouteConfig, route } from '@remix-run/route-config'

/** Every address of the product, in reading order. Paths match in any letter case. */
export default [index('routes/site/home.tsx')] satisfies RouteConfig
