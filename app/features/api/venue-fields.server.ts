import type { SentNames } from './read-body.server'
import type { ScreenBody } from './venue-calls.server'

/** What a request calls the fields of a screen's form. */
export const SCREEN_NAMES: SentNames = {
  locationId: 'location',
  'packages.id': '_id',
  'packages.inclusions': 'addons',
  'packages.customPrices': 'customPrice',
}

/**
 * A screen as its form has it. A package that comes without an id is the one that has its name already (`before`), so that bookings
 * and drafts keep theirs.
 */
export function screenFields(
  { location: locationId, images = [], packages, ...rest }: ScreenBody,
  before: readonly { id: string; name: string }[] = [],
) {
  const meant = new Set(packages?.map(({ _id }) => _id))
  const byName = (name: string) => {
    const known = before.find((one) => one.name === name.trim() && !meant.has(one.id))?.id
    meant.add(known)
    return known
  }
  const fields = {
    ...rest,
    locationId,
    packages: packages?.map(({ _id: id, addons: inclusions, customPrice: customPrices, ...one }) => ({
      ...one,
      ...{ id: id ?? byName(one.name), inclusions, customPrices },
    })),
  }
  return { fields, pictures: images }
}
