import { startMailbox } from './server'

/** Starts the mailbox for the demo; prints its addresses as one JSON line. */
const mailbox = await startMailbox({
  host: process.env.HOST ?? '127.0.0.1',
  smtpPort: Number(process.env.SMTP_PORT ?? 0),
  httpPort: Number(process.env.MAILBOX_PORT ?? 0),
  dir: process.env.MAILBOX_DIR || undefined,
})
process.stdout.write(`${JSON.stringify({ url: mailbox.url, smtpUrl: mailbox.smtpUrl })}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void mailbox.stop().then(() => process.exit(0)))
