import { hash } from '@node-rs/argon2'

/** A password as the database keeps it, at the least cost there is: it is checked at the cost that it was stored with. */
export const storedPassword = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
