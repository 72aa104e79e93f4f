/** The limits of a password (rule K8). */
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128
/** The longest tail or head of digits and symbols that hides a common word from nobody: `Sunshine#2026`. */
const DECORATION_MAX = 8
/** Shorter words stand in too many good passwords by chance; as a whole password they are refused all the same. */
const WORD_MIN = 4

export const PASSWORD_RULE = 'Atleast 6 charecters and 1 special symbol'
export const PASSWORD_COMMON = 'Too many people use this password, or one like it. Please choose another one.'
export const PASSWORD_PERSONAL =
  'The password must not contain the person’s name or email address, or the name of the business'

/** Whose password it is to be, and what everybody tries first. */
export interface PasswordFacts {
  name: string
  email: string
  business: string
  /** The most common passwords, in lower case. */
  common: ReadonlySet<string>
}

/** The form of a password as a browser checks it: what `passwordFormFault` lets through, in a field that is not empty. */
export const PASSWORD_PATTERN = `(?=.*[^a-zA-Z0-9])[!-~]{${PASSWORD_MIN},${PASSWORD_MAX}}`

/** What breaks the form of a password: letters, digits and symbols only, at least 6, one of them a symbol. */
export function passwordFormFault(password: string): string | undefined {
  const printable = /^[\x21-\x7e]+$/.test(password)
  const symbol = /[^a-z0-9]/i.test(password)
  const sized = password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX
  return printable && symbol && sized ? undefined : PASSWORD_RULE
}

/**
 * What is wrong with a new password; undefined when nothing is. Beyond its form it is none of the common ones,
 * however decorated, and does not contain who it is for.
 */
export function passwordFault(password: string, { name, email, business, common }: PasswordFacts): string | undefined {
  const broken = passwordFormFault(password)
  if (broken) return broken
  const spellings = spellingsOf(password.toLowerCase())
  const cores = coresOf(password.toLowerCase())
  const words = [name, email, business].flatMap(wordsOf)
  const contained = words.some((word) => word.length >= WORD_MIN && spellings.some((text) => text.includes(word)))
  if (contained || words.some((word) => cores.includes(word))) return PASSWORD_PERSONAL
  if ([...spellings, ...cores].some((text) => common.has(text))) return PASSWORD_COMMON
  return undefined
}

/** A text's words in plain lower-case letters, and the text as one word. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1)
  return [...words, words.join('')]
}

/** How a text reads: as it stands, without its symbols, and with symbols and digits read as the letters they look like. */
const spellingsOf = (text: string): string[] =>
  [text, unmasked(text, 'i'), unmasked(text, 'l')].flatMap((one) => [one, one.replaceAll(/[^a-z0-9]/g, '')])

const LOOKALIKES: Record<string, string> = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' }

const unmasked = (text: string, one: 'i' | 'l') =>
  text.replaceAll(/[013457@$]/g, (sign) => (sign === '1' ? one : (LOOKALIKES[sign] ?? sign)))

/** What is left of a text without the digits and symbols around it, when these are few. */
function coresOf(text: string): string[] {
  const trimmed = [text.replace(/[^a-z]+$/, ''), text.replace(/^[^a-z]+|[^a-z]+$/g, '')]
  return trimmed
    .filter((core) => core.length > 1 && text.length - core.length <= DECORATION_MAX)
    .flatMap((core) => spellingsOf(core))
}
