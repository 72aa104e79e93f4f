import { afterAll, expect } from 'vitest'
import { createRazorpayGateway } from '~/platform/razorpay.server'
import { startRazorpayEmulator } from '~sandbox/razorpay/server'
import { createTestClock } from './test-clock'

/*
 * What the provider documents, held against the emulator always, and against the provider's own test API when `CONTRACT_KEY_ID`
 * (rzp_test_…) and `CONTRACT_KEY_SECRET` are set.
 */

export const EMULATED = { keyId: 'rzp_test_Contract00001', keySecret: 'secret_contract' }
export const WEBHOOK_SECRET = 'whsec_contract'

/** A refusal in the provider's shape, whatever its words. */
export const ERROR = { error: expect.objectContaining({ code: 'BAD_REQUEST_ERROR', description: expect.any(String) }) }

/** A refusal with status 400, in these words. */
export const refusal = (description: string | RegExp) => ({
  status: 400,
  body: {
    error: expect.objectContaining({ code: 'BAD_REQUEST_ERROR', description: expect.stringMatching(description) }),
  },
})

let receipts = 0
/** An order over ₹999 with a receipt of its own. */
export const order = (changes: object = {}) => ({
  amount: 99_900,
  currency: 'INR',
  receipt: `contract_${Date.now()}_${++receipts}`,
  ...changes,
})

/** The product's own gateway, pointed at an address of the provider. */
export const gatewayAt = (base: string, { keyId, keySecret } = EMULATED) =>
  createRazorpayGateway({ keyId, keySecret, webhookSecrets: [WEBHOOK_SECRET], apiBase: base, scriptUrl: base })

/** The emulator for one file of tests, with our gateway to it, on a clock that stands until it is moved. */
export async function openEmulator() {
  const clock = createTestClock('2027-03-01T06:30:00Z')
  const emulator = await startRazorpayEmulator({ ...EMULATED, webhookSecret: WEBHOOK_SECRET, now: clock.now })
  afterAll(() => emulator.stop())
  const freshOrder = (changes: object = {}): string => emulator.ledger.createOrder(order(changes)).id
  return { clock, emulator, gateway: gatewayAt(emulator.url), freshOrder }
}
