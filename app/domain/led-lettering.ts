import { formatRupees, type Paise, rupees, times, ZERO } from './money'

/** Characters that the LED name add-on's price covers, how many a name may have, and what each further one costs (rule M7). */
export const LED_INCLUDED = 8
export const LED_MAX = 24
export const LED_EXTRA_PRICE = rupees(30)
export const LED_NUMBER_MAX_DIGITS = 2

/** Characters as a person counts them, inner spaces included, of the trimmed name (rule M7). */
export const ledLength = (name: string): number => charactersIn(name.trim())

/** A text character by character, as a person counts them: a flag, a family or a letter with its signs is one. */
export const lettersOf = (text: string): string[] => {
  const graphemes = segmenter()
  return graphemes ? [...graphemes.segment(text)].map(({ segment }) => segment) : [...text]
}

let known: Intl.Segmenter | undefined

/** Made when it is first asked for. Firefox before 125 has none: it counts a letter and its signs apart, and the server's count holds. */
function segmenter(): Intl.Segmenter | undefined {
  if (!known && Intl.Segmenter) known = new Intl.Segmenter('en', { granularity: 'grapheme' })
  return known
}

/** How many characters a text has, as a person counts them. */
export const charactersIn = (text: string): number => lettersOf(text).length

/** What the lettering costs beyond the add-on's price, and the words that explain it. */
export function ledSurcharge(name: string): { amount: Paise; explanation?: string } {
  const length = ledLength(name)
  const extra = Math.max(0, length - LED_INCLUDED)
  if (!extra) return { amount: ZERO }
  const explanation = `LED: ${length} characters, ${extra} extra × ${formatRupees(LED_EXTRA_PRICE)}`
  return { amount: times(LED_EXTRA_PRICE, extra), explanation }
}

const says = (name: string, word: string) => name.toLowerCase().includes(word)

/** Whether a selected add-on asks for a Led Name, by the words in its name (rule B13). */
export const asksLedName = (items: readonly { name: string }[]): boolean => items.some(({ name }) => says(name, 'name'))
/** Whether a selected add-on asks for a Led Number. */
export const asksLedNumber = (items: readonly { name: string }[]): boolean =>
  items.some(({ name }) => says(name, 'number'))
/** Whether an add-on or gift is taken once, without quantity buttons. */
export const hidesQuantity = ({ name }: { name: string }): boolean => says(name, 'led') || says(name, 'photo')
