/** How the emulator behaves where the provider is known to vary, or is unknown; changed through the control interface. */
export interface Behaviour {
  /** A receipt used before: refused, taken again, or answered with the same order. `unique_receipt` always means the last. */
  receipts: 'reject' | 'ignore' | 'return_same'
  /** The state in which new refunds start; `refundsProcessMs` later a pending one is processed, null: when told to. */
  refundsStart: 'pending' | 'processed' | 'failed'
  refundsProcessMs: number | null
  /** After this a payment whose bank never answered fails. */
  bankTimeoutMs: number
  /** How long new payments stay out of the lists of all payments and orders. */
  listLagMs: number
  /** How many payments of others come in before each further page of the list, so that its boundaries move. */
  paymentsBetweenPages: number
  /** Whether an order's list shows tries whose bank has not answered; the provider promises only the others. */
  listsOpenTries: boolean
  /** The window's countdown stands still, as in a background tab. */
  windowTimerPaused: boolean
  /** The way back to the merchant after a payment: never taken, or taken twice. */
  returns: 'once' | 'never' | 'twice'
  /** How the hosted page's failure names its payment and order. */
  failureMetadata: 'json-text' | 'nested' | 'absent'
  /** Said instead of the real reason of a failure on its way to the browser. */
  failureDescription: string | null
  /** When webhooks leave: at once, before the browser's answer (which waits for them), or not at all. */
  webhooks: 'at-once' | 'before-answer' | 'never'
  /** Holds every webhook back by this much on the emulator's clock. */
  webhookDelayMs: number
  /** How often each event is sent to each address. */
  webhookCopies: number
  /** Sends the events of one happening in the opposite order. */
  webhooksReversed: boolean
}

/** How the emulator behaves where nothing else was asked of it. */
export const usualBehaviour = (): Behaviour => ({
  receipts: 'reject',
  refundsStart: 'processed',
  refundsProcessMs: null,
  bankTimeoutMs: 600_000,
  listLagMs: 0,
  paymentsBetweenPages: 0,
  listsOpenTries: true,
  windowTimerPaused: false,
  returns: 'once',
  failureMetadata: 'json-text',
  failureDescription: null,
  webhooks: 'at-once',
  webhookDelayMs: 0,
  webhookCopies: 1,
  webhooksReversed: false,
})
