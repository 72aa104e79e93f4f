import { draftTexts } from '~/domain/booking-texts'
import type { CalendarDate } from '~/domain/calendar'
import type { Draft, ItemCount } from '~/domain/draft'
import { ITEM_KINDS } from '~/domain/draft'
import type { LineKind, PricedPackage } from '~/domain/pricing'
import type { OfferedItem, Offers, StoredTerms } from '~/domain/selection'
import { type SlotTime, sameHours } from '~/domain/slots'
import { keptCharge } from '~/domain/technical-failure'
import type { ScreenOnOffer } from '~/features/offer/on-offer.server'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'

/** Names the booking's own slot when the screen no longer has it. */
export const OWN_SLOT = 'sold'

/** Whether a slot has the hours that a booking was sold for. */
export const isStoredSlot = (stored: StoredBooking, slot: SlotTime) =>
  sameHours(slot, { from: stored.slotFrom, to: stored.slotTo })

/** The booking as a draft to change; its own slot is found by its times. */
export function draftOfBooking(stored: StoredBooking, cityId: string | undefined, screen: ScreenOnOffer): Draft {
  const { customerName: name, customerEmail: email, customerNumber: number } = stored
  return {
    attemptId: stored.id,
    cityId,
    locationId: stored.locationId ?? undefined,
    screenId: stored.screenId,
    date: stored.visitDate,
    slotId: screen.slots.find((slot) => isStoredSlot(stored, slot))?.id ?? OWN_SLOT,
    customer: { name, email, number },
    people: stored.people,
    termsAccepted: stored.termsAcceptedAt !== null,
    packageId: stored.packageId,
    occasionId: stored.lines.find(({ kind }) => kind === 'occasion')?.itemId ?? undefined,
    addons: countsOf(stored, 'addon'),
    cakes: countsOf(stored, 'cake'),
    gifts: countsOf(stored, 'gift'),
    ...draftTexts(stored),
    couponCode: stored.couponCode ?? undefined,
    payChoice: stored.payChoice,
  }
}

const countsOf = (stored: StoredBooking, wanted: LineKind): ItemCount[] =>
  stored.lines.flatMap(({ kind, itemId, count }) => (kind === wanted && itemId ? [{ id: itemId, count }] : []))

/** The screen with the booking's own slot on its own date, also when it has been taken out of the schedule. */
export function withStoredSlot(screen: ScreenOnOffer, stored: StoredBooking, date: CalendarDate): ScreenOnOffer {
  if (date !== stored.visitDate || screen.slots.some((slot) => isStoredSlot(stored, slot))) return screen
  const own = { id: OWN_SLOT, screenId: screen.id, from: stored.slotFrom, to: stored.slotTo, archivedAt: null }
  return { ...screen, slots: [...screen.slots, own] }
}

/**
 * What is on offer, and what was bought and is no longer: it stays selectable at the price it was sold for. What was bought is called
 * what it was sold as, since by its name it asks for a text, and a package includes what it was sold with (rule M24). `deleted` is its
 * package as it was deleted, where it was.
 */
export function withStoredItems(
  offers: Offers,
  stored: StoredBooking,
  sameScreen: boolean,
  deleted: PricedPackage | undefined,
): Offers {
  const withStored = (items: readonly OfferedItem[], wanted: LineKind) => {
    const bought = stored.lines.filter(({ kind }) => kind === wanted)
    return [
      ...items.map((item) => ({ ...item, name: bought.find(({ itemId }) => itemId === item.id)?.name ?? item.name })),
      ...bought.flatMap(({ itemId, name, unitPrice: price, special, specialPrice }): OfferedItem[] => {
        if (!itemId || items.some(({ id }) => id === itemId)) return []
        return [{ id: itemId, name, price, special, specialPrice, description: '', image: null, deleted: true }]
      }),
    ]
  }
  return {
    ...offers,
    packages: sameScreen ? withStoredPackage(offers.packages, stored, deleted) : offers.packages,
    occasions: withStored(offers.occasions, 'occasion'),
    addons: withStored(offers.addons, 'addon'),
    cakes: withStored(offers.cakes, 'cake'),
    gifts: withStored(offers.gifts, 'gift'),
  }
}

function withStoredPackage(
  packages: Offers['packages'],
  stored: StoredBooking,
  deleted: PricedPackage | undefined,
): Offers['packages'] {
  const { packageId: id, packageName: name, packageInclusions: inclusions } = stored
  if (packages.some((one) => one.id === id))
    return packages.map((one) => (one.id === id ? { ...one, name, inclusions } : one))
  const line = stored.lines.find(({ kind }) => kind === 'package')
  if (!line) return packages
  // the price of a date is that date's: on another one it costs what it did when it was deleted
  const dated = line.explanation ? deleted : undefined
  const others = dated?.customPrices.filter(({ date }) => date !== stored.visitDate) ?? []
  const customPrices = dated ? [...others, { date: stored.visitDate, price: line.unitPrice }] : []
  return [...packages, { id, name, price: dated?.price ?? line.unitPrice, customPrices, inclusions, deleted: true }]
}

/**
 * The terms the booking was sold on, for a visit that it is to be. What it says of people does not hold on another screen, so there they
 * count as changed.
 */
export function storedTerms(
  stored: StoredBooking,
  visit: { screenId: string; date: CalendarDate; slot: SlotTime | undefined },
): StoredTerms {
  const { couponCode: code, couponTerms } = stored
  return {
    visitDate: stored.visitDate,
    extraPersonPrice: stored.extraPersonPrice,
    minPeople: stored.minPeople,
    people: visit.screenId === stored.screenId ? stored.people : Number.NaN,
    coupon: code && couponTerms ? { code, ...couponTerms } : null,
    lines: stored.lines,
    charge: keptCharge(stored, visit),
  }
}

/**
 * What the steps of a stored booking ask for: just so many people as were booked stay allowed after the screen's limits have changed, and
 * what it was sold without is not asked for since there is some on offer (rule B7); another package asks for its cake.
 */
export function asSold(
  offers: Offers,
  { people, lines }: StoredBooking,
  wanted: { people?: number; packageId?: string },
): Offers {
  const itemOf = (sold: string) => lines.find(({ kind }) => kind === sold)?.itemId
  // they may stay as they are; any other number fits the screen as it is now
  const stay = wanted.people === people
  return {
    ...offers,
    minPeople: stay ? Math.min(offers.minPeople, people) : offers.minPeople,
    capacity: stay ? Math.max(offers.capacity, people) : offers.capacity,
    occasions: itemOf('occasion') ? offers.occasions : [],
    cakes: itemOf('cake') || itemOf('package') !== wanted.packageId ? offers.cakes : [],
  }
}

/** The names of items that are no longer offered and of which more is wanted than was sold. */
export function deletedItemsWanted(draft: Draft, offers: Offers, stored: StoredBooking): string[] {
  return ITEM_KINDS.flatMap((kind) =>
    offers[kind]
      .filter(({ id, deleted }) => {
        const bought = stored.lines.find(({ itemId }) => itemId === id)?.count ?? 0
        return deleted && (draft[kind].find((item) => item.id === id)?.count ?? 0) > bought
      })
      .map(({ name }) => name),
  )
}
