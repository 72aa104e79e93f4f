import { hasTenDigits, normalizePhone } from './customer-details'

/**
 * What is asked about ten digits with which no Indian mobile number begins (those begin with 6 to 9); undefined of any other
 * text. A question only: any ten digits are taken (rule B15), since a landline has ten as well.
 */
export function phoneDoubt(text: string): string | undefined {
  const doubtful = hasTenDigits(text) && /^[0-5]/.test(normalizePhone(text))
  return doubtful ? 'Indian mobile numbers begin with 6, 7, 8 or 9. Is this one right?' : undefined
}

/** A number that `isPhoneNumber` takes, as it is called from anywhere: `+919845012345`; without a country code it is Indian. */
export function dialled(typed: string): string {
  const digits = typed.replace(/[^\d+]/g, '').replace(/^00/, '+')
  return digits.startsWith('+') && !digits.startsWith('+91') ? digits : `+91${normalizePhone(digits)}`
}

/** Ten Indian digits as staff read them out: `98450 12345`; any others as they are. */
export const readPhone = (digits: string): string =>
  /^\d{10}$/.test(digits) ? `${digits.slice(0, 5)} ${digits.slice(5)}` : digits

/** Ten Indian digits as every public page, letter and paper shows them: `+91 98450 12345`. */
export const shownPhone = (digits: string): string => `+91 ${readPhone(digits)}`

/** The numbers of the business in a sentence: `+91 98450 12345 or +91 98450 54321`. */
export const numbersToCall = (phones: readonly string[]): string => phones.map(shownPhone).join(' or ')

/** Calls a number, however it was typed. */
export const callLink = (typed: string): string => `tel:${dialled(typed)}`
