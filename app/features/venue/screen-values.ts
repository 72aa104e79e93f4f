import { typedRupees } from '~/domain/money'
import type { ScreenFormValues } from './screen-form'
import type { ScreenRow } from './venue-queries.server'

/** A screen as its form shows it: amounts in rupees. */
export function screenValues(screen: ScreenRow): ScreenFormValues {
  return {
    name: screen.name,
    capacity: String(screen.capacity),
    minPeople: String(screen.minPeople),
    extraPersonPrice: typedRupees(screen.extraPersonPrice),
    description: screen.description,
    specifications: screen.specifications,
    images: screen.images,
    locationId: screen.locationId ?? '',
    status: String(screen.active),
    slots: screen.slots.map(({ from, to }) => ({ from, to })),
    packages: screen.packages.map(({ id, name, price, inclusions, customPrices }) => ({
      id,
      name,
      price: typedRupees(price),
      inclusions,
      customPrices: customPrices.map((custom) => ({ date: custom.date, price: typedRupees(custom.price) })),
    })),
  }
}
