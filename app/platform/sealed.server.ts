import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'lumiere sealed text', 32))

/**
 * Seals a text under the first of the secrets (AES-256-GCM), for one purpose and owner only (`boundTo`); why stands in
 * docs/decisions/0019-second-factor.md.
 */
export function seal(secrets: readonly string[], boundTo: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets[0] ?? ''), iv)
  cipher.setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Opens what was sealed under any of the secrets; `stale` when it was not the first. Undefined when none fits. */
export function unseal(
  secrets: readonly string[],
  boundTo: string,
  sealed: string,
): { text: string; stale: boolean } | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  for (const [index, secret] of secrets.entries()) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, IV_BYTES))
      decipher.setAAD(Buffer.from(boundTo))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      const opened = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
      return { text: opened.toString('utf8'), stale: index > 0 }
    } catch {
      // sealed under another secret, or not by us
    }
  }
  return undefined
}
