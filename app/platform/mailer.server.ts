import nodemailer from 'nodemailer'

/** How long the mail server may take for each step: to be reached, to greet, to answer. */
const PATIENCE_MS = 20_000

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
  patienceMs?: number
}

/** Mail by SMTP. Throws when the server does not take the message in time; the caller's job tries again. */
export function createMailer({ smtpUrl, from, patienceMs = PATIENCE_MS }: MailerSettings): Mailer {
  const transport = nodemailer.createTransport(withPatience(smtpUrl, patienceMs), {
    from,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      await transport.sendMail(mail)
    },
    close: () => transport.close(),
  }
}

/** The address with the time limits that it does not name itself; nodemailer's own are minutes long. */
function withPatience(smtpUrl: string, patienceMs: number): string {
  const url = new URL(smtpUrl)
  for (const limit of ['dnsTimeout', 'connectionTimeout', 'greetingTimeout', 'socketTimeout']) {
    if (!url.searchParams.has(limit)) url.searchParams.set(limit, String(patienceMs))
  }
  return url.href
}

/** Whether the mail server answered that it will never take this mail (a 5xx), as of an address that nobody has; it was reached. */
export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500
