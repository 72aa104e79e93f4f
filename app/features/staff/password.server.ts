import { hash, verify } from '@node-rs/argon2'

// argon2id is the library's default algorithm; these are OWASP's parameters for it
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let decoy: Promise<string> | undefined

/** A password as it is stored: argon2id with its own salt. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** Whether the password fits the stored hash. Without a hash it takes as long, so that accounts cannot be guessed by time. */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const fits = await verify(stored ?? (await decoy), password).catch(() => false)
  return stored !== undefined && fits
}
