import type { CatalogueKind } from '~/domain/catalogue-kinds'

const KIND_OF: Record<string, CatalogueKind> = { occasions: 'occasion', addons: 'addon', cakes: 'cake', gifts: 'gift' }

/**
 * Which kind an address of the back office is about: `/admin/cakes/…`.
 *
 * @throws Response 404 when it is about none
 */
export function kindOf(request: Request): CatalogueKind {
  const segment =
    new URL(request.url).pathname
      .split('/')[2]
      ?.replace(/\.data$/, '')
      .toLowerCase() ?? ''
  const kind = KIND_OF[segment]
  if (!kind) throw new Response('Not found', { status: 404 })
  return kind
}
