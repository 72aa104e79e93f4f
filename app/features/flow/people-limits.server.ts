import { fewestPeople, type PeopleLimits, peopleWords } from '~/domain/customer-details'
import type { OpenQuote } from '~/features/booking/quote.server'

/** How many people an edit found outside the screen's limits: they may stay, another number must fit. */
function storedOutside({ offers, storedTerms }: OpenQuote): number | undefined {
  // what is no number is within all limits
  const people = storedTerms?.people ?? Number.NaN
  return people < fewestPeople(offers) || people > offers.capacity ? people : undefined
}

/** The numbers of people to choose from; a stored number outside the screen's limits is among them, and flagged. */
export function peopleChoices(quote: OpenQuote) {
  const { capacity } = quote.offers
  const fewest = fewestPeople(quote.offers)
  const fitting = Array.from({ length: capacity - fewest + 1 }, (_, index) => fewest + index)
  const people = storedOutside(quote)
  if (people === undefined) return { people: fitting, outside: null }
  const words = `Sold for ${peopleWords(people)}; this screen now takes ${fewest} to ${capacity}. They may stay, another number must fit.`
  return { people: [...fitting, people].sort((a, b) => a - b), outside: { people, words } }
}

/** The limits that hold for a number of people. */
export function peopleLimitsFor(quote: OpenQuote, people: number): PeopleLimits {
  const stored = storedOutside(quote)
  return stored !== undefined && stored === people ? { minPeople: stored, capacity: stored } : quote.offers
}
