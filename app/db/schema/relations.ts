import { relations } from 'drizzle-orm'
import { bookingLines, bookings } from './booking'
import { moneyRequests } from './money-request'
import { paymentAttempts, payments, refunds, refundTries } from './payment'
import { prepTicks } from './prep-tick'
import { cities, locations, packagePrices, packages, screenSlots, screens } from './venue'

export const cityRelations = relations(cities, ({ many }) => ({ locations: many(locations) }))

export const locationRelations = relations(locations, ({ one, many }) => ({
  city: one(cities, { fields: [locations.cityId], references: [cities.id] }),
  screens: many(screens),
}))

export const screenRelations = relations(screens, ({ one, many }) => ({
  location: one(locations, { fields: [screens.locationId], references: [locations.id] }),
  slots: many(screenSlots),
  packages: many(packages),
}))

export const slotRelations = relations(screenSlots, ({ one }) => ({
  screen: one(screens, { fields: [screenSlots.screenId], references: [screens.id] }),
}))

export const packageRelations = relations(packages, ({ one, many }) => ({
  screen: one(screens, { fields: [packages.screenId], references: [screens.id] }),
  customPrices: many(packagePrices),
}))

export const packagePriceRelations = relations(packagePrices, ({ one }) => ({
  package: one(packages, { fields: [packagePrices.packageId], references: [packages.id] }),
}))

export const bookingRelations = relations(bookings, ({ one, many }) => ({
  lines: many(bookingLines),
  payments: many(payments),
  refunds: many(refunds),
  attempts: many(paymentAttempts),
  prepTicks: many(prepTicks),
  request: one(moneyRequests, { fields: [bookings.id], references: [moneyRequests.bookingId] }),
  location: one(locations, { fields: [bookings.locationId], references: [locations.id] }),
  screen: one(screens, { fields: [bookings.screenId], references: [screens.id] }),
}))

export const bookingLineRelations = relations(bookingLines, ({ one }) => ({
  booking: one(bookings, { fields: [bookingLines.bookingId], references: [bookings.id] }),
}))

export const paymentRelations = relations(payments, ({ one }) => ({
  booking: one(bookings, { fields: [payments.bookingId], references: [bookings.id] }),
}))

export const refundRelations = relations(refunds, ({ one, many }) => ({
  tries: many(refundTries),
  payment: one(payments, { fields: [refunds.paymentId], references: [payments.id] }),
  booking: one(bookings, { fields: [refunds.bookingId], references: [bookings.id] }),
}))

export const refundTryRelations = relations(refundTries, ({ one }) => ({
  refund: one(refunds, { fields: [refundTries.refundId], references: [refunds.id] }),
}))

export const attemptRelations = relations(paymentAttempts, ({ one }) => ({
  booking: one(bookings, { fields: [paymentAttempts.bookingId], references: [bookings.id] }),
}))

export const prepTickRelations = relations(prepTicks, ({ one }) => ({
  booking: one(bookings, { fields: [prepTicks.bookingId], references: [bookings.id] }),
}))
