import type { SentPicture } from './inputs.server'
import type { SentNames } from './read-body.server'
import { ONE_PICTURE } from './save-record.server'
import type { LocationBody, ScreenBody } from './venue-calls.server'

/** What a request calls the fields of the two forms. */
export const LOCATION_NAMES: SentNames = {
  ...ONE_PICTURE,
  adminName: 'admin.name',
  adminEmail: 'admin.email',
  adminNumber: 'admin.number',
  adminPassword: 'admin.password',
  addonIds: 'addons',
  giftIds: 'gifts',
}
export const SCREEN_NAMES: SentNames = {
  locationId: 'location',
  'packages.id': '_id',
  'packages.inclusions': 'addons',
  'packages.customPrices': 'customPrice',
}

/** A location as its form has it; `pictures` apart, since they may still have to be stored. */
export function locationFields({ admin = {}, image, addons, gifts, city, cityId = city, ...rest }: LocationBody) {
  const fields = {
    ...rest,
    cityId,
    adminName: admin.name,
    adminEmail: admin.email,
    adminNumber: admin.number,
    adminPassword: admin.password,
    addonIds: addons,
    giftIds: gifts,
  }
  return { fields, pictures: picturesOf(image) }
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

/** The one picture of a record, or none. */
export const picturesOf = (image: SentPicture | undefined): SentPicture[] => (image ? [image] : [])
