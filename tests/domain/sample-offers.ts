import type { CalendarDate, ClockTime } from '~/domain/calendar'
import type { Coupon } from '~/domain/coupon'
import { type Paise, rupees } from '~/domain/money'
import type { PricedBooking, PricingInput } from '~/domain/pricing'
import type { OfferedItem, OfferedPackage, Offers } from '~/domain/selection'

export const ZONE = 'Asia/Kolkata'
export const day = (text: string) => text as CalendarDate
export const time = (text: string) => text as ClockTime
/** An instant as the wall clock in India shows it. */
export const ist = (text: string) => new Date(`${text}+05:30`)

export const item = (id: string, name: string, price: number, more: Partial<OfferedItem> = {}): OfferedItem => ({
  id,
  name,
  price: rupees(price),
  description: '',
  image: null,
  special: false,
  specialPrice: null,
  ...more,
})

export const pack = (id: string, name: string, price: number, inclusions: string[] = []): OfferedPackage => ({
  id,
  name,
  price: rupees(price),
  customPrices: [],
  inclusions,
})

export const BASIC = pack('basic', 'Basic', 1499, ['4k Dolby Theater'])
export const ROYAL: OfferedPackage = {
  ...pack('royal', 'Royal', 2999, ['4k Dolby Theater', 'Decoration', 'Cake']),
  customPrices: [{ date: day('2027-02-14'), price: rupees(4999) }],
}

export const OFFERS: Offers = {
  minPeople: 4,
  capacity: 10,
  extraPersonPrice: rupees(200),
  packages: [ROYAL, BASIC],
  occasions: [item('birthday', 'Birthday', 500), item('anniversary', 'Anniversary', 600)],
  addons: [item('led-name', 'LED Name', 300), item('led-number', 'Led Number', 150), item('fog', 'Fog entry', 400)],
  cakes: [
    item('vanilla', 'Vanilla', 500),
    item('truffle', 'Truffle', 700, { special: true, specialPrice: rupees(150) }),
  ],
  gifts: [item('rose', 'Rose', 99), item('frame', 'Photo frame', 349.5)],
}

export const COUPON: Coupon = {
  code: 'LOVE10',
  type: 'percentage',
  discount: 1_000,
  expireDate: day('2027-02-14'),
  active: true,
}

export const NOTHING_CHOSEN: PricingInput = {
  visitDate: day('2027-01-21'),
  package: ROYAL,
  people: 4,
  minPeople: 4,
  extraPersonPrice: rupees(200),
  occasion: null,
  addons: [],
  cakes: [],
  gifts: [],
  ledName: '',
  coupon: null,
}

export const totalOf = (amounts: readonly { amount: Paise }[]): number =>
  amounts.reduce((total, { amount }) => total + amount, 0)

/** What has to hold for every price: its parts add up, in lines as in the summary, and it is never below zero. */
export function partsAddUp({ lines, summary, subtotal, couponPrice, total }: PricedBooking): boolean {
  return (
    totalOf(lines) === total &&
    totalOf(summary) === total &&
    subtotal + couponPrice + totalOf(lines.filter(({ kind }) => kind === 'reduction')) === total &&
    total >= 0 &&
    couponPrice <= 0
  )
}
