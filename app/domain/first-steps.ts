/** What an empty installation has so far. */
export interface House {
  cities: number
  /** Locations that stand in a city. */
  locations: number
  /** Screens at a location that have a slot and a package with its price. */
  rooms: number
  occasions: number
  /** Bookings that stood, whatever became of them; an abandoned hold was none. */
  bookings: number
  /** Whether payments go to the provider's live side. */
  live: boolean
}

/** The way from nothing to the first paid evening, in order (rule K21). */
export const FIRST_STEPS = {
  city: 'Add the city',
  location: 'Add the location in it, with its address',
  room: 'Add a screen with its slots, packages and prices',
  catalogue: 'Fill the catalogue: occasions at least, then cakes, addons and gifts',
  booking: 'Make a test booking, as a customer would',
  live: 'Set the live keys of the payment provider',
} as const
export type FirstStep = keyof typeof FIRST_STEPS

const DONE: Record<FirstStep, (house: House) => boolean> = {
  city: ({ cities }) => cities > 0,
  location: ({ locations }) => locations > 0,
  room: ({ rooms }) => rooms > 0,
  catalogue: ({ occasions }) => occasions > 0,
  booking: ({ bookings }) => bookings > 0,
  live: ({ live }) => live,
}

/** Each step with its tick; nothing once all are done. */
export function firstSteps(house: House): { step: FirstStep; words: string; done: boolean }[] | undefined {
  const steps = (Object.keys(FIRST_STEPS) as FirstStep[]).map((step) => ({
    step,
    words: FIRST_STEPS[step],
    done: DONE[step](house),
  }))
  return steps.every(({ done }) => done) ? undefined : steps
}
