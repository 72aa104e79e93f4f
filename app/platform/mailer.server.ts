import nodemailer from 'nodemailer'

export interface Mail {
  to: string
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

/** Mail by SMTP. Throws when the server does not take the message; the caller's job tries again. */
export function createMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const transport = nodemailer.createTransport(smtpUrl, {
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
