import { textFaults } from './booking-texts'
import {
  type CustomerField,
  customerFaults,
  fewestPeople,
  type PeopleLimits,
  staffEmailFault,
} from './customer-details'
import type { Draft } from './draft'
import { assertNever } from './result'
import type { Offers } from './selection'

/** The steps of a booking in order; `cakes` exists only while the package includes Cake. */
export const BOOKING_STEPS = [
  'locations',
  'screens',
  'slots',
  'customer-details',
  'packages',
  'occasions',
  'addons',
  'cakes',
  'gifts',
  'payment',
] as const
export type BookingStep = (typeof BOOKING_STEPS)[number]

/** What the step list needs to know; `offers` is absent until a screen is chosen. */
export interface StepOffers {
  offers: Pick<Offers, 'minPeople' | 'capacity' | 'occasions' | 'cakes'> | undefined
  /** Whether the selected package includes Cake. */
  cakes: boolean
  /** Staff may leave out the e-mail rule and the terms tick (rule B16). */
  staff: boolean
}

export const OCCASION_REQUIRED = 'Select atleast one Occasion'
export const CAKE_REQUIRED = 'Select atleast one Cake'

/** The steps that exist for a booking, in order. */
export const stepsFor = ({ cakes }: Pick<StepOffers, 'cakes'>): BookingStep[] =>
  BOOKING_STEPS.filter((step) => step !== 'cakes' || cakes)

/** What keeps a person from leaving a step forwards; undefined when the step is complete. */
export function stepFault(step: BookingStep, draft: Draft, { offers, cakes, staff }: StepOffers): string | undefined {
  switch (step) {
    case 'locations':
      return draft.locationId ? undefined : 'Please choose a location'
    case 'screens':
      return draft.screenId && offers ? undefined : 'Please choose a screen'
    case 'slots':
      return draft.date && draft.slotId ? undefined : 'Please choose a date and a slot'
    case 'customer-details':
      return offers ? customerFault(draft, offers, staff) : 'Please choose a screen'
    case 'occasions':
      // a requirement holds only where something can be chosen
      if (lacks(offers?.occasions, draft.occasionId ? [draft.occasionId] : [])) return OCCASION_REQUIRED
      return firstTextFault(draft, step)
    case 'cakes':
      if (!cakes) return undefined
      return lacks(offers?.cakes, ids(draft.cakes)) ? CAKE_REQUIRED : firstTextFault(draft, step)
    case 'addons':
    case 'gifts':
      return firstTextFault(draft, step)
    case 'packages':
    case 'payment':
      return undefined
    default:
      return assertNever(step)
  }
}

/**
 * Whether nothing was chosen in a step that can be left out. Ahead of where somebody is, such a step is open and not done
 * (rule B36).
 */
export function isLeftOut(step: BookingStep, draft: Draft): boolean {
  if (step === 'packages') return !draft.packageId
  return (step === 'addons' || step === 'gifts') && draft[step].length === 0
}

const firstTextFault = (draft: Draft, step: Parameters<typeof textFaults>[1]) =>
  Object.values(textFaults(draft, step))[0]

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)

/** Whether something can be chosen and nothing chosen is still on offer. */
function lacks(offered: readonly { id: string }[] | undefined, chosen: readonly string[]): boolean {
  return Boolean(offered?.length && !offered.some(({ id }) => chosen.includes(id)))
}

/** What is wrong with the customer's details, by field in the order of the page; of staff less is asked (rule B16). */
export function detailFaults(
  draft: Draft,
  limits: PeopleLimits,
  staff: boolean,
): Partial<Record<CustomerField, string | undefined>> {
  const { name = '', email = '', number = '' } = draft.customer ?? {}
  const details = {
    name,
    email,
    number,
    people: draft.people ?? fewestPeople(limits),
    terms: draft.termsAccepted ?? false,
  }
  const { terms, email: ofAddress, ...faults } = customerFaults(details, limits)
  return { ...faults, ...(staff ? { email: staffEmailFault(email) } : { email: ofAddress, terms }) }
}

const customerFault = (draft: Draft, limits: PeopleLimits, staff: boolean) =>
  draft.customer ? Object.values(detailFaults(draft, limits, staff)).find(Boolean) : 'Please enter your details'

/** The first step that is not complete; `payment` when all before it are. */
export function firstIncompleteStep(
  draft: Draft,
  offers: StepOffers,
): { step: BookingStep; fault: string | undefined } {
  for (const step of stepsFor(offers)) {
    const fault = stepFault(step, draft, offers)
    if (fault) return { step, fault }
  }
  return { step: 'payment', fault: undefined }
}

/** Whether a step may be entered: every step before it is complete. Otherwise where to go instead, and why. */
export function enterStep(
  wanted: BookingStep,
  draft: Draft,
  offers: StepOffers,
): { ok: true } | { ok: false; step: BookingStep; fault: string | undefined } {
  const steps = stepsFor(offers)
  const incomplete = firstIncompleteStep(draft, offers)
  const at = steps.indexOf(wanted)
  if (at < 0) return { ok: false, ...incomplete }
  return at <= steps.indexOf(incomplete.step) ? { ok: true } : { ok: false, ...incomplete }
}

/** The step after one; undefined after the last. */
export function nextStep(step: BookingStep, offers: Pick<StepOffers, 'cakes'>): BookingStep | undefined {
  const steps = stepsFor(offers)
  return steps[steps.indexOf(step) + 1]
}

/**
 * Where the short cut on a card leads, of a step in which nothing else is to choose: to the next step in which something must
 * be chosen, past those in which something only may be; where nothing must be any more, to the next step (rule B30).
 */
export function cardLeadsTo(step: BookingStep, draft: Draft, offers: StepOffers): BookingStep {
  const steps = stepsFor(offers)
  const ahead = steps.slice(steps.indexOf(step) + 1)
  return ahead.find((one) => stepFault(one, draft, offers)) ?? ahead[0] ?? 'payment'
}
