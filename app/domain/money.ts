import { wholeOf } from './whole-number'

/** A whole number of paise, the only form of money inside the program (rule M1). */
export type Paise = number & { readonly __unit: 'paise' }

/** Marks a whole number as paise. @throws RangeError when it is not a whole number */
export function paise(amount: number): Paise {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of paise: ${amount}`)
  return (amount === 0 ? 0 : amount) as Paise
}

/** Rupees with at most two decimals, as paise. */
export const rupees = (amount: number): Paise => paise(Math.round(amount * 100))

export const ZERO = paise(0)

/** Amounts added up; 0 for none. */
export const sum = (amounts: readonly Paise[]): Paise =>
  paise(amounts.reduce<number>((total, amount) => total + amount, 0))

/** `count` times an amount. */
export const times = (amount: Paise, count: number): Paise => paise(amount * count)

/** `hundredths` of a percent of `amount`, rounded half up to the paisa (rule M11). */
export function percentOf(amount: Paise, hundredths: number): Paise {
  return paise(Math.floor((amount * hundredths + 5_000) / 10_000))
}

/** The number the JSON API carries: rupees with at most two decimals. */
export const toRupeeNumber = (amount: Paise): number => amount / 100

/** An amount as it stands in a field, to be typed over: `1499`, `1499.50`. */
export const typedRupees = (amount: Paise): string =>
  amount % 100 === 0 ? String(amount / 100) : toRupeeNumber(amount).toFixed(2)

/** A whole number as a person reads it: `1,20,000`. */
export const WHOLE = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
/** A number with two decimals: `1,499.50`. */
export const EXACT = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** What a person reads: `₹1,499`, or `₹1,499.50` when there are odd paise. */
export function formatRupees(amount: Paise): string {
  const text = (amount % 100 === 0 ? WHOLE : EXACT).format(Math.abs(amount) / 100)
  return `${amount < 0 ? '−' : ''}₹${text}`
}

/** What one thing costs, as a page says it: `Free` instead of `₹0`. A sum, and what letters and papers say, stays a number. */
export const priceWords = (amount: Paise): string => (amount === 0 ? 'Free' : formatRupees(amount))

/** Most that can be typed or sent as one amount: seven digits of rupees. */
export const AMOUNT_MAX = rupees(9_999_999)

/** The most that a booking can come to, in paise: the database keeps no larger number. */
export const BOOKED_MAX = 2 ** 31 - 1

/** Digits in groups, the last one of three. */
const GROUPS = String.raw`[1-9]\d{0,2}(?:[,\s]\d{2,3})*[,\s]\d{3}`

/**
 * What was typed as a number without the commas or spaces that group its digits, the last group of three: `1,499`, `1,00,000`,
 * `1,000,000` (rule M1). Undefined where one groups nothing: `10,50` is ten and a half to whoever types it, and not 1050.
 */
export function ungrouped(text: string): string | undefined {
  const plain = text.trim()
  if (!/[,\s]/.test(plain)) return plain
  return new RegExp(String.raw`^${GROUPS}(?:\.\d*)?$`).test(plain) ? plain.replace(/[,\s]/g, '') : undefined
}

/**
 * How an amount in rupees is written: at most seven digits, in groups or not, and two decimals (rule M1); `signs` may follow it. Blanks
 * are looked for in one place each, so that a field full of them takes no time.
 */
export const amountText = (signs = '₹'): RegExp =>
  new RegExp(String.raw`^\s*(?:₹\s*)?(?!(?:\d[,\s]?){8})(?:\d{1,7}|${GROUPS})(?:\.\d{1,2})?\s*(?:[${signs}]\s*)?$`)

/** Rupees typed by a person (`1499`, `1,499.5`, `₹ 99`) as paise; undefined when that is not an amount. */
export function parseRupees(text: string): Paise | undefined {
  if (!amountText().test(text)) return undefined
  const [whole = '0', decimals = ''] = text.replace(/[₹,\s]/g, '').split('.')
  return paise(Number(whole) * 100 + Number(decimals.padEnd(2, '0')))
}

/** The paise of a sum that a page was drawn with, as its form sends them back, with a minus below 0; undefined when they are no whole number. */
export function shownSum(sent: unknown): Paise | undefined {
  const [, minus, digits] = /^\s*(-?)(.*)$/s.exec(typeof sent === 'string' ? sent : '') ?? []
  const amount = wholeOf(digits)
  return amount === undefined ? undefined : paise(minus ? -amount : amount)
}

/** An amount with its two decimals always: `₹1,499.00`. */
export const formatRupeesExact = (amount: Paise): string =>
  `${amount < 0 ? '−' : ''}₹${EXACT.format(Math.abs(amount) / 100)}`
