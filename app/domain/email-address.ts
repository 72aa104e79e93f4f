import { withoutInvisible } from './visible-text'

/** Most characters of an e-mail address. */
export const EMAIL_MAX = 120
/** Where a customer's address is (rule B15). */
export const EMAIL_DOMAINS = ['gmail.com']

/**
 * The domain of a single e-mail address, in lower case, with a top part of at least two letters, or of another script as browsers send
 * it (`xn--`); undefined of any other text. Before the @ stand the characters of RFC 5322's dot-atom and letters of any script: mail
 * programs read brackets and colons as a comment or a group, and would write to another mailbox than the one that stands there.
 */
function domainOf(text: string): string | undefined {
  const match =
    /^[\p{L}\p{M}\p{N}!#$%&*+/=?^_`{|}~.-]{1,64}@([a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:[a-z]{2,}|xn--[a-z0-9-]+))$/iu.exec(
      text.trim(),
    )
  return text.trim().length <= EMAIL_MAX ? match?.[1]?.toLowerCase() : undefined
}

/** Whether a text is an e-mail address, of whatever domain. */
export const isEmail = (text: string): boolean => domainOf(text) !== undefined

/** Whether an e-mail address is at one of the domains, in any letter case, its letters English ones; no domains means any. */
export function isAllowedEmail(email: string, domains: readonly string[] = EMAIL_DOMAINS): boolean {
  const domain = domainOf(email)
  return (
    domain !== undefined &&
    /^[\x20-\x7E]+$/.test(email.trim()) &&
    (!domains.length || domains.some((one) => one.toLowerCase() === domain))
  )
}

/** What is wrong with a customer's address; Gmail has none with a dot at an end or beside another (rule B15). */
export function customerEmailFault(email: string, domains: readonly string[] = EMAIL_DOMAINS): string | undefined {
  if (!isAllowedEmail(email, domains)) return 'invalid gmail id'
  return /^\.|\.[.@]/.test(email.trim())
    ? 'A Gmail address has no dot at its beginning or end, and never two in a row'
    : undefined
}

/** What is wrong with an e-mail address, of whatever domain. */
export const emailFault = (email: string): string | undefined => (isEmail(email) ? undefined : 'Invalid email address')

/** An address as it was typed or pasted, without what nobody sees and without the word of a link to it. */
export const tidyEmail = (typed: string): string =>
  withoutInvisible(typed)
    .trim()
    .replace(/^mailto:\s*/i, '')

/** E-mail addresses name accounts in lower case. */
export const normalizeEmail = (email: string): string => tidyEmail(email).toLowerCase()
