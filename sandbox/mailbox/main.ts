import { startMailbox } from './server'

/** Starts the mailbox for the demo; prints its addresses as one JSON line. */
const mailbox = await startMailbox({ host: process.env.HOST ?? '127.0.0.1' })
process.stdout.write(`${JSON.stringify({ url: mailbox.url, smtpUrl: mailbox.smtpUrl })}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void mailbox.stop().then(() => process.exit(0)))
