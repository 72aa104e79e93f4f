import { Link as RouterLink } from '@remix-run/react'
import type { ComponentProps } from 'react'

/** What the router's link is told and its markup does not say, where the address is a plain path. */
const UNDRAWN = ['prefetch', 'relative', 'replace', 'state', 'preventScrollReset', 'viewTransition'] as const

/** A path of ours as it is: without dots, doubled slashes or anything that an address would spell another way. */
const PLAIN = /^(\/|(\/[\w~:@!$&'()*+,;=%-]+)+)(\?[^\s#]*)?$/

/**
 * A link as a page is drawn with: the markup of the router's, which would reckon each address three times against the routes
 * around it, for forty links a page. What is not simply a path of ours is left to the router.
 */
export function DrawnLink(link: ComponentProps<typeof RouterLink>) {
  const { to, discover = 'render', reloadDocument, ...anchor } = link
  if (typeof to !== 'string' || !PLAIN.test(to)) return <RouterLink {...link} />
  for (const name of UNDRAWN) delete anchor[name]
  return <a {...anchor} data-discover={discover === 'render' && !reloadDocument ? 'true' : undefined} href={to} />
}

/** To another page of ours; in the browser the router's own. */
export const Link = import.meta.env.SSR ? DrawnLink : RouterLink
