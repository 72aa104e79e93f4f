import { changeCount, type Draft, type ItemKind, setCount, toggleOccasion } from './draft'
import { LED_MAX, LED_NUMBER_MAX_DIGITS, ledLength } from './led-lettering'

/** The fields of a submitted step, as text. The browser uses the same functions to show a change before it is answered. */
export type StepFields = ReadonlyMap<string, string>

export const NAME_ON_CAKE_MAX = 40
export const CELEBRANT_MAX = 40

/** The first `max` units of a text, without a half of a character at the end. */
const cut = (text: string, max: number) => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')

/** The package step: `packageId`, and `people` where it is asked. */
export function answerPackage(draft: Draft, fields: StepFields): Draft {
  return { ...draft, packageId: fields.get('packageId') ?? draft.packageId }
}

/** The occasion step: `intent` is `occasion:{id}` when a card was pressed; `celebrantName` comes along. */
export function answerOccasion(draft: Draft, fields: StepFields): Draft {
  const typed = fields.get('celebrantName')
  const celebrantName = typed === undefined ? draft.celebrantName : cut(typed.trim(), CELEBRANT_MAX).trim()
  const [verb, id] = (fields.get('intent') ?? '').split(':')
  // the form carries the selection as it is shown, so that a quick Next cannot overtake the press before it
  const occasionId = fields.has('occasionId') ? fields.get('occasionId') || undefined : draft.occasionId
  const named = { ...draft, occasionId, celebrantName: celebrantName || undefined }
  return verb === 'occasion' && id ? toggleOccasion(named, id) : named
}

/**
 * The add-ons, cakes or gifts step. The form carries the whole selection as `count:{id}` in its order, so that quick
 * presses cannot overtake each other; `intent` `more:{id}`, `less:{id}` or `remove:{id}` is the press itself.
 */
export function answerItems(draft: Draft, kind: ItemKind, fields: StepFields): Draft {
  let items = draft[kind]
  if (fields.has('whole')) {
    items = []
    for (const [name, value] of fields) {
      if (name.startsWith('count:')) items = setCount(items, name.slice('count:'.length), Number(value))
    }
  }
  const [verb, id] = (fields.get('intent') ?? '').split(':')
  if (id && verb === 'more') items = changeCount(items, id, 1)
  if (id && verb === 'less') items = changeCount(items, id, -1)
  if (id && verb === 'remove') items = setCount(items, id, 0)
  const text = (name: 'ledName' | 'ledNumber' | 'nameOnCake') =>
    fields.has(name) ? fields.get(name)?.trim() || undefined : draft[name]
  return {
    ...draft,
    [kind]: items,
    ledName: text('ledName'),
    ledNumber: text('ledNumber'),
    nameOnCake: text('nameOnCake'),
  }
}

export type LetteringField = 'ledName' | 'ledNumber' | 'nameOnCake'

/** What is wrong with the texts of add-ons and cakes, by field (rule B14). */
export function letteringFaults(draft: Pick<Draft, LetteringField>): Partial<Record<LetteringField, string>> {
  const { ledName = '', ledNumber = '', nameOnCake = '' } = draft
  return {
    ...(ledLength(ledName) > LED_MAX && { ledName: `Led Name can have at most ${LED_MAX} characters` }),
    ...(ledNumber &&
      !new RegExp(`^\\d{1,${LED_NUMBER_MAX_DIGITS}}$`).test(ledNumber) && {
        ledNumber: `Led Number can have at most ${LED_NUMBER_MAX_DIGITS} digits`,
      }),
    ...(nameOnCake.length > NAME_ON_CAKE_MAX && {
      nameOnCake: `Name On Cake can have at most ${NAME_ON_CAKE_MAX} characters`,
    }),
  }
}
