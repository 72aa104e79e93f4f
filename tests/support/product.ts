import type { StoredMail } from '../../sandbox/mailbox/server'
import { fetchAnew } from './fetch-anew'
import { expectIn as expect } from './scriptless/matchers'

const setting = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: the product was not started.`)
  return value
}

/** Where the built product is served. */
export const productUrl = () => setting('PRODUCT_URL')

/** Where the payment emulator is. */
export const providerUrl = () => setting('EMULATOR_URL')

/** The mail somebody got, as soon as it is there. */
export async function mailTo(address: string, subject: RegExp): Promise<StoredMail> {
  let found: StoredMail | undefined
  // of this address only: all mails of the run are many
  const mailbox = `${setting('MAILBOX_URL')}/api/messages?to=${encodeURIComponent(address)}`
  await expect
    .poll(
      async () => {
        const mails = (await (await fetchAnew(mailbox)).json()) as StoredMail[]
        found = mails.find((mail) => subject.test(mail.subject))
        return found !== undefined
      },
      { message: `a mail to ${address}` },
    )
    .toBe(true)
  if (!found) throw new Error('The mail did not come.')
  return found
}

/** Does or asks something of the payment emulator by its control interface. */
export async function provider<Answer>(deed: string, sent: object = {}): Promise<Answer> {
  const body = JSON.stringify(sent)
  const answer = await fetchAnew(`${providerUrl()}/__emu/${deed}`, { method: 'POST', body })
  if (!answer.ok) throw new Error(`${deed} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
