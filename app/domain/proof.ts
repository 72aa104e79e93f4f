import { type BookingTextName, type BookingTexts, bookingText, type DraftTexts, isAsked } from './booking-texts'
import { HOUR_MS } from './durations'
import { charactersIn, lettersOf } from './led-lettering'

/** Where a text is made: in lights, or in icing. */
export type ProofOn = 'lights' | 'cake'

/** The texts that are drawn before they are made (rule R3). */
export const PROOFS: Partial<Record<BookingTextName, ProofOn>> = {
  ledName: 'lights',
  ledNumber: 'lights',
  nameOnCake: 'cake',
}

export const PROOF_NAMES = Object.keys(PROOFS) as BookingTextName[]

/** A text that is paid for, and where it is made; empty while nobody has told it. */
export interface ProofText {
  name: BookingTextName
  label: string
  on: ProofOn
  text: string
}

/** The texts of a booking that are made, in lights or in icing, by what was bought. */
export const proofsOf = (texts: BookingTexts, bought: Parameters<typeof isAsked>[1]): ProofText[] =>
  PROOF_NAMES.flatMap((name) => {
    const on = PROOFS[name]
    return on && isAsked(name, bought) ? [{ name, on, label: bookingText(name).label, text: texts[name].trim() }] : []
  })

/** What in lights is paid for and nobody has told: it cannot be right as it is (rule R4). A cake may go without a name. */
export const untoldIn = (proofs: readonly ProofText[]): string[] =>
  proofs.filter(({ on, text }) => on === 'lights' && !text).map(({ label }) => label)

/** Whether a cake was bought that nobody has told a name for. */
export const isCakeUnnamed = (proofs: readonly ProofText[]): boolean =>
  proofs.some(({ on, text }) => on === 'cake' && !text)

/** What customers read of it, as long as one can be told. */
export const unnamedWords = (until: string): string =>
  `You have not told us a name for your cake: tell us by ${until}, or it comes without one.`

interface Asking {
  /** Until when they can be told on the booking's page, in words; nothing once it is too late. */
  until: string | null
  phone: string
  /** Whether it may be read by whom it surprises: then nothing says what is made. */
  secret?: boolean
}

/**
 * What customers read while words are untold: until when to tell them, to be followed by where, or in a whole sentence whom to call
 * once it is too late for that; undefined when nothing is missing (rule R4).
 */
export function untoldWords(untold: readonly string[], { until, phone, secret = false }: Asking): string | undefined {
  if (!untold.length) return undefined
  const needed = secret ? 'some words from you for your booking' : `the words for your ${untold.join(' and ')}`
  return `We still need ${needed}${until ? ` by ${until}` : `: please call ${phone} now.`}`
}

/** Until when texts can be changed by whoever booked: so many hours before the slot begins (rule R4). */
export const textsEnd = (start: Date, hours: number): Date => new Date(start.getTime() - hours * HOUR_MS)

/** Whether two sets of texts are made alike, so that one confirmed is also the other. */
export const madeAlike = (one: BookingTexts, other: BookingTexts): boolean =>
  PROOF_NAMES.every((name) => one[name] === other[name])

/** What a page showed, to be compared with what stands when it is confirmed. */
export const shownTexts = (texts: BookingTexts): string => JSON.stringify(PROOF_NAMES.map((name) => texts[name]))

/**
 * What was typed on a page that `shown` other texts than stand `now`: where nothing was changed on it the text is as it stands now, and
 * where somebody has changed the same one meanwhile, `met` has its label and what it says now.
 */
export function typedOver(
  shown: string,
  typed: DraftTexts,
  now: BookingTexts,
): { typed: DraftTexts; met: ProofText[] } {
  const before = readShown(shown)
  const [over, met]: [DraftTexts, ProofText[]] = [{ ...typed }, []]
  PROOF_NAMES.forEach((name, place) => {
    const [was, mine] = [before[place], typed[name] ?? '']
    const on = PROOFS[name]
    if (mine === was) over[name] = now[name] || undefined
    else if (on && now[name] !== was && now[name] !== mine)
      met.push({ name, on, label: bookingText(name).label, text: now[name] })
  })
  return { typed: over, met }
}

/** The texts of `shownTexts`, in their order; none where it is no such text, which anybody can send. */
function readShown(shown: string): unknown[] {
  try {
    const read: unknown = JSON.parse(shown)
    return Array.isArray(read) ? read : []
  } catch {
    return []
  }
}

/** One place of the board: what was typed there, and what lights up; null where the board has nothing for it. */
export interface LedCell {
  typed: string
  shows: string | null
}

const LATIN = /^[A-Z0-9&!?.,'’+#/:()-]$/
/** Scripts of India, which the board writes letter by letter with their signs. */
const INDIAN =
  /^[\p{Script=Devanagari}\p{Script=Kannada}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Malayalam}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\u200c\u200d]+$/u
const HEARTS = /^[♥❤🩷🧡💛💚💙🩵💜🖤🩶🤍🤎💕💖💗💓💞💝]\uFE0F?$/u
const STARS = /^[★☆⭐🌟✨]\uFE0F?$/u

/**
 * The LED board as it will shine (rule R3), one place for each letter that is counted and paid for (rule M7): Latin letters as
 * capitals without their accents, digits and common signs, the scripts of India as they are written, every heart as ♥ and
 * every star as ★. Anything else stays dark.
 */
export const ledCells = (text: string): LedCell[] =>
  lettersOf(text.trim()).map((typed) => ({ typed, shows: lit(typed) }))

function lit(typed: string): string | null {
  if (/^\s$/u.test(typed)) return ' '
  const sign = symbol(typed)
  if (sign || INDIAN.test(typed)) return sign ?? typed
  const plain = typed.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  return LATIN.test(plain) ? plain : null
}

const symbol = (typed: string) => (HEARTS.test(typed) ? '♥' : STARS.test(typed) ? '★' : undefined)

/** Letters in a line of icing, and lines on a cake. */
const CAKE_LETTERS = 14

/**
 * The writing on a cake, line by line as it will stand there (rule R3): written by hand, so every script is; of the emoji
 * hearts and stars. What cannot be written is left out.
 */
export function cakeLines(text: string): string[] {
  const words = lettersOf(text)
    .map((typed) => symbol(typed) ?? (isEmoji(typed) ? '' : typed))
    .join('')
    .split(/\s/)
    .flatMap(pieces)
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && charactersIn(`${last} ${word}`) <= CAKE_LETTERS)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const isEmoji = (typed: string) => /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(typed)

/** A word too long for a line, cut into lines; of no letters none. */
function pieces(word: string): string[] {
  const letters = lettersOf(word)
  return Array.from({ length: Math.ceil(letters.length / CAKE_LETTERS) }, (_, index) =>
    letters.slice(index * CAKE_LETTERS, (index + 1) * CAKE_LETTERS).join(''),
  )
}

/** What of a text cannot be made there, each once. */
export function unmakeable(on: ProofOn, text: string): string[] {
  const lost =
    on === 'lights'
      ? ledCells(text).flatMap(({ typed, shows }) => (shows === null ? [typed] : []))
      : lettersOf(text).filter((typed) => isEmoji(typed) && !symbol(typed))
  return [...new Set(lost)]
}
