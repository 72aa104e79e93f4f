import { createHash } from 'node:crypto'

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

export type Ids = ReturnType<typeof createIds>

/** Ids in the provider's shape: the same seed gives the same ids in the same order. */
export function createIds(seed: string) {
  let counts: Record<string, number> = {}
  const digest = (kind: string) => {
    const count = (counts[kind] ?? 0) + 1
    counts[kind] = count
    return createHash('sha256').update(`${seed}|${kind}|${count}`).digest()
  }
  return {
    /** `order_…`, `pay_…`, `rfnd_…`, `evt_…`: 14 letters and digits. */
    next: (kind: string) =>
      `${kind}_${[...digest(kind).subarray(0, 14)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')}`,
    /** A number of the bank, `digits` long. */
    number: (digits: number) => digest('number').readBigUInt64BE().toString().padStart(digits, '7').slice(-digits),
    counts: () => counts,
    /** Goes on after what was used before, or from the start. */
    restart(used: Record<string, number> = {}) {
      counts = { ...used }
    },
  }
}
