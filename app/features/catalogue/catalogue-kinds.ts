import type { CatalogueKind } from '~/domain/catalogue-kinds'

/** The words of the four kinds. */
export const CATALOGUE_WORDS: Record<CatalogueKind, { one: string; many: string; add: string }> = {
  occasion: { one: 'Occasion', many: 'Occasions', add: 'Add Occasion' },
  addon: { one: 'Addon', many: 'Addons', add: 'Add Addon' },
  cake: { one: 'Cake', many: 'Cakes', add: 'Add Cake' },
  gift: { one: 'Gift', many: 'Gifts', add: 'Add Gift' },
}
