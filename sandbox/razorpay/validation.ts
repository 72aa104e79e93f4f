import { type CapturePolicy, type Notes, Refusal } from './entities'

export type Sent = Record<string, unknown>

const MOST_NOTES = 15
const LONGEST_NOTE = 256
const LONGEST_RECEIPT = 40

/** Refuses fields the provider does not know. */
export function onlyFields(sent: Sent, known: readonly string[], step: string): void {
  const extra = Object.keys(sent).filter((name) => !known.includes(name))
  if (!extra.length) return
  throw new Refusal(400, `${extra.join(', ')} is/are not required and should not be sent`, {
    step,
    reason: 'extra_field_sent',
    field: extra[0],
  })
}

/** A whole number of paise, as a number: text is refused (stricter than is known of the real one). */
export function wholeAmount(value: unknown, step: string): number {
  if (value === undefined || value === null) throw new Refusal(400, 'amount: is required.', { step, field: 'amount' })
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw new Refusal(400, 'The amount must be an integer.', { step, field: 'amount' })
  }
  return value
}

/** The currency that was sent. @throws Refusal for any but INR */
export function theCurrency(value: unknown, step: string): string {
  if (value === undefined || value === null)
    throw new Refusal(400, 'currency: is required.', { step, field: 'currency' })
  if (value !== 'INR') throw new Refusal(400, 'Currency is not supported', { step, field: 'currency' })
  return value
}

/** Notes: at most 15 short pairs; none is an empty list, as the provider has it. */
export function theNotes(value: unknown): Notes {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return []
  if (typeof value !== 'object' || Array.isArray(value))
    throw new Refusal(400, 'notes must be an array', { field: 'notes' })
  const pairs = Object.entries(value)
  if (pairs.length > MOST_NOTES)
    throw new Refusal(400, 'Number of fields in notes should be less than or equal to 15', { field: 'notes' })
  if (pairs.some(([, text]) => String(text).length > LONGEST_NOTE))
    throw new Refusal(400, 'Note value must not be greater than 256 characters', { field: 'notes' })
  return pairs.length ? Object.fromEntries(pairs.map(([name, text]) => [name, String(text)])) : []
}

/** The receipt that was sent, or null. @throws Refusal when it is none, or longer than 40 characters */
export function theReceipt(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw new Refusal(400, 'The receipt must be a string.', { field: 'receipt' })
  if (value.length > LONGEST_RECEIPT)
    throw new Refusal(400, 'The receipt may not be greater than 40 characters.', { field: 'receipt' })
  return value
}

const ACCOUNT_POLICY: CapturePolicy = {
  capture: 'automatic',
  automatic_expiry_period: 4_320,
  manual_expiry_period: 4_320,
}

/** When payments of an order are captured: its own `payment` object, else the account's automatic capture. */
export function capturePolicy(sent: Sent): CapturePolicy {
  const step = 'order_creation'
  if (sent.payment === undefined) {
    const manual = sent.payment_capture === 0 || sent.payment_capture === false
    return { ...ACCOUNT_POLICY, capture: manual ? 'manual' : 'automatic' }
  }
  const { capture, capture_options: options, ...rest } = sent.payment as Sent
  onlyFields(rest, [], step)
  if (capture !== 'automatic' && capture !== 'manual') {
    throw new Refusal(400, 'The capture field is invalid.', { step, field: 'capture' })
  }
  if (options === undefined) return { ...ACCOUNT_POLICY, capture }
  const { automatic_expiry_period: automatic, manual_expiry_period: manual, refund_speed, ...others } = options as Sent
  onlyFields(others, [], step)
  const invalid = (field: string) => new Refusal(400, `The ${field} field is invalid.`, { step, field })
  if (refund_speed !== undefined && refund_speed !== 'normal' && refund_speed !== 'optimum') {
    throw invalid('refund_speed')
  }
  const minutes = (value: unknown, least: number, field: string, otherwise: number) => {
    if (value === undefined) return otherwise
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > 7_200) throw invalid(field)
    return value
  }
  if (capture === 'automatic' && automatic === undefined) throw invalid('automatic_expiry_period')
  const first = minutes(automatic, 12, 'automatic_expiry_period', 12)
  return {
    capture,
    automatic_expiry_period: first,
    manual_expiry_period: minutes(manual, first, 'manual_expiry_period', 7_200),
  }
}
