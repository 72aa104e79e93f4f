import type { BookingSource } from './booking-status'
import { customerEmailFault, EMAIL_DOMAINS, emailFault, tidyEmail } from './email-address'
import { isBlank } from './visible-text'

/** The limits of what a customer types (rule B15). */
export const NAME_MAX = 80
/** Most people that a room can be said to take, and a draft can have. */
export const PEOPLE_MAX = 500
export const PHONE_FAULT = 'Phone number must be exactly 10 digits'

/** How a phone number is spelt besides its digits: spaces, dashes, dots, brackets, and what nobody sees. */
export const PHONE_SPELLING = /[\s().\p{Pd}\p{Cf}]/gu

/** The digits of an Indian phone number, without its spelling, 91 or a leading 0; `phoneOf` of db/like says the same of a column. */
export function normalizePhone(text: string): string {
  return text
    .replace(PHONE_SPELLING, '')
    .replace(/^\+91/, '')
    .replace(/^(0091|91)?0?(?=\d{10}$)/, '')
}

/** Whether a text has the ten digits of an Indian phone number, mobile or landline, with or without its prefix (rule B15). */
export const hasTenDigits = (text: string): boolean => /^\d{10}$/.test(normalizePhone(text))

/** What is said of a number that is one digit ten times over, and nobody's. */
export const NOBODYS_NUMBER = 'Please enter the number at which we can reach you'

/** One of the digits 0 to 5 ten times over; such numbers of 6 to 9 exist, and are sold at a price. */
const isNobodys = (text: string): boolean => /^([0-5])\1{9}$/.test(normalizePhone(text))

/** Whether somebody could be called there: an Indian mobile or landline number of 10 digits, or one with a country code. */
export function isPhoneNumber(text: string): boolean {
  // 00 is dialled for a plus
  const digits = text.replace(PHONE_SPELLING, '').replace(/^00/, '+')
  if (!digits.startsWith('+') || digits.startsWith('+91')) return /^[1-9]\d{9}$/.test(normalizePhone(digits))
  return /^\+[1-9]\d{7,14}$/.test(digits)
}

export interface PeopleLimits {
  /** For how many a package's price is; none, where every guest is an extra person. */
  minPeople: number
  capacity: number
}

export interface CustomerDetails {
  name: string
  email: string
  number: string
  people: number
}

/**
 * What an edit by staff says anew of the person whose number stands on a booking: what was corrected in it. Of another number
 * nothing: it may be somebody else's, who keeps their name (rule D6).
 */
export function correctedDetails(
  before: Pick<CustomerDetails, 'name' | 'email' | 'number'>,
  after: Pick<CustomerDetails, 'name' | 'email' | 'number'>,
): Partial<Pick<CustomerDetails, 'name' | 'email'>> {
  if (before.number !== after.number) return {}
  return {
    ...(after.name !== before.name && { name: after.name }),
    ...(after.email && after.email !== before.email && { email: after.email }),
  }
}

/**
 * The booking by which a person is called, of those that stood under their number, the oldest first: the last that staff made, else
 * the first, since an anonymous form does not overwrite a known customer (rule D6). Undefined when there is none.
 */
export const calledBy = <Booked extends { source: BookingSource }>(stood: readonly Booked[]): Booked | undefined =>
  stood.filter(({ source }) => source === 'staff').at(-1) ?? stood[0]

export type CustomerField = 'name' | 'email' | 'number' | 'people' | 'terms'

/** `1 person`, `4 people`. */
export const peopleWords = (count: number): string => (count === 1 ? '1 person' : `${count} people`)

/** The fewest that come to a room: those whom its packages include, and somebody where they include nobody (rule B15). */
export const fewestPeople = ({ minPeople }: Pick<PeopleLimits, 'minPeople'>): number => Math.max(1, minPeople)

/** So many people as a room takes of a party. */
export const peopleThatFit = (people: number, limits: PeopleLimits): number =>
  Math.min(Math.max(people, fewestPeople(limits)), limits.capacity)

/**
 * For how many a booking is begun from a list that was asked for so many: as many, as the room takes them, since its price was made
 * for these (rule B33); as many as before, where nobody was asked for.
 */
export const peopleAskedFor = (asked: number | undefined, limits: PeopleLimits, before?: number): number | undefined =>
  asked !== undefined && asked >= 1 ? peopleThatFit(asked, limits) : before

/** For how many a room is: `4 to 10 people`, `2 people`. */
export function partyWords(limits: PeopleLimits): string {
  const fewest = fewestPeople(limits)
  return fewest < limits.capacity ? `${fewest} to ${peopleWords(limits.capacity)}` : peopleWords(limits.capacity)
}

/** For whom a room's price is, and who costs more, up to the sum: nothing to say of a room that takes no more than it includes. */
export function includedWords({ minPeople, capacity }: PeopleLimits): string | undefined {
  if (minPeople === capacity) return undefined
  return minPeople === 0
    ? 'The price is for the room alone; every person costs'
    : `The price is for ${peopleWords(minPeople)}; every extra person costs`
}

/** What is said of a party that a room does not take as it was; undefined when it does. */
export function peopleFitted(people: number, limits: PeopleLimits): string | undefined {
  const fitting = peopleThatFit(people, limits)
  if (fitting === people) return undefined
  return `This screen takes ${partyWords(limits)}: it is for ${fitting} now, not for ${people}.`
}

/** What is wrong with a number of people in a room; undefined when it takes them. */
export function peopleFault(people: number, limits: PeopleLimits): string | undefined {
  const fewest = fewestPeople(limits)
  const fits = Number.isInteger(people) && people >= fewest && people <= limits.capacity
  if (fits) return undefined
  if (fewest === limits.capacity) return `Choose exactly ${peopleWords(fewest)}`
  return `Choose between ${fewest} and ${limits.capacity} people`
}

/** What is wrong with the customer details, by field; empty when all is well. */
export function customerFaults(
  details: CustomerDetails & { terms: boolean },
  limits: PeopleLimits,
  emailDomains: readonly string[] = EMAIL_DOMAINS,
): Partial<Record<CustomerField, string>> {
  const faults: Partial<Record<CustomerField, string>> = {}
  const name = details.name.trim()
  if (isBlank(name)) faults.name = 'Name is required'
  else if (name.length > NAME_MAX) faults.name = `Name can have at most ${NAME_MAX} characters`
  const email = customerEmailFault(tidyEmail(details.email), emailDomains)
  if (email) faults.email = email
  if (!hasTenDigits(details.number)) faults.number = PHONE_FAULT
  else if (isNobodys(details.number)) faults.number = NOBODYS_NUMBER
  const people = peopleFault(details.people, limits)
  if (people) faults.people = people
  if (!details.terms) faults.terms = 'Please accept the terms and conditions'
  return faults
}

/** What is wrong with the address that staff enter: they may leave it out, and enter one of any domain (rule B16). */
export const staffEmailFault = (email: string): string | undefined => (email ? emailFault(tidyEmail(email)) : undefined)
