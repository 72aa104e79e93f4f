import { randomBytes } from 'node:crypto'
import { startRazorpayEmulator } from './server'

/** Starts the emulator for the demo; prints its address as one JSON line. */
const needed = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set.`)
  return value
}
const refundSeconds = Number(process.env.EMULATOR_REFUND_SECONDS ?? 0)

const emulator = await startRazorpayEmulator({
  keyId: needed('RAZORPAY_KEY_ID'),
  keySecret: needed('RAZORPAY_KEY_SECRET'),
  // the first one signs, as in the program's own setting
  webhookSecret: needed('RAZORPAY_WEBHOOK_SECRET').split(',')[0]?.trim() ?? '',
  host: process.env.HOST ?? '127.0.0.1',
  port: Number(process.env.EMULATOR_PORT ?? 0),
  webhookUrls: (process.env.WEBHOOK_URL ?? '').split(',').filter(Boolean),
  stateFile: process.env.EMULATOR_STATE || undefined,
  // a database that outlives the emulator must not meet an id twice
  idSeed: process.env.EMULATOR_SEED || randomBytes(8).toString('hex'),
  behaviour: refundSeconds > 0 ? { refundsStart: 'pending', refundsProcessMs: refundSeconds * 1000 } : {},
})
process.stdout.write(`${JSON.stringify({ url: emulator.url })}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void emulator.stop().then(() => process.exit(0)))
