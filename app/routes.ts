import { index, type RouteConfig } from '@remix-run/route-config'

/** Every address of the product, in reading order. Paths match in any letter case. */
export default [
  // the public site
  index('routes/site/home.tsx'),

  // the booking flow, step by step

  // payment

  // the customer's own booking

  // signing in

  // the back office

  // the JSON API

  // operations
] satisfies RouteConfig
