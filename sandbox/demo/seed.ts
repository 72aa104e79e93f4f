import { hash } from '@node-rs/argon2'
import type { Database, Transaction } from '~/db/client.server'
import { newId } from '~/db/new-id'
import * as schema from '~/db/schema'
import { addDays, addMonths, type CalendarDate, type ClockTime, monthOf, todayIn } from '~/domain/calendar'
import { shownPhone } from '~/domain/calling'
import type { CatalogueKind } from '~/domain/catalogue-kinds'
import { rupees } from '~/domain/money'
import { links } from '~/links'
import { seedBookings } from './bookings'
import {
  ADDONS,
  BANNERS,
  CAKES,
  CITIES,
  DEMO_STAFF,
  FESTIVE_DAYS,
  GIFTS,
  LOCATIONS,
  OCCASIONS,
  pictureOf,
  SCREENS,
} from './business'
import { seedEvening } from './evening'

interface SeedOptions {
  now: Date
  zone: string
  appUrl: string
  phone: string
  /** Whether something happens yesterday, now and tomorrow too, whenever it is. */
  evening?: boolean
}

/** Fills an empty database with the demo business, one caller at a time; the same day gives the same data. */
export async function seedDemo(db: Database, options: SeedOptions): Promise<void> {
  const passwordHash = await hash(DEMO_STAFF.password)
  await db.transaction(async (tx) => {
    if (await tx.$count(schema.cities)) return
    const locationIds = await seedVenue(tx, todayIn(options.zone, options.now))
    await seedCatalogue(tx)
    await seedOffers(tx, options)
    const inKoramangala = { passwordHash, locationId: locationIds.get('koramangala') }
    await tx.insert(schema.staff).values([
      { name: 'Asha Rao', email: DEMO_STAFF.owner, number: options.phone, passwordHash, role: 'super-admin' },
      {
        ...{ name: 'Vikram Shetty', email: DEMO_STAFF.manager, number: '9845012345' },
        ...{ role: 'location-admin', ...inKoramangala },
      },
      {
        ...{ name: 'Meera Nair', email: DEMO_STAFF.frontDesk, number: '9845067890' },
        ...{ role: 'front-desk', ...inKoramangala },
      },
      {
        ...{ name: 'Imran Khan', email: DEMO_STAFF.kitchen, number: '9845098765' },
        ...{ role: 'kitchen', ...inKoramangala },
      },
    ])
    await seedBookings(tx, options)
    if (options.evening) await seedEvening(tx, options)
  })
}

async function seedVenue(tx: Transaction, today: CalendarDate): Promise<Map<string, string>> {
  const cityIds = new Map(CITIES.map((name) => [name as string, newId()]))
  await tx.insert(schema.cities).values([...cityIds].map(([name, id]) => ({ id, name })))
  const locationIds = new Map(LOCATIONS.map(({ key }) => [key as string, newId()]))
  await tx
    .insert(schema.locations)
    .values(
      LOCATIONS.map(({ key, city, ...rest }) => ({ ...rest, id: locationIds.get(key), cityId: cityIds.get(city) })),
    )
  for (const screen of SCREENS) {
    const { slots, packages, extraPersonPrice, location, ...rest } = screen
    const screenId = newId()
    await tx.insert(schema.screens).values({
      ...rest,
      id: screenId,
      specifications: [...screen.specifications],
      locationId: locationIds.get(location),
      extraPersonPrice: rupees(extraPersonPrice),
      images: [1, 2, 3, 4].map((view) => `/media/screens/${screen.name.toLowerCase()}-${view}.webp`),
    })
    await tx.insert(schema.screenSlots).values(
      slots.map((slot) => {
        const [from, to] = slot.split('-') as [ClockTime, ClockTime]
        return { screenId, from, to }
      }),
    )
    for (const [position, { name, price, inclusions }] of packages.entries()) {
      const packageId = newId()
      const own = { id: packageId, screenId, name, position, price: rupees(price), inclusions: [...inclusions] }
      await tx.insert(schema.packages).values(own)
      await tx
        .insert(schema.packagePrices)
        .values(festiveDates(today).map((date) => ({ packageId, date, price: rupees(price + 500) })))
    }
  }
  return locationIds
}

/** The next of each festive day. */
function festiveDates(today: CalendarDate): CalendarDate[] {
  const year = Number(today.slice(0, 4))
  return FESTIVE_DAYS.map((day) => {
    const date = `${year}-${day}` as CalendarDate
    return date >= today ? date : (`${year + 1}-${day}` as CalendarDate)
  })
}

async function seedCatalogue(tx: Transaction): Promise<void> {
  const shelves = [
    ['occasion', 'occasions', OCCASIONS],
    ['addon', 'addons', ADDONS],
    ['cake', 'cakes', CAKES],
    ['gift', 'gifts', GIFTS],
  ] as const satisfies readonly (readonly [CatalogueKind, string, readonly unknown[]])[]
  await tx.insert(schema.catalogueItems).values(
    shelves.flatMap(([kind, folder, items]) =>
      items.map((item, index) => ({
        kind,
        name: item.name,
        description: item.description,
        price: rupees(item.price),
        position: index + 1,
        image: pictureOf(folder, item.name),
        special: item.specialPrice !== undefined,
        specialPrice: item.specialPrice === undefined ? null : rupees(item.specialPrice),
      })),
    ),
  )
}

async function seedOffers(tx: Transaction, { now, zone, appUrl, phone }: SeedOptions): Promise<void> {
  const today = todayIn(zone, now)
  const nextYear = `${addMonths(monthOf(today), 12)}-01` as CalendarDate
  const coupon = { expireDate: nextYear, active: true, scrollCoupon: false, scrollingText: '' }
  await tx.insert(schema.coupons).values([
    {
      ...coupon,
      code: 'LUMIERE10',
      type: 'percentage',
      discount: 1_000,
      scrollCoupon: true,
      scrollingText: 'Use LUMIERE10 for 10% off your celebration',
    },
    {
      ...coupon,
      code: 'FIRST200',
      type: 'fixed',
      discount: 20_000,
      scrollCoupon: true,
      scrollingText: 'First visit? FIRST200 takes ₹200 off',
    },
    { ...coupon, code: 'MONSOON25', type: 'percentage', discount: 2_500, expireDate: addDays(today, -30) },
  ])
  const targets = { book: links.bookLocations(), gallery: links.gallery(), about: links.about() }
  await tx.insert(schema.banners).values(
    BANNERS.map(({ link, ...banner }, index) => ({
      ...banner,
      link: `${appUrl}${targets[link]}`,
      image: `/media/banners/banner-${index + 1}.webp`,
      position: index + 1,
    })),
  )
  await tx.insert(schema.blockedDates).values({
    date: '2025-02-13' as CalendarDate,
    reason: `To Book on This Date. Please contact the owners ${shownPhone(phone)}`,
  })
}
