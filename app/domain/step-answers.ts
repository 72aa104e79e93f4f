import type { BookingStep } from './booking-steps'
import { typedTexts } from './booking-texts'
import { parseCalendarDate } from './calendar'
import { NAME_MAX, PEOPLE_MAX } from './customer-details'
import { type Choices, changeCount, ITEM_KINDS, type ItemKind, MAX_ITEMS, setCount, toggleOccasion } from './draft'
import { EMAIL_MAX } from './email-address'
import { PAY_CHOICES } from './payment-choice'
import { assertNever } from './result'
import { LONGEST } from './text-limits'
import { withoutInvisible } from './visible-text'
import { wholeOf } from './whole-number'

/** The fields of a submitted step, as text. The browser uses the same functions to show a change before it is answered. */
export type StepFields = ReadonlyMap<string, string>

/** The package step: the form carries the one that is ticked; `intent` `with:{id}`, the short cut of a card, takes that one. */
export function answerPackage<D extends Choices>(draft: D, fields: StepFields): D {
  const [verb, id] = (fields.get('intent') ?? '').split(':')
  return { ...draft, packageId: (verb === 'with' && id) || fields.get('packageId') || draft.packageId }
}

/** The occasion step: `intent` is `occasion:{id}` when a card was pressed, `with:{id}` its short cut; the texts come along. */
export function answerOccasion<D extends Choices>(draft: D, fields: StepFields): D {
  const [verb, id] = (fields.get('intent') ?? '').split(':')
  // the form carries the selection as it is shown, so that a quick Next cannot overtake the press before it
  const occasionId = fields.has('occasionId') ? fields.get('occasionId') || undefined : draft.occasionId
  const named = { ...draft, occasionId, ...typedTexts(draft, fields) }
  if (verb === 'with' && id) return { ...named, occasionId: id }
  return verb === 'occasion' && id ? toggleOccasion(named, id) : named
}

/**
 * The add-ons, cakes or gifts step. The form carries the whole selection as `count:{id}` in its order, so that quick
 * presses cannot overtake each other; `intent` `more:{id}`, `less:{id}` or `remove:{id}` is the press itself, and `with:{id}`
 * takes one and goes on to the payment.
 */
export function answerItems<D extends Choices>(draft: D, kind: ItemKind, fields: StepFields): D {
  let items = draft[kind]
  if (fields.has('whole')) {
    items = []
    for (const [name, value] of fields) {
      if (name.startsWith('count:')) items = setCount(items, name.slice('count:'.length), wholeOf(value) ?? 0)
    }
  }
  const [verb, id] = (fields.get('intent') ?? '').split(':')
  if (id && (verb === 'more' || verb === 'with')) items = changeCount(items, id, 1)
  if (id && verb === 'less') items = changeCount(items, id, -1)
  if (id && verb === 'remove') items = setCount(items, id, 0)
  return { ...draft, [kind]: items, ...typedTexts(draft, fields) }
}

/** What is said when a booking had so many different things that the pressed one was not taken; undefined when it was. */
export function itemFault(answered: Choices, kind: ItemKind, fields: StepFields): string | undefined {
  const [verb, id] = (fields.get('intent') ?? '').split(':')
  if (!id || (verb !== 'more' && verb !== 'with') || answered[kind].some((item) => item.id === id)) return undefined
  return tooManyWords(kind)
}

const tooManyWords = (kind: ItemKind) =>
  `A booking can have at most ${MAX_ITEMS} different ${kind}: take another one out first.`

/** What is said of each kind of which more different things are chosen than a booking can have; empty when there is none. */
export const tooManyChosen = (choices: Pick<Choices, ItemKind>): Partial<Record<ItemKind, string>> =>
  Object.fromEntries(
    ITEM_KINDS.filter((kind) => choices[kind].length > MAX_ITEMS).map((kind) => [kind, tooManyWords(kind)]),
  )

/** The draft as a step's answer means it, before anything is judged: what a page shows early, or beside another answer. */
export function answerDraft<D extends Choices>(draft: D, step: BookingStep, fields: StepFields): D {
  switch (step) {
    case 'locations':
      return { ...draft, locationId: fields.get('location') ?? draft.locationId }
    case 'screens':
      return { ...draft, screenId: fields.get('screen') ?? draft.screenId }
    case 'slots':
      return answerSlot(draft, fields)
    case 'customer-details':
      return answerDetails(draft, fields)
    case 'packages':
      return answerPackage(draft, fields)
    case 'occasions':
      return answerOccasion(draft, fields)
    case 'addons':
    case 'cakes':
    case 'gifts':
      return answerItems(draft, step, fields)
    case 'payment':
      return { ...draft, payChoice: PAY_CHOICES.find((one) => one === fields.get('payChoice')) ?? draft.payChoice }
    default:
      return assertNever(step)
  }
}

/** The slot that was pressed; `with:{id}`, its short cut or *Next*, leads on. */
export function slotPressed(value: unknown): { slotId: string | undefined; leads: boolean } {
  if (typeof value !== 'string' || !value) return { slotId: undefined, leads: false }
  return value.startsWith('with:')
    ? { slotId: value.slice('with:'.length), leads: true }
    : { slotId: value, leads: false }
}

function answerSlot<D extends Choices>(draft: D, fields: StepFields): D {
  const { slotId } = slotPressed(fields.get('slot'))
  const date = parseCalendarDate(fields.get(slotId ? 'shown' : 'date')) ?? draft.date
  return { ...draft, date, slotId: slotId ?? (date === draft.date ? draft.slotId : undefined) }
}

/**
 * The details as they were typed, right or not; of what is too long as much as a draft keeps (rule B15), since one that does
 * not fit would take the others with it.
 */
export function answerDetails<D extends Choices>(draft: D, fields: StepFields): D {
  const { name = '', email = '', number = '' } = draft.customer ?? {}
  const customer = {
    name: (fields.get('name') ?? name).slice(0, NAME_MAX),
    email: withoutInvisible(fields.get('email') ?? email).slice(0, EMAIL_MAX),
    number: withoutInvisible(fields.get('number') ?? number).slice(0, LONGEST.phone),
  }
  const people = wholeOf(fields.get('people'), 1, PEOPLE_MAX) ?? draft.people
  // a tick that is taken away is not sent: its form is known by what is
  const termsAccepted = fields.has('name') ? fields.has('terms') : draft.termsAccepted
  return { ...draft, customer, people, termsAccepted }
}
