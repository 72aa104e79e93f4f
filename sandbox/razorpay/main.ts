import { startRazorpayEmulator } from './server'

/** Starts the emulator for the demo; prints its address as one JSON line. */
const needed = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set.`)
  return value
}

const emulator = await startRazorpayEmulator({
  keyId: needed('RAZORPAY_KEY_ID'),
  keySecret: needed('RAZORPAY_KEY_SECRET'),
  webhookSecret: needed('RAZORPAY_WEBHOOK_SECRET'),
  host: process.env.HOST ?? '127.0.0.1',
  port: Number(process.env.EMULATOR_PORT ?? 0),
  webhookUrls: process.env.WEBHOOK_URL ? [process.env.WEBHOOK_URL] : [],
})
process.stdout.write(`${JSON.stringify({ url: emulator.url })}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void emulator.stop().then(() => process.exit(0)))
