/** Why a person is forgotten; chosen, not typed, so that the audit log names nobody. */
export const ERASURE_REASONS = {
  asked: 'The person asked for it',
  guardian: 'A parent or guardian asked for it',
  mistake: 'Entered by mistake',
  law: 'The law or an authority asks for it',
} as const

export type ErasureReason = keyof typeof ERASURE_REASONS
