import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { rowsOf } from '~/db/rows-of'
import { outbox } from '~/db/schema'
import { deliverMail } from '~/features/notification/outbox.server'
import { announceConfirmation } from '~/features/stored-booking/announce-booking.server'
import { letters } from '~/letters.server'
import { createMailer } from '~/platform/mailer.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { closedGate } from '../support/gate'
import { purchase } from '../support/purchase'
import { basicDraft } from '../support/theatre'

const FROM = 'x@lumiere.example'
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A mail server that takes whole messages; what it does then is the test's to say. */
async function mailServer(
  took: (nth: number, answer: () => void, cut: () => void) => void,
  { patienceMs, limits = '' }: { patienceMs?: number; limits?: string } = {},
) {
  const messageIds: (string | undefined)[] = []
  const sockets = new Set<Socket>()
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    async onData(stream, _session, done) {
      messageIds.push((await simpleParser(await buffer(stream))).messageId)
      took(messageIds.length, done, () => {
        for (const socket of sockets) socket.destroy()
      })
    },
  })
  smtp.on('error', () => {})
  smtp.server.on('connection', (socket: Socket) => sockets.add(socket))
  const smtpUrl = await listen(smtp.server)
  closing.push(() => new Promise((resolve) => smtp.close(() => resolve())))
  return { messageIds, mailer: createMailer({ smtpUrl: `${smtpUrl}${limits}`, from: FROM, patienceMs }) }
}

onEachDatabase('a mail when the mail server', (kind) => {
  const app = useApp(kind)
  /** A confirmation that waits in the outbox. */
  async function waiting() {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    await app.context.db.transaction((tx) =>
      announceConfirmation(app.context, tx, { id: bookingId, calendarSequence: 0 }),
    )
    return (await row()).id
  }
  async function row() {
    const [found] = await app.context.db.select().from(outbox)
    if (!found) throw new Error('There is no mail.')
    return found
  }
  /** When jobs that wait for a later time send a mail, in minutes from now. */
  async function laterJobs() {
    const now = app.clock.now().toISOString()
    const found = rowsOf<{ minutes: number }>(
      await app.context.db.execute(
        sql`select (extract(epoch from start_after - ${now}::timestamptz) / 60)::int as minutes from pgboss.job
          where name = 'deliver-mail' and start_after <> created_on`,
      ),
    )
    return found.map(({ minutes }) => minutes)
  }

  test('is slow goes out once, however many jobs want to send it', async () => {
    const id = await waiting()
    let answer = () => {}
    const arrived = closedGate()
    const { messageIds, mailer } = await mailServer((_, done) => {
      answer = done
      arrived.open()
    })
    const context = { ...app.context, mailer }
    const sending = deliverMail(context, letters, id)
    await arrived.opened
    await Promise.all([deliverMail(context, letters, id), deliverMail(context, letters, id)])
    expect(await row()).toMatchObject({ sentAt: null, attempts: 1 })
    answer()
    await sending
    await deliverMail(context, letters, id)
    expect(messageIds).toHaveLength(1)
    expect(await row()).toMatchObject({ sentAt: app.clock.now(), claimedAt: null, attempts: 1 })
  })

  test('looks through it for longer than it may take to be reached goes out once', async () => {
    const id = await waiting()
    const { messageIds, mailer } = await mailServer((_, answer) => setTimeout(answer, 400), {
      patienceMs: 100,
      // on a busy machine that takes longer, and is another matter
      limits: '?connectionTimeout=60000&greetingTimeout=60000',
    })
    await deliverMail({ ...app.context, mailer }, letters, id)
    expect(messageIds).toHaveLength(1)
    expect(await row()).toMatchObject({ sentAt: app.clock.now(), lastError: null })
  })

  test('dies when it has the message is tried again under the same name', async () => {
    const id = await waiting()
    const { messageIds, mailer } = await mailServer((nth, answer, cut) => (nth === 1 ? cut() : answer()))
    const context = { ...app.context, mailer }
    await expect(deliverMail(context, letters, id)).rejects.toThrow()
    expect(await row()).toMatchObject({ sentAt: null, claimedAt: null, lastError: expect.stringMatching(/\w/) })
    await deliverMail(context, letters, id)
    expect(messageIds).toEqual([`<${id}@localhost>`, `<${id}@localhost>`])
    expect(await row()).toMatchObject({ sentAt: app.clock.now(), attempts: 2, lastError: null })
  })

  test('was being asked by a process that crashed waits until nobody can be at it any more', async () => {
    const id = await waiting()
    const { messageIds, mailer } = await mailServer((_, answer) => answer())
    const claimed = (minutesAgo: number) =>
      app.context.db
        .update(outbox)
        .set({ claimedAt: sql`now() - make_interval(mins => ${minutesAgo}::int)` })
        .where(eq(outbox.id, id))
    await claimed(9)
    await deliverMail({ ...app.context, mailer }, letters, id)
    expect(messageIds).toEqual([])
    expect(await laterJobs()).toEqual([10])
    await claimed(11)
    await deliverMail({ ...app.context, mailer }, letters, id)
    expect(messageIds).toHaveLength(1)
  })
})

describe('the mailer gives up on a server that', () => {
  const mail = { to: 'meera@gmail.com', subject: 'Hello', text: 'Hello', html: 'Hello' }

  test.each([
    ['never greets', ''],
    ['greets and falls silent', '220 ready\r\n'],
  ])('%s', async (_, greeting) => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      if (greeting) socket.write(greeting)
    })
    const smtpUrl = await listen(server)
    closing.push(async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const impatient = createMailer({ smtpUrl, from: FROM, patienceMs: 50, answerMs: 50 })
    await expect(impatient.send(mail)).rejects.toThrow(/time|greeting/i)
  })
})
