import type { CalendarDate } from '~/domain/calendar'
import { sameName } from '~/domain/same-name'
import { pricesToCome } from '~/domain/special-dates'
import type { SentNames } from './read-body.server'
import type { ScreenBody } from './venue-calls.server'

/** What a request calls the fields of a screen's form. */
export const SCREEN_NAMES: SentNames = {
  locationId: 'location',
  'packages.id': '_id',
  'packages.inclusions': 'addons',
  'packages.customPrices': 'customPrice',
}

/** A package as the request and the answer have it; what of it was not sent is absent. */
type PackageBody = NonNullable<ScreenBody['packages']>[number]

/**
 * A screen as its form has it. A package that comes without an id is the one that has its name already (`before`), so that bookings
 * and drafts keep theirs; what is not sent of one that is there stays. Prices of dates before `today` are left out.
 */
export function screenFields(
  { location: locationId, images = [], packages, ...rest }: ScreenBody,
  { today, before = [] }: { today: CalendarDate; before?: readonly PackageBody[] },
) {
  const meant = new Set(packages?.map(({ _id }) => _id))
  const byName = (name: string) => {
    const free = before.filter((one) => !meant.has(one._id))
    // exactly, where there are two of a name from before
    const known = (free.find((one) => one.name === name.trim()) ?? free.find((one) => sameName(one.name, name)))?._id
    meant.add(known)
    return known
  }
  const fields = {
    ...rest,
    locationId,
    packages: packages?.map(({ _id, addons, customPrice, ...one }) => {
      const id = _id ?? byName(one.name)
      const known = id === undefined ? undefined : before.find((had) => had._id === id)
      return {
        ...one,
        id,
        inclusions: addons ?? known?.addons,
        customPrices: pricesToCome(customPrice ?? known?.customPrice ?? [], today),
      }
    }),
  }
  return { fields, pictures: images }
}
