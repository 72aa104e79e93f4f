/** The limits of staff accounts (spec back-office §5, shared validators). */
export const PASSWORD_MIN = 6
const PASSWORD_MAX = 128
export const STAFF_NAME_MAX = 80

export const PASSWORD_RULE = 'Atleast 6 charecters and 1 special symbol'

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

/** What is wrong with a new password: letters, digits and symbols only, at least 6, one of them a symbol. */
export function passwordFault(password: string): string | undefined {
  const printable = /^[\x21-\x7e]+$/.test(password)
  const symbol = /[^a-z0-9]/i.test(password)
  const sized = password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX
  return printable && symbol && sized ? undefined : PASSWORD_RULE
}

/** What is wrong with a phone number given as its digits. */
export const phoneFault = (digits: string): string | undefined =>
  /^\d{10}$/.test(digits) ? undefined : 'Phone number must be exactly 10 digits'

/** E-mail addresses name accounts trimmed and in lower case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()
