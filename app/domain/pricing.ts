import { priceCakes } from './cakes'
import { type CalendarDate, formatDayMonth } from './calendar'
import { type CouponTerms, couponDiscount } from './coupon'
import { fewestPeople } from './customer-details'
import { asksLedName, ledSurcharge } from './led-lettering'
import { formatRupees, type Paise, paise, priceWords, sum, times, ZERO } from './money'

export interface PricedItem {
  id: string
  name: string
  price: Paise
  count: number
  special?: boolean
  specialPrice?: Paise | null
}

export interface PricedPackage {
  id: string
  name: string
  price: Paise
  /** Prices that hold on one date instead of `price`. */
  customPrices: readonly { date: CalendarDate; price: Paise }[]
}

/** Everything that makes a price, taken from the catalogue on the server. Lists are in the order of selection. */
export interface PricingInput {
  visitDate: CalendarDate
  package: PricedPackage
  people: number
  minPeople: number
  extraPersonPrice: Paise
  occasion: { id: string; name: string; price: Paise } | null
  addons: readonly PricedItem[]
  cakes: readonly PricedItem[]
  gifts: readonly PricedItem[]
  ledName: string
  coupon: (CouponTerms & { code: string }) | null
  /** What a visit costs at most since a technical failure cut it short (domain/technical-failure). */
  charge?: { amount: Paise; explanation: string | null }
}

export const LINE_KINDS = [
  'package',
  'occasion',
  'addon',
  'led-lettering',
  'extra-persons',
  'cake',
  'gift',
  'coupon',
  'reduction',
] as const
export type LineKind = (typeof LINE_KINDS)[number]

export interface PricedLine {
  kind: LineKind
  itemId: string | null
  name: string
  count: number
  unitPrice: Paise
  amount: Paise
  /** Recorded on the first add-on and gift, and on the free cake; only a cake's changes the price. */
  free: boolean
  freeUnits: number
  special: boolean
  specialPrice: Paise | null
  explanation: string | null
}

/** What a line is of, where its name alone would not say it. */
const KIND_WORDS: Record<LineKind, string> = {
  package: 'Package',
  occasion: 'Occasion',
  addon: 'Addon',
  'led-lettering': 'Addon',
  'extra-persons': '',
  cake: 'Cake',
  gift: 'Gift',
  coupon: 'Coupon',
  reduction: 'Taken off',
}

/** A line as a customer reads it: of what kind, by which name and how many, and for how much; free is called free. */
export const lineWords = ({ kind, name, count, amount }: Pick<PricedLine, 'kind' | 'name' | 'count' | 'amount'>) => ({
  kind: KIND_WORDS[kind],
  name: count > 1 && kind !== 'extra-persons' ? `${name} × ${count}` : name,
  // what takes nothing off is not free
  amount: kind === 'coupon' || kind === 'reduction' ? formatRupees(amount) : priceWords(amount),
})

/**
 * The same with what explains it, which does not say again what its name says: the code of a coupon stands in the explanation for the
 * summary, which has no names. No browser needs it.
 */
export const explainedLine = (line: Parameters<typeof lineWords>[0] & Pick<PricedLine, 'explanation'>) => ({
  ...lineWords(line),
  explanation: besideName(line),
})

/** A line's explanation beside its name. */
export const besideName = ({ name, explanation }: Pick<PricedLine, 'name' | 'explanation'>): string | null =>
  explanation?.startsWith(`${name}: `) ? explanation.slice(name.length + 2) : explanation

/** Words of the line that makes a total smaller after a technical failure. */
export const TECHNICAL_FAILURE = 'Technical failure'

export const SUMMARY_TITLES = [
  'Package',
  'Occasion',
  'Addons',
  'Extra Persons Amount',
  'Cakes',
  'Gifts',
  'Coupon',
  TECHNICAL_FAILURE,
] as const
export type SummaryTitle = (typeof SUMMARY_TITLES)[number]

export interface SummaryLine {
  title: SummaryTitle
  amount: Paise
  explanations: string[]
}

export interface PricedBooking {
  lines: PricedLine[]
  summary: SummaryLine[]
  subtotal: Paise
  /** Negative when a discount applies, else 0. */
  couponPrice: Paise
  total: Paise
}

const TITLE_OF: Record<LineKind, SummaryTitle> = {
  package: 'Package',
  occasion: 'Occasion',
  addon: 'Addons',
  'led-lettering': 'Addons',
  'extra-persons': 'Extra Persons Amount',
  cake: 'Cakes',
  gift: 'Gifts',
  coupon: 'Coupon',
  reduction: TECHNICAL_FAILURE,
}

const PLAIN = { free: false, freeUnits: 0, special: false, specialPrice: null, explanation: null }

/**
 * The one place where a total is made (rule M3): page, API, payment and invoice all show its lines.
 * total = package + extra persons + occasion + add-ons (with LED lettering) + cakes + gifts − coupon, never below 0; after a
 * technical failure at most what was charged for it.
 */
export function priceBooking(input: PricingInput): PricedBooking {
  const lines = [
    packageLine(input),
    ...occasionLines(input),
    ...itemLines('addon', input.addons),
    ...ledLines(input),
    ...extraPersonLines(input),
    ...cakeLines(input),
    ...itemLines('gift', input.gifts),
  ]
  const subtotal = sum(lines.map(({ amount }) => amount))
  const coupon = couponLines(input, subtotal)
  lines.push(...coupon)
  const couponPrice = sum(coupon.map(({ amount }) => amount))
  lines.push(...reductionLines(input.charge, sum([subtotal, couponPrice])))
  const total = sum(lines.map(({ amount }) => amount))
  return { lines, summary: summarize(lines), subtotal, couponPrice, total }
}

/** A package's price on a date: its custom price there, if it has one. */
export function packagePriceOn(one: PricedPackage, date: CalendarDate): Paise {
  return one.customPrices.find((custom) => custom.date === date)?.price ?? one.price
}

/**
 * That a package has a price of its own no more, in a sentence for who moved to another date (rule M9): only the price of a date explains
 * a package's line. Empty where it had none, or has one again.
 */
export function ownPriceGone<Line extends Pick<PricedLine, 'kind' | 'name' | 'explanation'>>(
  before: readonly Line[],
  after: readonly Pick<PricedLine, 'kind' | 'explanation'>[],
): string[] {
  const dated = after.some(({ kind, explanation }) => kind === 'package' && explanation)
  return before.flatMap(({ kind, name, explanation }) =>
    kind === 'package' && explanation && !dated ? [`${name}: before, it had the ${explanation}.`] : [],
  )
}

/** Lines added up under the titles of the Order Summary, in its order; titles without a line are left out. */
export function summarize(lines: readonly PricedLine[]): SummaryLine[] {
  return SUMMARY_TITLES.flatMap((title) => {
    const own = lines.filter(({ kind }) => TITLE_OF[kind] === title)
    if (!own.length) return []
    const explanations = own.flatMap(({ explanation }) => (explanation ? [explanation] : []))
    return [{ title, amount: sum(own.map(({ amount }) => amount)), explanations }]
  })
}

function packageLine({ package: one, visitDate }: PricingInput): PricedLine {
  const price = packagePriceOn(one, visitDate)
  const custom = one.customPrices.some(({ date }) => date === visitDate)
  const explanation = custom ? `price for ${formatDayMonth(visitDate)}` : null
  return {
    ...PLAIN,
    kind: 'package',
    itemId: one.id,
    name: one.name,
    count: 1,
    unitPrice: price,
    amount: price,
    explanation,
  }
}

function occasionLines({ occasion }: PricingInput): PricedLine[] {
  if (!occasion) return []
  const { id, name, price } = occasion
  return [{ ...PLAIN, kind: 'occasion', itemId: id, name, count: 1, unitPrice: price, amount: price }]
}

function itemLines(kind: 'addon' | 'gift', items: readonly PricedItem[]): PricedLine[] {
  return items.map((item, index) => ({
    ...PLAIN,
    kind,
    itemId: item.id,
    name: item.name,
    count: item.count,
    unitPrice: item.price,
    amount: times(item.price, item.count),
    // only recorded; the free cake is the only gift of money (rule M6)
    free: index === 0,
  }))
}

function ledLines({ addons, ledName }: PricingInput): PricedLine[] {
  const { amount, explanation } = asksLedName(addons) ? ledSurcharge(ledName) : { amount: ZERO }
  if (!amount) return []
  const words = explanation ?? null
  return [
    {
      ...PLAIN,
      kind: 'led-lettering',
      itemId: null,
      name: 'LED lettering',
      count: 1,
      unitPrice: amount,
      amount,
      explanation: words,
    },
  ]
}

export type PricedByPeople = Pick<PricingInput, 'minPeople' | 'extraPersonPrice'>

/** What the fewest who come pay with a package of this price: who comes to a room that includes nobody is an extra person (rule B15). */
export const priceFrom = ({ minPeople, extraPersonPrice }: PricedByPeople, price: Paise): Paise =>
  sum([price, times(extraPersonPrice, fewestPeople({ minPeople }) - minPeople)])

function extraPersonLines({ people, minPeople, extraPersonPrice }: PricingInput): PricedLine[] {
  const extra = Math.max(0, people - minPeople)
  if (!extra) return []
  return [
    {
      ...PLAIN,
      kind: 'extra-persons',
      itemId: null,
      name: 'Extra persons',
      count: extra,
      unitPrice: extraPersonPrice,
      amount: times(extraPersonPrice, extra),
      explanation: `${people === 1 ? '1 person' : `${people} people`}, ${extra} extra × ${formatRupees(extraPersonPrice)}`,
    },
  ]
}

function cakeLines({ cakes }: PricingInput): PricedLine[] {
  const choices = cakes.map(({ price, count, special, specialPrice }) => ({
    price,
    count,
    special: special ?? false,
    specialPrice: specialPrice ?? null,
  }))
  const priced = priceCakes(choices)
  return cakes.map((cake, index) => {
    const { amount, freeUnits, explanation } = priced[index] ?? { amount: ZERO, freeUnits: 0 as const }
    return {
      kind: 'cake' as const,
      itemId: cake.id,
      name: cake.name,
      count: cake.count,
      unitPrice: cake.price,
      amount,
      free: freeUnits > 0,
      freeUnits,
      special: cake.special ?? false,
      specialPrice: cake.specialPrice ?? null,
      explanation: explanation ?? null,
    }
  })
}

function couponLines({ coupon }: PricingInput, subtotal: Paise): PricedLine[] {
  if (!coupon) return []
  const amount = paise(-couponDiscount(coupon, subtotal))
  const worth =
    coupon.type === 'percentage' ? `${coupon.discount / 100}% off` : `${formatRupees(paise(coupon.discount))} off`
  return [
    {
      ...PLAIN,
      kind: 'coupon',
      itemId: null,
      name: coupon.code,
      count: 1,
      unitPrice: amount,
      amount,
      explanation: `${coupon.code}: ${worth}`,
    },
  ]
}

/** The line that brings `price` down to a charge; its unit price is the charge, so that an edit finds it again. */
export function reductionLines(charge: PricingInput['charge'], price: Paise): PricedLine[] {
  if (!charge) return []
  const { amount: unitPrice, explanation } = charge
  return [
    {
      ...PLAIN,
      kind: 'reduction',
      itemId: null,
      name: TECHNICAL_FAILURE,
      count: 1,
      unitPrice,
      amount: paise(Math.min(0, unitPrice - price)),
      explanation,
    },
  ]
}
