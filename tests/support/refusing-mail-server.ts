import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server at which nobody has an address: it refuses every recipient for good. */
export async function startRefusingMailServer(): Promise<{ smtpUrl: string; stop: () => Promise<void> }> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      // in the words of Postfix
      const words = `5.1.1 <${address}>: Recipient address rejected: User unknown`
      done(Object.assign(new Error(words), { responseCode: 550 }))
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  return { smtpUrl: `smtp://127.0.0.1:${port}`, stop: () => new Promise((resolve) => smtp.close(resolve)) }
}
