import { CATALOGUE_KINDS, type CatalogueKind } from '~/domain/catalogue-kinds'
import { CATALOGUE_PATHS } from '~/links'

/**
 * Which kind an address of the back office is about: `/admin/cakes/…`.
 *
 * @throws Response 404 when it is about none
 */
export function kindOf(request: Request): CatalogueKind {
  const segment = new URL(request.url).pathname.split('/')[2]?.toLowerCase()
  const kind = CATALOGUE_KINDS.find((one) => CATALOGUE_PATHS[one] === segment)
  if (!kind) throw new Response('Not found', { status: 404 })
  return kind
}
