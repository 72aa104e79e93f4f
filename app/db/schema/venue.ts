import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { atLeast, calendarDate, clockTime, id, instant, paise, timestamps, version } from './columns'

export const cities = pgTable('cities', {
  id: id(),
  name: text('name').notNull(),
  active: boolean('active').notNull().default(true),
  archivedAt: instant('archived_at'),
  version: version(),
  ...timestamps(),
})

export const locations = pgTable(
  'locations',
  {
    id: id(),
    cityId: text('city_id').references(() => cities.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    address: text('address').notNull(),
    addressLink: text('address_link').notNull(),
    /** Where a car or a scooter can stand; empty when nothing is said of it (rule V16). */
    parking: text('parking').notNull().default(''),
    image: text('image'),
    active: boolean('active').notNull().default(true),
    /** Add-ons and gifts offered here; empty means all (rule A5). */
    addonIds: text('addon_ids').array().notNull().default([]),
    giftIds: text('gift_ids').array().notNull().default([]),
    archivedAt: instant('archived_at'),
    version: version(),
    ...timestamps(),
  },
  (table) => [index('locations_city').on(table.cityId)],
)

export const screens = pgTable(
  'screens',
  {
    id: id(),
    locationId: text('location_id').references(() => locations.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    capacity: integer('capacity').notNull(),
    minPeople: integer('min_people').notNull(),
    extraPersonPrice: paise('extra_person_price').notNull(),
    description: text('description').notNull(),
    specifications: text('specifications').array().notNull().default([]),
    images: text('images').array().notNull().default([]),
    active: boolean('active').notNull().default(true),
    archivedAt: instant('archived_at'),
    version: version(),
    ...timestamps(),
  },
  (table) => [
    index('screens_location').on(table.locationId),
    atLeast('screens_extra_person_price', 0, table.extraPersonPrice),
    check('screens_people', sql`${table.minPeople} >= 0 and ${table.minPeople} <= ${table.capacity}`),
  ],
)

/** A screen's daily schedule. Booked slots are copied onto the booking; removing one here archives it. */
export const screenSlots = pgTable(
  'screen_slots',
  {
    id: id(),
    screenId: text('screen_id')
      .notNull()
      .references(() => screens.id, { onDelete: 'cascade' }),
    from: clockTime('from_time').notNull(),
    to: clockTime('to_time').notNull(),
    archivedAt: instant('archived_at'),
  },
  (table) => [index('screen_slots_screen').on(table.screenId)],
)

export const packages = pgTable(
  'packages',
  {
    id: id(),
    screenId: text('screen_id')
      .notNull()
      .references(() => screens.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    price: paise('price').notNull(),
    /** Names from the fixed list of six (domain/packages.ts); the API calls them the package's add-ons. */
    inclusions: text('inclusions').array().notNull().default([]),
    position: integer('position').notNull().default(0),
    archivedAt: instant('archived_at'),
    ...timestamps(),
  },
  (table) => [index('packages_screen').on(table.screenId, table.position), atLeast('packages_price', 0, table.price)],
)

/** A package's price on one date. */
export const packagePrices = pgTable(
  'package_prices',
  {
    id: id(),
    packageId: text('package_id')
      .notNull()
      .references(() => packages.id, { onDelete: 'cascade' }),
    date: calendarDate('date').notNull(),
    price: paise('price').notNull(),
  },
  (table) => [
    uniqueIndex('package_prices_one_a_date').on(table.packageId, table.date),
    atLeast('package_prices_price', 0, table.price),
  ],
)

/** Dates that cannot be booked online, everywhere or at one location. */
export const blockedDates = pgTable(
  'blocked_dates',
  {
    id: id(),
    date: calendarDate('date').notNull(),
    locationId: text('location_id').references(() => locations.id, { onDelete: 'cascade' }),
    reason: text('reason').notNull(),
    ...timestamps(),
  },
  (table) => [unique('blocked_dates_once').on(table.date, table.locationId).nullsNotDistinct()],
)
