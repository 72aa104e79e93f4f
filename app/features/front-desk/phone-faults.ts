import { type BookingStep, CAKE_REQUIRED, OCCASION_REQUIRED, type StepOffers, stepFault } from '~/domain/booking-steps'
import { BOOKING_TEXT_NAMES, type DraftTexts, textFaults } from '~/domain/booking-texts'
import { customerFaults, type PeopleLimits, staffEmailFault } from '~/domain/customer-details'
import { type Draft, ITEM_KINDS } from '~/domain/draft'
import { tooManyChosen } from '~/domain/step-answers'
import type { PhoneRefusal } from './phone-booking.server'

/** What is said at the fields of a telephone booking, by the field's name; '' is about the form as a whole. */
export type PhoneFaults = Record<string, string>

/** The field that a refusal is about; one that is missing here belongs to its step, or to none. */
const FIELD_OF_REASON: Partial<Record<PhoneRefusal, string>> = {
  'caller-changed': 'name',
  'advance-unreadable': 'advance',
  'advance-above-total': 'advance',
  'money-was-taken': 'advance',
  'approval-asked': 'approved',
  'amount-unreadable': 'own',
  'amount-out-of-range': 'own',
  'deadline-unchosen': 'deadline',
  'deadline-unreadable': 'time',
  'deadline-out-of-range': 'time',
  'deadline-not-later': 'time',
  'coupon-taken-out': 'couponCode',
  'date-closed': 'date',
  'slot-taken': 'place',
  'slot-started': 'place',
  'out-of-scope': 'place',
}

const FIELD_OF_STEP: Partial<Record<BookingStep, string>> = {
  locations: 'place',
  screens: 'place',
  slots: 'place',
  packages: 'packageId',
  occasions: 'occasionId',
  cakes: 'cakes',
}

/** Why a form was refused; `step` is where the steps ask for what is missing. */
export interface FormRefusal {
  reason: PhoneRefusal
  message: string
  step?: BookingStep
}

interface Typed {
  name: string
  email: string
  number: string
  people: string
  place: string
  texts: DraftTexts
  mistyped: PhoneFaults
}

/** The fields in the order of the page, so that the first that is told is the first that is met. */
const ORDER = [
  ...[
    'number',
    'name',
    'email',
    'approved',
    'date',
    'place',
    'people',
    'packageId',
    'occasionId',
    'couponCode',
    ...ITEM_KINDS,
  ],
  ...BOOKING_TEXT_NAMES,
  ...['advance', 'deadline', 'time', 'own'],
]

/** What must be chosen still, of what is on offer in the room, and of what there is too much, by its field. */
export const toChooseAnew = (draft: Draft, steps: StepOffers): PhoneFaults => ({
  ...Object.fromEntries(
    (['occasions', 'cakes'] as const).flatMap((step) => {
      const fault = stepFault(step, draft, steps)
      // what is wrong with a text is said at that text
      return fault === OCCASION_REQUIRED || fault === CAKE_REQUIRED ? [[FIELD_OF_STEP[step], fault]] : []
    }),
  ),
  ...tooManyChosen(draft),
})

/**
 * At which fields refusals belong, in the order of the page: what is wrong with the caller's details and with the texts, and what is
 * still to be chosen, is said of each of them at once.
 */
export function phoneFaults(
  refusals: readonly FormRefusal[],
  { name, email, number, people, place, texts, mistyped }: Typed,
  {
    limits: { min, max },
    toChoose,
    said,
  }: { limits: { min: number; max: number }; toChoose: PhoneFaults; said: PhoneFaults },
): PhoneFaults {
  const limits: PeopleLimits = { minPeople: min, capacity: max }
  const details = { name, number, email: '', people: people ? Number(people) : min, terms: true }
  const { email: _, people: count, ...ofPerson } = customerFaults(details, limits)
  const ofAddress = staffEmailFault(email)
  const faults: PhoneFaults = {
    ...ofPerson,
    ...(ofAddress && { email: ofAddress }),
    // for how many there is room, the room says
    ...(count && place && { people: count }),
    ...toChoose,
    ...textFaults(texts),
    ...mistyped,
  }
  for (const { reason, message, step } of refusals) {
    const field = FIELD_OF_REASON[reason] ?? (step && FIELD_OF_STEP[step])
    if (field) faults[field] = message
  }
  // of a day that is over no place is asked for
  if (said.date) {
    faults.date = said.date
    delete faults.place
  }
  const nth = (field: string) => ORDER.indexOf(field)
  const told = Object.entries(faults).sort(([one], [other]) => nth(one) - nth(other))
  return told.length ? Object.fromEntries(told) : { '': refusals[0]?.message ?? '' }
}
