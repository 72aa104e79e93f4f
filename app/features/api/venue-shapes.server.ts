import { z } from 'zod'
import type { cities, locations, packagePrices, packages, screenSlots, screens } from '~/db/schema'
import { type CalendarDate, toIsoMidnightUtc } from '~/domain/calendar'
import { type Paise, toRupeeNumber } from '~/domain/money'

const id = z.string()
const rupees = z.number().meta({ description: 'Rupees.' })
const version = z.number().int().meta({ description: 'Send it back with a change, to be told of one in between.' })

export const namedShape = z.object({ _id: id, name: z.string() }).meta({ id: 'Named' })

export const cityShape = z
  .object({ _id: id, name: z.string(), status: z.boolean(), version: version.optional() })
  .meta({ id: 'City' })

const placeShape = z.object({
  _id: id,
  name: z.string(),
  address: z.string(),
  addressLink: z.string(),
  image: z.string().nullable(),
  city: namedShape.nullable(),
  cityId: z.string().nullable(),
  status: z.boolean(),
  addons: z.array(id).meta({ description: 'Ids of the add-ons offered here; none means all.' }),
  gifts: z.array(id).meta({ description: 'Ids of the gifts offered here; none means all.' }),
})

export const locationShape = placeShape.meta({ id: 'Location', description: 'A location as visitors see it.' })

export const staffLocationShape = placeShape
  .extend({
    admin: z.object({ name: z.string(), email: z.string(), number: z.string() }).nullable(),
    version,
  })
  .meta({ id: 'StaffLocation', description: 'A location with its admin, for staff.' })

const customPriceShape = z.object({ date: z.string(), price: rupees }).meta({ id: 'CustomPrice' })
export const slotShape = z.object({ from: z.string(), to: z.string() }).meta({ id: 'Slot' })

export const screenShape = z
  .object({
    _id: id,
    name: z.string(),
    capacity: z.number().int(),
    minPeople: z.number().int(),
    extraPersonPrice: rupees,
    price: rupees.nullable().meta({ description: 'The first package’s, as is customPrice.' }),
    customPrice: z.array(customPriceShape),
    description: z.string(),
    specifications: z.array(z.string()),
    images: z.array(z.string()),
    slots: z.array(slotShape.extend({ _id: id })),
    packages: z.array(
      z.object({
        _id: id,
        name: z.string(),
        price: rupees,
        customPrice: z.array(customPriceShape),
        addons: z.array(z.string()),
      }),
    ),
    location: namedShape.nullable(),
    status: z.boolean(),
    version: version.optional(),
  })
  .meta({ id: 'Screen' })

type CityRow = Pick<typeof cities.$inferSelect, 'id' | 'name'> & { active?: boolean; version?: number }

export const cityJson = ({ id: _id, name, active = true, version: at }: CityRow): z.input<typeof cityShape> => ({
  ...{ _id, name, status: active },
  ...(at !== undefined && { version: at }),
})

const namedJson = (one: { id: string; name: string } | null | undefined) =>
  one ? { _id: one.id, name: one.name } : null

type LocationRow = Pick<
  typeof locations.$inferSelect,
  'id' | 'name' | 'address' | 'addressLink' | 'image' | 'addonIds' | 'giftIds'
> & { active?: boolean }

export const locationJson = (
  place: LocationRow,
  city: { id: string; name: string } | null,
): z.input<typeof locationShape> => ({
  _id: place.id,
  name: place.name,
  address: place.address,
  addressLink: place.addressLink,
  image: place.image,
  city: namedJson(city),
  cityId: city?.id ?? null,
  status: place.active ?? true,
  addons: place.addonIds,
  gifts: place.giftIds,
})

export const staffLocationJson = ({
  location,
  city,
  admin,
}: {
  location: LocationRow & { version: number }
  city: { id: string; name: string } | null
  admin: { name: string; email: string; number: string } | null
}): z.input<typeof staffLocationShape> => ({
  ...locationJson(location, city),
  admin: admin && { name: admin.name, email: admin.email, number: admin.number },
  version: location.version,
})

interface ScreenRecord extends Omit<typeof screens.$inferSelect, 'createdAt' | 'updatedAt'> {
  slots: Pick<typeof screenSlots.$inferSelect, 'id' | 'from' | 'to'>[]
  packages: (Pick<typeof packages.$inferSelect, 'id' | 'name' | 'price' | 'inclusions'> & {
    customPrices: Pick<typeof packagePrices.$inferSelect, 'date' | 'price'>[]
  })[]
  location: { id: string; name: string } | null
}

const customPriceJson = ({ date, price }: { date: CalendarDate; price: Paise }) => ({
  date: toIsoMidnightUtc(date),
  price: toRupeeNumber(price),
})

export function screenJson(screen: ScreenRecord): z.input<typeof screenShape> {
  const offered = screen.packages.map(({ id: _id, name, price, inclusions, customPrices }) => ({
    ...{ _id, name, price: toRupeeNumber(price) },
    customPrice: customPrices.map(customPriceJson),
    addons: inclusions,
  }))
  return {
    _id: screen.id,
    name: screen.name,
    capacity: screen.capacity,
    minPeople: screen.minPeople,
    extraPersonPrice: toRupeeNumber(screen.extraPersonPrice),
    price: offered[0]?.price ?? null,
    customPrice: offered[0]?.customPrice ?? [],
    description: screen.description,
    specifications: screen.specifications,
    images: screen.images,
    slots: screen.slots.map(({ id: _id, from, to }) => ({ _id, from, to })),
    packages: offered,
    location: namedJson(screen.location),
    status: screen.active,
    version: screen.version,
  }
}
