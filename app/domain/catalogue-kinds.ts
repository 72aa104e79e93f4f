/** The four kinds of catalogue items, in the order of the booking tabs. */
export const CATALOGUE_KINDS = ['occasion', 'addon', 'cake', 'gift'] as const
export type CatalogueKind = (typeof CATALOGUE_KINDS)[number]
