import { z } from 'zod'
import type { cities, packagePrices, packages, screenSlots, screens } from '~/db/schema'
import { type CalendarDate, toIsoMidnightUtc } from '~/domain/calendar'
import { type Paise, toRupeeNumber } from '~/domain/money'
import { pricesToCome } from '~/domain/special-dates'
import { clockShape, dayShape, rupeesShape, versionShape } from './answer-shapes.server'

const id = z.string()

export const namedShape = z.object({ _id: id, name: z.string() }).meta({ id: 'Named' })

export const cityShape = z
  .object({ _id: id, name: z.string(), status: z.boolean(), version: versionShape.optional() })
  .meta({ id: 'City' })

const customPriceShape = z.object({ date: dayShape, price: rupeesShape }).meta({ id: 'CustomPrice' })
export const slotShape = z.object({ from: clockShape, to: clockShape }).meta({ id: 'Slot' })

export const screenShape = z
  .object({
    _id: id,
    name: z.string(),
    capacity: z.number().int(),
    minPeople: z.number().int(),
    extraPersonPrice: rupeesShape,
    price: rupeesShape.nullable().meta({ description: 'The first package’s, as is customPrice.' }),
    customPrice: z.array(customPriceShape),
    description: z.string(),
    specifications: z.array(z.string()),
    images: z.array(z.string()),
    slots: z.array(slotShape.extend({ _id: id })),
    packages: z.array(
      z.object({
        _id: id,
        name: z.string(),
        price: rupeesShape,
        customPrice: z.array(customPriceShape),
        addons: z.array(z.string()),
      }),
    ),
    location: namedShape.nullable(),
    status: z.boolean(),
    version: versionShape.optional(),
  })
  .meta({ id: 'Screen' })

type CityRow = Pick<typeof cities.$inferSelect, 'id' | 'name'> & { active?: boolean; version?: number }

/** A city as calls answer it; its version only to whoever may change it. */
export const cityJson = ({ id: _id, name, active = true, version: at }: CityRow): z.input<typeof cityShape> => ({
  ...{ _id, name, status: active },
  ...(at !== undefined && { version: at }),
})

/** A record by id and name, or null. */
export const namedJson = (one: { id: string; name: string } | null | undefined) =>
  one ? { _id: one.id, name: one.name } : null

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

/** A screen with slots and packages as calls answer it, with the prices of special dates from today on. */
export function screenJson(screen: ScreenRecord, today: CalendarDate): z.input<typeof screenShape> {
  const offered = screen.packages.map(({ id: _id, name, price, inclusions, customPrices }) => ({
    ...{ _id, name, price: toRupeeNumber(price) },
    customPrice: pricesToCome(customPrices, today).map(customPriceJson),
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
