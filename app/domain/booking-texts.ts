import type { ItemKind } from './draft'
import { asksLedName, asksLedNumber, charactersIn, LED_MAX, LED_NUMBER_MAX_DIGITS } from './led-lettering'
import { isBlank, oneLine } from './visible-text'

/** What is selected, as far as a text may depend on it. */
interface Selected {
  addons: readonly { name: string }[]
  cakes: readonly unknown[]
}

interface BookingText {
  /** What forms, invoice, mails, lists and the audit log call it. */
  label: string
  /** Most characters, as a person counts them. */
  max: number
  /** Most UTF-16 units, so that it fits the draft's cookie; `max` unless named. */
  units?: number
  /** Digits only. */
  digits?: true
  /** The step that asks for it. */
  step: 'occasions' | ItemKind
  /** Whether what is selected asks for it; without this it always is. */
  askedBy?: (selected: Selected) => boolean
  /** What is asked once where the step is left without it although it is paid for (rule B24). */
  question?: string
  /** Whether it can still be told on the booking's own page: what is made, and drawn there (rule R3). */
  later?: true
  /** Asked only by a short cut, which leads past the field (rule B30): *Next* passes it unasked. */
  byShortCut?: true
}

/**
 * The short texts of a booking, in one list. Draft, cookie, restored draft, forms, stored booking with its columns, edit,
 * audit log, invoice, mails, lists, API and the erasure of a person are made from it: a new text is an entry here and a
 * migration (docs/architecture.md "Adding a text to bookings"). All of them are personal.
 */
export const BOOKING_TEXTS = {
  celebrantName: {
    label: 'Celebrant’s Name',
    max: 40,
    units: 80,
    step: 'occasions',
    question: 'Whose day is it?',
    byShortCut: true,
  },
  ledName: {
    label: 'Led Name',
    max: LED_MAX,
    units: 60,
    step: 'addons',
    askedBy: ({ addons }) => asksLedName(addons),
    question: 'Which name shall the lights show?',
    later: true,
  },
  ledNumber: {
    label: 'Led Number',
    max: LED_NUMBER_MAX_DIGITS,
    digits: true,
    step: 'addons',
    askedBy: ({ addons }) => asksLedNumber(addons),
    question: 'Which number shall the lights show?',
    later: true,
  },
  nameOnCake: { label: 'Name On Cake', max: 40, units: 80, step: 'cakes', askedBy: ({ cakes }) => cakes.length > 0 },
} as const satisfies Record<string, BookingText>

export type BookingTextName = keyof typeof BOOKING_TEXTS
/** A draft's texts: what was not typed is not there. */
export type DraftTexts = Partial<Record<BookingTextName, string>>
/** A stored booking's texts: what was not typed, or is not asked for, is empty. */
export type BookingTexts = Record<BookingTextName, string>

export const BOOKING_TEXT_NAMES = Object.keys(BOOKING_TEXTS) as BookingTextName[]

/** What is known of a text. */
export const bookingText = (name: BookingTextName): BookingText => BOOKING_TEXTS[name]

/** Most UTF-16 units of a text, for fields and for what is kept. */
export const unitsOf = (name: BookingTextName): number => bookingText(name).units ?? bookingText(name).max

/** One value for each text. */
export const eachText = <Value>(of: (name: BookingTextName) => Value): Record<BookingTextName, Value> =>
  Object.fromEntries(BOOKING_TEXT_NAMES.map((name) => [name, of(name)])) as Record<BookingTextName, Value>

const NOTHING: Selected = { addons: [], cakes: [] }

/** The texts that a step asks for while this is selected. */
export const textsAskedAt = (step: BookingText['step'], selected: Selected = NOTHING): BookingTextName[] =>
  BOOKING_TEXT_NAMES.filter((name) => bookingText(name).step === step && isAsked(name, selected))

/** Whether what is selected asks for a text. */
export const isAsked = (name: BookingTextName, selected: Selected) => bookingText(name).askedBy?.(selected) ?? true

/** What of a draft's texts is asked for by what is selected, without spaces around it; the rest is empty. */
export const askedTexts = (texts: DraftTexts, selected: Selected): BookingTexts =>
  eachText((name) => (isAsked(name, selected) ? (texts[name] ?? '').trim() : ''))

/** The same as a booking stores it: each in one line. */
export function storedTexts(texts: DraftTexts, selected: Selected): BookingTexts {
  const asked = askedTexts(texts, selected)
  return eachText((name) => oneLine(asked[name]))
}

/** What is said at the field of a text that is asked for once and was left empty. */
export function openQuestion(name: BookingTextName): string {
  const { question = '', later } = bookingText(name)
  return `${question} Leave it empty and go on ${later ? 'to tell us later' : 'without it'}.`.trim()
}

interface Leaving {
  step: string
  selected: Selected
  toldLater?: readonly BookingTextName[]
  /** Whether the step is left by the short cut on a card. */
  shortCut?: boolean
}

/** The texts of a step to ask for once as it is left: neither typed nor, when asked before, left for later. */
export const openQuestions = (
  texts: DraftTexts,
  { step, selected, toldLater = [], shortCut = false }: Leaving,
): BookingTextName[] =>
  BOOKING_TEXT_NAMES.filter(
    (name) =>
      bookingText(name).question !== undefined &&
      (shortCut || !bookingText(name).byShortCut) &&
      bookingText(name).step === step &&
      isAsked(name, selected) &&
      isBlank(texts[name] ?? '') &&
      !toldLater.includes(name),
  )

/** A draft's texts without those that nothing selected asks for. */
export const tidyTexts = (texts: DraftTexts, selected: Selected): DraftTexts =>
  eachText((name) => (isAsked(name, selected) ? texts[name] : undefined))

/** Most that a field of a text takes: more than fits, so that what does not fit is said, and not cut (rule B26). */
export const TYPED_TEXT_MAX = 200

/** The texts of a submitted form; one that the form does not have stays as it is in the draft. */
export const typedTexts = (texts: DraftTexts, fields: ReadonlyMap<string, string>): DraftTexts =>
  eachText((name) => (fields.has(name) ? fields.get(name)?.trim() || undefined : texts[name]))

/** Texts as a draft has them: nothing instead of an empty one. */
export const draftTexts = (texts: BookingTexts): DraftTexts => eachText((name) => texts[name] || undefined)

/** What is wrong with texts (rule B14), by name; of one step's only, when it is named. */
export function textFaults(texts: DraftTexts, step?: BookingText['step']): DraftTexts {
  const faults = BOOKING_TEXT_NAMES.filter((name) => !step || bookingText(name).step === step).map(
    (name) => [name, textFault(name, texts[name] ?? '')] as const,
  )
  return Object.fromEntries(faults.filter(([, fault]) => fault))
}

/** What is wrong with one text as it is typed. */
export function textFault(name: BookingTextName, text: string): string | undefined {
  const { label, max, digits } = bookingText(name)
  if (charactersIn(text) > max) return `${label} can have at most ${max} ${digits ? 'digits' : 'characters'}`
  if (digits && /\D/.test(text)) return `${label} can have digits only`
  // few characters, each of many signs: how many are left nobody could count
  return text.length > unitsOf(name) ? `${label} is too long: please shorten it` : undefined
}

/** Texts by their labels, for people to read. */
export const textWords = (texts: DraftTexts): Record<string, string> =>
  Object.fromEntries(BOOKING_TEXT_NAMES.map((name) => [bookingText(name).label, texts[name] ?? '']))
