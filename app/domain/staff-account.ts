/** The limits of staff accounts (rule K10). */
export const STAFF_NAME_MAX = 80

/** What is wrong with a staff member's name; undefined when nothing is. */
export function staffNameFault(name: string): string | undefined {
  if (!name.trim()) return 'Name is required'
  return name.trim().length > STAFF_NAME_MAX ? `Name can have at most ${STAFF_NAME_MAX} characters` : undefined
}

/** What is wrong with an e-mail address: any domain, with a top part of at least two letters. */
export function emailFault(email: string): string | undefined {
  const fits = /^[^\s@<>"',;]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(email.trim())
  return fits && email.trim().length <= 120 ? undefined : 'Invalid email address'
}

/** What is wrong with a phone number given as its digits. */
export const phoneFault = (digits: string): string | undefined =>
  /^\d{10}$/.test(digits) ? undefined : 'Phone number must be exactly 10 digits'

/** E-mail addresses name accounts trimmed and in lower case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()
