import { createHmac } from 'node:crypto'
import { isSignature } from './signature.server'

const signed = (purpose: string, at: string, secret: string) =>
  createHmac('sha256', secret).update(`${purpose}.${at}`).digest('hex')

/** A text that proves when we wrote it, and for what; the first secret signs. */
export function writeTimeToken(secrets: readonly string[], purpose: string, now: Date): string {
  const at = now.getTime().toString(36)
  return `${at}.${signed(purpose, at, secrets[0] ?? '')}`
}

/** When a token was written; undefined when it was not by us, or for something else. Any of the secrets will do. */
export function readTimeToken(secrets: readonly string[], purpose: string, token: string): Date | undefined {
  const [at = '', signature = ''] = token.split('.')
  const ours = secrets.some((secret) => isSignature(`${purpose}.${at}`, secret, signature))
  return ours ? new Date(Number.parseInt(at, 36)) : undefined
}
