import { type Draft, emptyDraft } from './draft'
import { ledLength, ledSurcharge } from './led-lettering'
import { formatRupees, type Paise } from './money'
import { besideName, type PricedBooking, summarize } from './pricing'

/** Days that a plan can be looked at. */
export const PLAN_DAYS = 14

/** What a plan said when it was made: what it came to, and in words what was in it, where and when; null where that was not kept. */
export interface PlanAsMade {
  total: Paise
  items: string[]
  place: string | null
  slot: string | null
}

/**
 * A draft as it may be shown to others (rule B32): place, time, people and what was chosen. Neither who books nor what they typed:
 * it may be a surprise. Of a name in lights its length alone stays, since it is paid for by the letter.
 */
export function planOf(draft: Draft): Draft {
  const { cityId, locationId, screenId, date, slotId, people, packageId, occasionId, addons, cakes, gifts } = draft
  const letters = ledLength(draft.ledName ?? '')
  return {
    ...emptyDraft('plan'),
    ...{ cityId, locationId, screenId, date, slotId, people, packageId, occasionId, addons, cakes, gifts },
    couponCode: draft.couponCode,
    ...(letters && { ledName: 'x'.repeat(letters) }),
  }
}

/** The draft that takes a plan up: as it was shown, without the letters that only stood for a length. */
export const draftOfPlan = (plan: Draft, attemptId: string): Draft => ({ ...plan, ledName: undefined, attemptId })

/** What has to be typed again by whoever takes a plan up, in a whole sentence, with what of the plan's price that is. */
export function toTypeAgain({ ledName }: Draft): string[] {
  if (!ledName) return []
  const { amount } = ledSurcharge(ledName)
  const priced = amount > 0 ? `; its letters are ${formatRupees(amount)} of the plan’s price` : ''
  return [`No plan keeps the name in lights: please type it again${priced}.`]
}

/** A price as friends see it: what a coupon is worth, and not its code, which may have been given to one person alone. */
export function withoutCode(priced: PricedBooking): PricedBooking {
  const lines = priced.lines.map((line) =>
    line.kind === 'coupon' ? { ...line, name: besideName(line) ?? '', explanation: besideName(line) } : line,
  )
  return { ...priced, lines, summary: summarize(lines) }
}

interface PlanNow {
  /** Undefined when the room is not open for booking any more. */
  total: Paise | undefined
  items: readonly string[]
  place: string | null
  slot: string | null
  /** Why it cannot be had as it was planned: the slot, the party, the coupon, in whole sentences. */
  against: readonly string[]
}

/** What has changed since a plan was made, in words. */
export function planChanges(made: PlanAsMade, { total, items, against, ...now }: PlanNow): string[] {
  if (total === undefined) return ['This room is not open for booking any more.']
  const gone = made.items.filter((name) => !items.includes(name))
  const elsewhere = (what: string, was: string | null, is: string | null) =>
    was && is && was !== is ? [`${what} was ${was}; it is ${is} now.`] : []
  return [
    ...elsewhere('The room', made.place, now.place),
    ...elsewhere('The slot', made.slot, now.slot),
    ...against,
    ...gone.map((name) => `${name} is not offered any more.`),
    ...(total === made.total ? [] : [`The price was ${formatRupees(made.total)}; it is ${formatRupees(total)} now.`]),
  ]
}
