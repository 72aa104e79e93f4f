import { createHash } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordFault } from '~/domain/password'
import type { Refused } from '~/domain/result'

// argon2id is the library's default algorithm; these are OWASP's parameters for it
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let decoy: Promise<string> | undefined

/** A password as it is stored: argon2id with its own salt. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** Names the password that an account has, so that what was begun with it ends when another is set, by whatever door. */
export const passwordMark = (stored: string): string => createHash('sha256').update(stored).digest('base64url')

/** Whether the password fits the stored hash. Without a hash it takes as long, so that accounts cannot be guessed by time. */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const fits = await verify(stored ?? (await decoy), password).catch(() => false)
  return stored !== undefined && fits
}

/** How many of the list's passwords, the most common first, are refused. */
const COMMON_COUNT = 5_000
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'].slice(0, COMMON_COUNT))

/** Refuses a new password that is too weak for this person; the one judgement wherever a password is set. */
export function weakPassword(
  { business }: { business: { name: string } },
  password: string,
  { name, email }: { name: string; email: string },
): Refused<'weak-password'> | undefined {
  const message = passwordFault(password, { name, email, business: business.name, common: COMMON })
  return message === undefined ? undefined : { ok: false, reason: 'weak-password', message }
}
