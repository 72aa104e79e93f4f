import type { MetaDescriptor, MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse } from '@remix-run/react'
import { links } from '~/links'
import type { PublicBusiness } from './public-business'

interface PageFacts {
  title: string
  /** What a search engine or a shared link says about the page; at most 160 characters. */
  description?: string | ((business: PublicBusiness) => string)
  /** The page's one address, without the query. Pages that belong to one visitor have none and stay out of searches. */
  path?: string
  /** Facts for search engines (schema.org). As data, not script, they need no nonce of the content security policy. */
  facts?: (business: PublicBusiness) => Record<string, unknown>
}

/** What `meta` is given, as far as it matters here; the same for every route. */
interface Surroundings {
  matches: readonly { id: string; data?: unknown }[]
}

/** Title, description, canonical address and Open Graph of a page; the business comes from the root's data. */
export function pageMeta({ title, description, path, facts }: PageFacts) {
  return ({ matches }: Surroundings): MetaDescriptor[] => {
    const root = matches.find(({ id }) => id === 'root')?.data as { business: PublicBusiness } | undefined
    if (!root) return [{ title }]
    const { business } = root
    const full = title ? `${title} · ${business.name}` : `${business.name} · A cinema of your own in ${business.city}`
    if (path === undefined) return [{ title: full }, { name: 'robots', content: 'noindex' }]
    const said = typeof description === 'function' ? description(business) : description
    const url = `${business.appUrl}${path}`
    return [
      { title: full },
      { name: 'description', content: said },
      { tagName: 'link', rel: 'canonical', href: url },
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: business.name },
      { property: 'og:locale', content: 'en_IN' },
      { property: 'og:title', content: full },
      { property: 'og:description', content: said },
      { property: 'og:url', content: url },
      { property: 'og:image', content: `${business.appUrl}${links.sharePicture()}` },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { name: 'twitter:card', content: 'summary_large_image' },
      ...(facts
        ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...facts(business) } } as MetaDescriptor]
        : []),
    ]
  }
}

/** `meta` of pages that have none of their own: those that are missing or failed. */
export const failedMeta: MetaFunction = ({ error, matches }) => {
  const missing = isRouteErrorResponse(error) && error.status === 404
  return pageMeta({ title: missing ? 'This page is not showing' : error ? 'Something went wrong' : '' })({ matches })
}
