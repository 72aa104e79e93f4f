import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** At what it refuses: whom the letter is for, whom it is from, the password, or whoever has anything to send. */
type RefusedAt = 'recipient' | 'sender' | 'login' | 'connection'

const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

/** A mail server that refuses for good: every recipient, since nobody has an address at it, or whatever is asked for. */
export async function startRefusingMailServer(
  at: RefusedAt = 'recipient',
): Promise<{ smtpUrl: string; stop: () => Promise<void> }> {
  const smtp = new SMTPServer({
    authOptional: at !== 'login',
    disabledCommands: ['STARTTLS', ...(at === 'login' ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: (_login, _session, done) => done(refusal(535, '5.7.8 Authentication credentials invalid')),
    onMailFrom({ address }, _session, done) {
      done(at === 'sender' ? refusal(553, `5.7.1 <${address}>: Sender address rejected: not owned by user`) : undefined)
    },
    onRcptTo({ address }, _session, done) {
      if (at === 'connection') return done(refusal(421, '4.3.2 Service shutting down'))
      // in the words of Postfix
      done(refusal(550, `5.1.1 <${address}>: Recipient address rejected: User unknown`))
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  const login = at === 'login' ? 'lumiere:old@' : ''
  return { smtpUrl: `smtp://${login}127.0.0.1:${port}`, stop: () => new Promise((resolve) => smtp.close(resolve)) }
}
