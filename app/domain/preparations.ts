import type { BookingTexts } from './booking-texts'
import { asksLedName, asksLedNumber } from './led-lettering'
import type { LineKind } from './pricing'

/** Who has to see to it: the kitchen, or whoever decorates the room. */
export type PreparationKind = 'cake' | 'lettering' | 'decoration' | 'addon' | 'gift'

/** One thing that a room needs before its guests come. */
export interface Preparation {
  kind: PreparationKind
  name: string
  count: number
  /** What is to be written, exactly as it was ordered. */
  text?: string
  /** It wants letters that nobody has told, or not all of them. */
  untold?: true
}

interface Prepared {
  lines: readonly { kind: LineKind; name: string; count: number }[]
  texts: BookingTexts
  inclusions: readonly string[]
}

/** Inclusions that nobody prepares: the room has the first, and the cake is a line of its own. */
const NOTHING_TO_DO = ['4k Dolby Theater', 'Cake']

/**
 * What must be prepared for a visit (rule E3): cakes with the name on the first, letterings with their texts, what the
 * package decorates, add-ons and gifts.
 */
export function preparationsOf({ lines, texts, inclusions }: Prepared): Preparation[] {
  const found: Preparation[] = []
  let named = false
  for (const { kind, name, count } of lines) {
    if (kind === 'cake') {
      found.push({ kind, name, count, ...(!named && texts.nameOnCake && { text: texts.nameOnCake }) })
      named = true
    } else if (kind === 'gift') found.push({ kind, name, count })
    else if (kind === 'addon') {
      const asked = [
        ...(asksLedName([{ name }]) ? [texts.ledName.trim()] : []),
        ...(asksLedNumber([{ name }]) ? [texts.ledNumber.trim()] : []),
      ]
      const told = asked.filter((text) => text !== '')
      const lettering = {
        ...(told.length > 0 && { text: told.join(' ') }),
        ...(told.length < asked.length && { untold: true as const }),
      }
      found.push({ kind: asked.length ? 'lettering' : 'addon', name, count, ...lettering })
    }
  }
  const decorated = inclusions.filter((name) => !NOTHING_TO_DO.includes(name))
  return [...found, ...decorated.map((name) => ({ kind: 'decoration' as const, name, count: 1 }))]
}

/** A preparation in a few words: `2 × Fog Entry`, `LED Name “AARAV”`, `LED Number (not told yet)`. */
export const preparationWords = ({ name, count, text, untold }: Preparation): string =>
  `${count > 1 ? `${count} × ` : ''}${name}${text ? ` “${text}”` : ''}${untold ? ` (${untoldWords(text)})` : ''}`

/** What is said of letters that nobody has told; `text`: those that were. */
export const untoldWords = (text: string | undefined): string => (text ? 'not all told yet' : 'not told yet')
