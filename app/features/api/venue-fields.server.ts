import type { SentNames } from './read-body.server'
import type { ScreenBody } from './venue-calls.server'

/** What a request calls the fields of a screen's form. */
export const SCREEN_NAMES: SentNames = {
  locationId: 'location',
  'packages.id': '_id',
  'packages.inclusions': 'addons',
  'packages.customPrices': 'customPrice',
}

/** A screen as its form has it. */
export function screenFields({ location: locationId, images = [], packages, ...rest }: ScreenBody) {
  const fields = {
    ...rest,
    locationId,
    packages: packages?.map(({ _id: id, addons: inclusions, customPrice: customPrices, ...one }) => ({
      ...one,
      ...{ id, inclusions, customPrices },
    })),
  }
  return { fields, pictures: images }
}
