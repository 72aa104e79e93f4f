import { draftTexts } from '~/domain/booking-texts'
import type { CalendarDate } from '~/domain/calendar'
import type { Draft, ItemCount } from '~/domain/draft'
import type { LineKind } from '~/domain/pricing'
import type { OfferedItem, Offers, Sold } from '~/domain/selection'
import type { ScreenOnOffer } from '~/features/offer/on-offer.server'
import type { SoldBooking } from '~/features/stored-booking/stored-booking.server'

/** Names the booking's own slot when the screen no longer has it. */
const SOLD_SLOT = 'sold'

const isSoldSlot = (sold: SoldBooking, slot: { from: string; to: string }) =>
  slot.from === sold.slotFrom && slot.to === sold.slotTo

/** The booking as a draft to change; its own slot is found by its times. */
export function draftOfBooking(sold: SoldBooking, cityId: string | undefined, screen: ScreenOnOffer): Draft {
  const { customerName: name, customerEmail: email, customerNumber: number } = sold
  return {
    attemptId: sold.id,
    cityId,
    locationId: sold.locationId ?? undefined,
    screenId: sold.screenId,
    date: sold.visitDate,
    slotId: screen.slots.find((slot) => isSoldSlot(sold, slot))?.id ?? SOLD_SLOT,
    customer: { name, email, number },
    people: sold.people,
    termsAccepted: sold.termsAcceptedAt !== null,
    packageId: sold.packageId,
    occasionId: sold.lines.find(({ kind }) => kind === 'occasion')?.itemId ?? undefined,
    addons: countsOf(sold, 'addon'),
    cakes: countsOf(sold, 'cake'),
    gifts: countsOf(sold, 'gift'),
    ...draftTexts(sold),
    couponCode: sold.couponCode ?? undefined,
    payChoice: sold.payChoice,
  }
}

const countsOf = (sold: SoldBooking, wanted: LineKind): ItemCount[] =>
  sold.lines.flatMap(({ kind, itemId, count }) => (kind === wanted && itemId ? [{ id: itemId, count }] : []))

/** The screen with the booking's own slot on its own date, also when it has been taken out of the schedule. */
export function withSoldSlot(screen: ScreenOnOffer, sold: SoldBooking, date: CalendarDate): ScreenOnOffer {
  if (date !== sold.visitDate || screen.slots.some((slot) => isSoldSlot(sold, slot))) return screen
  const own = { id: SOLD_SLOT, screenId: screen.id, from: sold.slotFrom, to: sold.slotTo, archivedAt: null }
  return { ...screen, slots: [...screen.slots, own] }
}

/** What is on offer, and what was bought and is no longer: it stays selectable at the price it was sold for. */
export function withSoldItems(offers: Offers, sold: SoldBooking, sameScreen: boolean): Offers {
  const withSold = (items: readonly OfferedItem[], wanted: LineKind) => [
    ...items,
    ...sold.lines.flatMap((line): OfferedItem[] => {
      const { kind, itemId, name, unitPrice: price, special, specialPrice } = line
      if (kind !== wanted || !itemId || items.some(({ id }) => id === itemId)) return []
      return [{ id: itemId, name, price, special, specialPrice, description: '', image: null, deleted: true }]
    }),
  ]
  return {
    ...offers,
    packages: sameScreen ? withSoldPackage(offers.packages, sold) : offers.packages,
    occasions: withSold(offers.occasions, 'occasion'),
    addons: withSold(offers.addons, 'addon'),
    cakes: withSold(offers.cakes, 'cake'),
    gifts: withSold(offers.gifts, 'gift'),
  }
}

function withSoldPackage(packages: Offers['packages'], sold: SoldBooking): Offers['packages'] {
  const line = sold.lines.find(({ kind }) => kind === 'package')
  if (!line || packages.some(({ id }) => id === sold.packageId)) return packages
  const { packageId: id, packageName: name, packageInclusions: inclusions } = sold
  return [...packages, { id, name, price: line.unitPrice, customPrices: [], inclusions, deleted: true }]
}

/** The terms the booking was sold on. On another screen its party terms do not hold, so its people count as changed. */
export function soldTerms(sold: SoldBooking, sameScreen: boolean): Sold {
  const { couponCode: code, couponTerms } = sold
  return {
    visitDate: sold.visitDate,
    extraPersonPrice: sold.extraPersonPrice,
    minPeople: sold.minPeople,
    people: sameScreen ? sold.people : Number.NaN,
    coupon: code && couponTerms ? { code, ...couponTerms } : null,
    lines: sold.lines,
  }
}

/** A party that was sold stays allowed after the screen's limits have changed. */
export const widerParty = (offers: Offers, { people }: SoldBooking): Offers => ({
  ...offers,
  minPeople: Math.min(offers.minPeople, people),
  capacity: Math.max(offers.capacity, people),
})

/** The names of items that are no longer offered and of which more is wanted than was sold. */
export function deletedItemsWanted(draft: Draft, offers: Offers, sold: SoldBooking): string[] {
  return (['addons', 'cakes', 'gifts'] as const).flatMap((kind) =>
    offers[kind]
      .filter(({ id, deleted }) => {
        const bought = sold.lines.find(({ itemId }) => itemId === id)?.count ?? 0
        return deleted && (draft[kind].find((item) => item.id === id)?.count ?? 0) > bought
      })
      .map(({ name }) => name),
  )
}
