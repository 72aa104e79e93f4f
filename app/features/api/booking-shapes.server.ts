import { z } from 'zod'
import { ATTENDANCES, BOOKING_SOURCES, BOOKING_STATUSES, countsAs } from '~/domain/booking-status'
import { eachText } from '~/domain/booking-texts'
import { toIsoMidnightUtc } from '~/domain/calendar'
import { toRupeeNumber } from '~/domain/money'
import { type LineKind, SUMMARY_TITLES, summarize } from '~/domain/pricing'
import type { findWholeBooking } from '~/features/booking-pages/bookings.server'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import { dayShape, momentShape, rupeesShape, versionShape } from './answer-shapes.server'
import { slotShape } from './venue-shapes.server'

const place = z.object({ _id: z.string().nullable(), name: z.string() })
const item = z
  .object({
    _id: z.string().nullable(),
    name: z.string(),
    price: rupeesShape,
    count: z.number().int(),
    free: z.boolean(),
    amount: rupeesShape.meta({ description: 'What is charged for it, in rupees.' }),
  })
  .meta({ id: 'BookedItem' })

export const summaryShape = z
  .array(z.object({ title: z.enum(SUMMARY_TITLES), amount: rupeesShape, explanations: z.array(z.string()) }))
  .meta({ id: 'Summary', description: 'The lines of the price, each with the words that explain it.' })

const { celebrantName, ...texts } = eachText(() => z.string())

/** Both spellings (rule A1): the customer's `otherInfo` and `advance`, the back office's flat fields and `advancePrice`. */
const whole = z.object({
  _id: z.string(),
  id: z.string(),
  code: z.string(),
  status: z
    .enum(BOOKING_STATUSES)
    .meta({ description: 'As the lists are filtered by it: an unpaid hold that staff deleted is expired.' }),
  customer: z.object({ name: z.string(), number: z.string(), email: z.string() }),
  city: z.string(),
  location: place,
  screen: place,
  createdAt: momentShape,
  date: dayShape.meta({ description: 'Midnight UTC of the day of the visit.' }),
  slot: slotShape,
  totalPrice: rupeesShape,
  advance: rupeesShape.meta({ description: 'What has been received, in rupees.' }),
  advancePrice: rupeesShape,
  remainingAmount: rupeesShape,
  fullPayment: z.boolean(),
  package: z.object({ _id: z.string(), name: z.string(), price: rupeesShape, addons: z.array(z.string()) }),
  occasion: z.object({ _id: z.string().nullable(), name: z.string(), price: rupeesShape, celebrantName }).nullable(),
  addons: z.array(item),
  gifts: z.array(item),
  cakes: z.array(item),
  otherInfo: z.object({
    numberOfPeople: z.number().int(),
    numberOfExtraPeople: z.number().int(),
    extraPersonsPrice: rupeesShape,
    ...texts,
    couponCode: z.string().nullable(),
    couponPrice: rupeesShape,
  }),
  numberOfPeople: z.number().int(),
  ...texts,
  couponCode: z.string().nullable(),
  couponPrice: rupeesShape.meta({ description: 'Negative when there is a discount.' }),
  summary: summaryShape,
  holdEndsAt: momentShape.nullable().meta({ description: 'Until when an unpaid booking holds its slot.' }),
})

export const bookingShape = whole.meta({ id: 'Booking', description: 'A booking as its customer may see it.' })
export const staffBookingShape = whole
  .extend({
    note: z.string(),
    attendance: z.enum(ATTENDANCES),
    source: z.enum(BOOKING_SOURCES),
    refundDue: rupeesShape,
    version: versionShape,
  })
  .meta({ id: 'StaffBooking', description: 'A booking, for staff.' })

type Whole = Omit<NonNullable<Awaited<ReturnType<typeof findWholeBooking>>>, 'location'>

/** The lines of a price as the invoice sums them up, in rupees. */
export const summaryJson = (lines: Parameters<typeof summarize>[0]): z.input<typeof summaryShape> =>
  summarize(lines).map(({ title, amount, explanations }) => ({ title, amount: toRupeeNumber(amount), explanations }))

/** A booking with everything that staff see of it; the visitor's shape leaves out what is theirs. */
export function bookingJson(booking: Whole): z.input<typeof staffBookingShape> {
  const { people, minPeople, lines, couponCode } = booking
  const { celebrantName, ...texts } = eachText((name) => booking[name])
  const money = ledgerOfRows(booking, booking.payments, booking.refunds)
  const of = (wanted: LineKind) => lines.filter(({ kind }) => kind === wanted)
  const items = (wanted: LineKind) =>
    of(wanted).map(({ itemId, name, unitPrice, count, free, amount }) => ({
      ...{ _id: itemId, name, price: toRupeeNumber(unitPrice), count, free },
      amount: toRupeeNumber(amount),
    }))
  const [stored] = of('package')
  const [occasion] = of('occasion')
  const [extra] = of('extra-persons')
  const couponPrice = toRupeeNumber(booking.couponPrice)
  return {
    _id: booking.id,
    id: booking.id,
    code: booking.code,
    status: countsAs(booking),
    customer: { name: booking.customerName, number: booking.customerNumber, email: booking.customerEmail },
    city: booking.cityName,
    location: { _id: booking.locationId, name: booking.locationName },
    screen: { _id: booking.screenId, name: booking.screenName },
    createdAt: booking.createdAt.toISOString(),
    date: toIsoMidnightUtc(booking.visitDate),
    slot: { from: booking.slotFrom, to: booking.slotTo },
    totalPrice: toRupeeNumber(booking.total),
    advance: toRupeeNumber(money.received),
    advancePrice: toRupeeNumber(money.received),
    remainingAmount: toRupeeNumber(money.remaining),
    fullPayment: money.state === 'paid',
    package: {
      _id: booking.packageId,
      name: booking.packageName,
      price: stored ? toRupeeNumber(stored.unitPrice) : 0,
      addons: booking.packageInclusions,
    },
    occasion: occasion
      ? {
          _id: occasion.itemId,
          name: occasion.name,
          price: toRupeeNumber(occasion.unitPrice),
          celebrantName,
        }
      : null,
    addons: items('addon'),
    gifts: items('gift'),
    cakes: items('cake'),
    otherInfo: {
      numberOfPeople: people,
      numberOfExtraPeople: Math.max(0, people - minPeople),
      extraPersonsPrice: extra ? toRupeeNumber(extra.amount) : 0,
      ...{ ...texts, couponCode, couponPrice },
    },
    numberOfPeople: people,
    ...{ ...texts, couponCode, couponPrice },
    summary: summaryJson(lines),
    holdEndsAt: booking.status === 'pending' ? (booking.holdEndsAt?.toISOString() ?? null) : null,
    note: booking.note,
    attendance: booking.attendance,
    source: booking.source,
    refundDue: toRupeeNumber(money.refundDue),
    version: booking.version,
  }
}
