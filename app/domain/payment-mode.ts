/** How money is taken at the front desk. */
export const DESK_MODES = ['cash', 'upi', 'card'] as const
export type DeskMode = (typeof DESK_MODES)[number]

/** How money can come, and go back. */
export const PAYMENT_MODES = ['online', ...DESK_MODES] as const
export type PaymentMode = (typeof PAYMENT_MODES)[number]

/** How a refund is handed over at the front desk unless staff say otherwise: as it was paid, and in cash what came online. */
export const deskModeOf = (mode: PaymentMode): DeskMode => (mode === 'online' ? 'cash' : mode)

const WORDS = {
  online: { name: 'Online', how: 'online' },
  cash: { name: 'Cash', how: 'in cash' },
  upi: { name: 'UPI', how: 'by UPI' },
  card: { name: 'Card', how: 'by card' },
} as const satisfies Record<PaymentMode, { name: string; how: string }>

/** What a mode is called in a list or on a button: `UPI`. */
export const modeName = (mode: PaymentMode): string => WORDS[mode].name

/** How money came, within a sentence: `by UPI`. */
export const modeWords = (mode: PaymentMode): string => WORDS[mode].how
