import nodemailer from 'nodemailer'

/** How long the mail server may take to be reached and to greet. */
const PATIENCE_MS = 20_000
/**
 * How long it may take for each answer: some look through a letter before they say that they took it (RFC 5321, 4.5.3.2, waits minutes for
 * that), and a letter given up meanwhile would come twice. Within the time of the job.
 */
const ANSWER_MS = 120_000

export interface Mail {
  to: string
  /** `<name@host>`; the same for every try of one mail, so that a server or reader that has it already can tell. */
  messageId?: string
  /** Where an answer goes when not to the sender. */
  replyTo?: string
  subject: string
  text: string
  html: string
  attachments?: { filename: string; content: string; contentType: string }[]
}

export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

interface MailerSettings {
  smtpUrl: string
  from: string
  patienceMs?: number | undefined
  answerMs?: number
}

/** Mail by SMTP. Throws when the server does not take the message in time; the caller's job tries again. */
export function createMailer({
  smtpUrl,
  from,
  patienceMs = PATIENCE_MS,
  answerMs = ANSWER_MS,
}: MailerSettings): Mailer {
  const limits = { dnsTimeout: patienceMs, connectionTimeout: patienceMs, greetingTimeout: patienceMs }
  const transport = nodemailer.createTransport(limited(smtpUrl, { ...limits, socketTimeout: answerMs }), {
    from,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, replyTo, ...mail }) {
      if (!isOneMailbox(to)) throw new UnsendableMail('Its address is none that a letter can be sent to.')
      await transport.sendMail({
        ...mail,
        to: mailbox(to),
        ...(replyTo !== undefined && isAnswered(replyTo) && { replyTo: mailbox(replyTo) }),
      })
    },
    close: () => transport.close(),
  }
}

/** An address as it stands: one in a text is read, and what is in brackets there is no part of it. */
const mailbox = (address: string) => ({ name: '', address })

/** Whether an address is written to as it stands by whoever reads it; some were kept before they were judged by this (rule B15). */
const isOneMailbox = (address: string): boolean =>
  /^[^\s\p{C}@()<>[\]:;,\\"]+@[^\s\p{C}@()<>[\]:;,\\"]+$/u.test(address)

/**
 * Whether an answer to a mail can be led to this address: a header has English letters only (RFC 5322) unless the mail also goes to an
 * address of others (RFC 6531), and servers refuse a whole mail for one that has not.
 */
export const isAnswered = (address: string): boolean => isOneMailbox(address) && /^[\x21-\x7E]+$/.test(address)

/** A letter to an address that names no mailbox, or another one: it stays here, and is given up as what a server refuses. */
class UnsendableMail extends Error {}

/** The address with the time limits that it does not name itself; nodemailer's own are minutes long. */
function limited(smtpUrl: string, limits: Record<string, number>): string {
  const url = new URL(smtpUrl)
  for (const [limit, ms] of Object.entries(limits)) {
    if (!url.searchParams.has(limit)) url.searchParams.set(limit, String(ms))
  }
  return url.href
}

/** At what a mail server refuses one letter; at what comes before, as our password or our own address, it refuses all of them. */
const OF_ONE_LETTER: readonly unknown[] = ['RCPT TO', 'DATA']

/** What a mail server says when it closes, whatever it was asked. */
const CLOSING = 421

/** What nodemailer finds wrong with a letter before any server is asked. */
const LETTERS_FAULT: readonly unknown[] = ['EENVELOPE', 'EMESSAGE', 'ESTREAM']

/**
 * Whether a mail was not sent because no mail server was there, it left, or it takes nothing from us, as after its password was changed:
 * any other mail would have fared the same.
 */
export const isServerAway = (error: unknown): boolean => {
  if (!(error instanceof Error && 'command' in error)) return false
  if (!('responseCode' in error)) return !('code' in error && LETTERS_FAULT.includes(error.code))
  return error.responseCode === CLOSING || !OF_ONE_LETTER.includes(error.command)
}

/** Whether a mail is never taken: the mail server said so (a 5xx), as of an address that nobody has, or it cannot be sent at all. */
export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof UnsendableMail ||
  (error instanceof Error &&
    'responseCode' in error &&
    Number(error.responseCode) >= 500 &&
    'command' in error &&
    OF_ONE_LETTER.includes(error.command))
