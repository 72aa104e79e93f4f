import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether `signature` is the lower-case hex HMAC-SHA256 of `content` under `secret`; compared in constant time. Anything
 * that does not even look like one is refused without an exception (rule P6).
 */
export function isSignature(content: string | Uint8Array, secret: string, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false
  return timingSafeEqual(createHmac('sha256', secret).update(content).digest(), Buffer.from(signature, 'hex'))
}
