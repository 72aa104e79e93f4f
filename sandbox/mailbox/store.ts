import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Attachment, type ParsedMail, simpleParser } from 'mailparser'

export interface StoredMail {
  id: number
  to: string
  from: string
  /** Where an answer goes; empty when to the sender. */
  replyTo: string
  subject: string
  text: string
  html: string
  date: string
  /** Whom it was really delivered to, copies included. */
  recipients: string[]
  attachments: { filename: string; contentType: string; size: number; content: string }[]
}

interface Kept {
  raw: Buffer
  parts: Attachment[]
}

/** Keeps mails in memory, and as files when there is a folder for them. */
export async function createMailStore(dir?: string) {
  const mails: StoredMail[] = []
  const kept = new Map<number, Kept>()
  let lastId = 0
  /** Mails are taken in one after the other, so that they stand in the order in which they came. */
  let line: Promise<unknown> = Promise.resolve()

  async function take(id: number, raw: Buffer, recipients: string[]): Promise<void> {
    const mail = await simpleParser(raw)
    lastId = Math.max(lastId, id)
    kept.set(id, { raw, parts: mail.attachments })
    mails.push(stored(id, mail, recipients))
  }

  if (dir) {
    await mkdir(dir, { recursive: true })
    const files = (await readdir(dir)).filter((name) => /^\d+\.eml$/.test(name)).sort()
    for (const name of files) await take(Number.parseInt(name, 10), await readFile(path.join(dir, name)), [])
  }

  return {
    mails,
    /** Takes one in; resolves when it is there, and on disk if it is kept there. */
    add(raw: Buffer, recipients: string[]): Promise<void> {
      const added = line.then(async () => {
        const id = lastId + 1
        if (dir) await writeFile(path.join(dir, `${String(id).padStart(8, '0')}.eml`), raw)
        await take(id, raw, recipients)
      })
      line = added.catch(() => {})
      return added
    },
    raw: (id: number) => kept.get(id)?.raw,
    attachment: (id: number, nth: number) => {
      const part = kept.get(id)?.parts[nth]
      return part && { filename: part.filename ?? '', contentType: part.contentType, content: part.content }
    },
    async clear(): Promise<void> {
      mails.length = 0
      kept.clear()
      if (!dir) return
      for (const name of await readdir(dir)) if (/^\d+\.eml$/.test(name)) await rm(path.join(dir, name))
    },
  }
}

export type MailStore = Awaited<ReturnType<typeof createMailStore>>

function stored(id: number, mail: ParsedMail, recipients: string[]): StoredMail {
  const to = Array.isArray(mail.to) ? mail.to.map(({ text }) => text).join(', ') : (mail.to?.text ?? '')
  return {
    id,
    to,
    from: mail.from?.text ?? '',
    replyTo: mail.replyTo?.text ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html || '',
    date: (mail.date ?? new Date()).toISOString(),
    recipients,
    attachments: mail.attachments.map(({ filename, contentType, size, content }) => ({
      filename: filename ?? '',
      contentType,
      size,
      content: content.toString(),
    })),
  }
}
