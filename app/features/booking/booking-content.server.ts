import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { bookingLines, bookings } from '~/db/schema'
import { type BookingTexts, storedTexts } from '~/domain/booking-texts'
import { normalizePhone } from '~/domain/customer-details'
import { tidyEmail } from '~/domain/email-address'
import type { PricedLine } from '~/domain/pricing'
import { madeAlike } from '~/domain/proof'
import { markOf, type ShownBooking } from '~/domain/shown-booking'
import { type InstantRange, rangeOf } from '~/domain/slots'
import { oneLine } from '~/domain/visible-text'
import type { ScreenOnOffer } from '~/features/offer/on-offer.server'
import type { AppContext } from '~/platform/context.server'
import type { Quote } from './quote.server'

type BookingRow = typeof bookings.$inferSelect
type LineRow = typeof bookingLines.$inferSelect

/** The absolute time of a quote's slot; undefined until date and slot are chosen. */
export function rangeOfQuote({ business }: AppContext, { draft, slot }: Quote): InstantRange | undefined {
  return draft.date && slot ? rangeOf(draft.date, slot, business.timeZone) : undefined
}

/**
 * What a quote makes of a booking, column by column: place (`placeOfQuote`), time, people, package, texts and the server's price;
 * `stored` is the booking as it was sold.
 */
export function contentOf(context: AppContext, quote: Quote, stored?: StoredVisit) {
  const { draft, slot, selection, priced } = quote
  const { customer, date } = draft
  const during = rangeOfQuote(context, quote)
  const place = placeOfQuote(quote, stored)
  if (!place || !slot || !selection || !priced || !customer || !date || !during) {
    throw new Error('A booking was made of an incomplete draft.')
  }
  const { input } = selection
  const { coupon } = input
  const terms = coupon && { type: coupon.type, discount: coupon.discount, expireDate: coupon.expireDate }
  const columns = {
    ...place,
    visitDate: date,
    slotFrom: slot.from,
    slotTo: slot.to,
    during,
    customerName: oneLine(customer.name),
    customerEmail: tidyEmail(customer.email),
    customerNumber: normalizePhone(customer.number),
    people: input.people,
    minPeople: input.minPeople,
    extraPersonPrice: input.extraPersonPrice,
    packageId: selection.package.id,
    packageName: selection.package.name,
    packageInclusions: [...selection.package.inclusions],
    ...storedTexts(draft, input),
    couponCode: coupon?.code ?? null,
    couponTerms: terms ?? null,
    couponPrice: priced.couponPrice,
    subtotal: priced.subtotal,
    total: priced.total,
    payChoice: draft.payChoice,
  } satisfies Omit<Partial<BookingRow>, 'status'>
  return { columns, lines: priced.lines }
}

type StoredPlace = Pick<BookingRow, 'screenId' | 'screenName' | 'locationId' | 'locationName' | 'cityName'>
type StoredVisit = StoredPlace & Pick<BookingRow, 'visitDate' | 'slotFrom' | 'slotTo'>

/**
 * Where a quote's visit is: at a screen that stays, with a date and slot that stay, as it was sold (rule K7), also when the screen
 * has moved by now; else where the screen stands, and as it was sold where that is nowhere. Undefined until a screen is chosen.
 */
export function placeOfQuote({ draft, screen, slot }: Quote, stored?: StoredVisit): StoredPlace | undefined {
  if (!screen) return undefined
  if (stored?.screenId !== screen.id) return placeOf(screen)
  const stays = draft.date === stored.visitDate && slot?.from === stored.slotFrom && slot.to === stored.slotTo
  return stays || !screen.location ? placeAsSold(stored) : placeOf(screen)
}

const placeAsSold = ({ screenId, screenName, locationId, locationName, cityName }: StoredPlace): StoredPlace => {
  return { screenId, screenName, locationId, locationName, cityName }
}

const placeOf = ({ id, name, locationId, location }: ScreenOnOffer): StoredPlace => ({
  screenId: id,
  screenName: name,
  locationId,
  locationName: location?.name ?? '',
  cityName: location?.city?.name ?? '',
})

export type BookingContent = ReturnType<typeof contentOf>

/**
 * What a page shows of a quote, to be compared when it is pressed; `stored` as for `contentOf`. What somebody typed is theirs, and no
 * part of it.
 */
export function asShown(quote: Quote, stored?: StoredVisit) {
  const { draft, slot, selection, priced } = quote
  const besides = priced?.lines.filter(({ kind }) => kind !== 'package')
  const parts = {
    place: placeOfQuote(quote, stored),
    time: [draft.date, slot?.from, slot?.to],
    package: [selection?.package.name, selection?.package.inclusions],
    extras: besides?.map(({ kind, name, count }) => [kind, name, count]),
  }
  const shorten = (part: unknown) =>
    createHash('sha256')
      .update(String(JSON.stringify(part)))
      .digest('base64url')
      .slice(0, 4)
  return { total: priced?.total, mark: markOf(parts, shorten) } satisfies ShownBooking
}

/** The rows of a booking's lines, in order. */
export const lineRows = (bookingId: string, lines: readonly PricedLine[]) =>
  lines.map((line, position) => ({ ...line, bookingId, position }))

/** Whether a stored booking says exactly this, so that a repeated request is the same one. */
export function hasContent(booking: BookingRow & { lines: LineRow[] }, { columns, lines }: BookingContent): boolean {
  const stored = [...booking.lines].sort((a, b) => a.position - b.position)
  return (
    Object.entries(columns).every(([name, value]) => same(booking[name as keyof typeof columns], value)) &&
    stored.length === lines.length &&
    lines.every((line, index) =>
      Object.entries(line).every(([name, value]) => same(stored[index]?.[name as keyof PricedLine], value)),
    )
  )
}

type Time = Pick<BookingRow, 'visitDate' | 'slotFrom' | 'slotTo'>

const isAtAnotherTime = (stored: Time, columns: Time): boolean =>
  (['visitDate', 'slotFrom', 'slotTo'] as const).some((name) => stored[name] !== columns[name])

/** Whether a content names another time or screen than the booking was sold for. */
export const isMoved = (stored: BookingRow, { columns }: BookingContent): boolean =>
  stored.screenId !== columns.screenId || isAtAnotherTime(stored, columns)

/**
 * Replaces what a booking says, its lines too; texts that were confirmed are so no longer when one of them changes, and guests who
 * had come or stayed away are expected anew at another time.
 */
export async function writeContent(
  tx: Transaction,
  stored: Pick<BookingRow, 'id'> & Time & BookingTexts,
  { columns, lines }: BookingContent,
): Promise<void> {
  const { id } = stored
  const confirmed = madeAlike(stored, columns) ? {} : { textsConfirmedAt: null }
  await tx
    .update(bookings)
    .set({ ...columns, ...confirmed, ...(isAtAnotherTime(stored, columns) && { attendance: 'expected' }) })
    .where(eq(bookings.id, id))
  await tx.delete(bookingLines).where(eq(bookingLines.bookingId, id))
  await tx.insert(bookingLines).values(lineRows(id, lines))
}

/** Equal as data: nothing is nothing, dates by instant, objects by their entries in any order. */
function same(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  if (a && b && typeof a === 'object' && typeof b === 'object') {
    const names = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...names].every((name) => same(Reflect.get(a, name), Reflect.get(b, name)))
  }
  return (a ?? null) === (b ?? null)
}
