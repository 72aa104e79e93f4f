import type { CatalogueKind } from '~/db/kinds'

/** The words of the four kinds. */
export const CATALOGUE_WORDS: Record<CatalogueKind, { one: string; many: string; add: string }> = {
  occasion: { one: 'Occasion', many: 'Occasions', add: 'Add Occasion' },
  addon: { one: 'Addon', many: 'Addons', add: 'Add Addon' },
  cake: { one: 'Cake', many: 'Cakes', add: 'Add Cake' },
  gift: { one: 'Gift', many: 'Gifts', add: 'Add Gift' },
}

const KIND_OF: Record<string, CatalogueKind> = { occasions: 'occasion', addons: 'addon', cakes: 'cake', gifts: 'gift' }

/** Which kind an address of the back office is about: `/admin/cakes/…`. */
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
